"""In the hall we answer to this machine's names and to plain addresses, and to no name from outside."""

import socket

import pytest
from django.test import Client, override_settings

OURS = [
    "localhost",
    "localhost:8000",
    "LOCALHOST",
    "localhost.",
    "127.0.0.1:8000",
    "192.168.1.20:8000",
    "[::1]:8000",
    "[fe80::1]",
    socket.gethostname(),
    f"{socket.gethostname().split('.')[0]}.local:8000",
    "testserver",
]
NOT_OURS = [
    "evil.example",
    "evil.example:8000",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "local",
    "a b",
    "",
    "*",
]


def ask(host: str) -> int:
    return int(Client().get("/healthz", headers={"host": host}).status_code)


@pytest.mark.parametrize("host", OURS)
def test_our_own_names_and_addresses_are_answered(client: Client, host: str, db: None) -> None:
    assert ask(host) in (200, 503)


@pytest.mark.parametrize("host", NOT_OURS)
def test_a_name_made_to_point_at_us_is_refused(host: str) -> None:
    assert ask(host) == 400


def test_the_refusal_says_how_to_allow_a_name() -> None:
    answer = Client().get("/healthz", headers={"host": "club.example"})
    assert "ALLOWED_HOSTS" in answer.content.decode()
    assert answer["Content-Type"].startswith("text/plain")


def test_named_hosts_are_djangos_business(db: None) -> None:
    with override_settings(ALLOWED_HOSTS=["club.example"], HALL_HOSTS_ONLY=False):
        assert ask("club.example") in (200, 503)
        assert ask("localhost") == 400
        assert ask("192.168.1.20") == 400
