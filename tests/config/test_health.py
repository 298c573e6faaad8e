"""/healthz says which of database, queue and worker is down, soon, and tells no secrets."""

import os
import time
from collections.abc import Iterator
from threading import Event

import pytest
from django.test import Client, override_settings

from config import health, heartbeat
from config.health import HEARTBEAT_SECONDS, WAIT_SECONDS, ask_all


@pytest.fixture(autouse=True)
def _no_worker_yet() -> Iterator[None]:
    heartbeat.remove()
    yield
    heartbeat.remove()


embedded = override_settings(EMBEDDED=True)


def test_all_is_well(client: Client, db: None) -> None:
    heartbeat.write(0)
    with embedded:
        answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"database": "ok", "queue": "ok", "worker": "ok"})
    assert "no-store" in answer["Cache-Control"]


def test_a_worker_that_never_came_is_named(client: Client, db: None) -> None:
    with embedded:
        answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["database"] == "ok"
    assert answer.json()["worker"] == "gives no sign of life"


@pytest.mark.parametrize("since", [HEARTBEAT_SECONDS + 1, -3600])
def test_a_worker_that_fell_silent_is_named(since: float) -> None:
    """Also where the clock was put back since."""
    heartbeat.write(0)
    then = time.time() - since
    os.utime(heartbeat.path(), (then, then))
    with embedded:
        assert health.worker() == "gives no sign of life"
        assert health.queue().startswith("unknown")


def test_work_that_waits_too_long_is_named() -> None:
    with embedded:
        heartbeat.write(WAIT_SECONDS)
        assert health.queue() == "ok"
        heartbeat.write(WAIT_SECONDS + 12)
        assert health.queue() == "work has waited 42 seconds"
        assert health.worker() == "ok"


def test_a_database_that_is_down_is_named(client: Client) -> None:
    """Without the database fixture every access to it fails, as if it were gone."""
    heartbeat.write(0)
    with embedded:
        answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json() == {"database": "down", "queue": "ok", "worker": "ok"}


def test_a_check_that_hangs_is_answered_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE_SECONDS", 0.1)
    release, calls = Event(), list[int]()

    def hang() -> str:
        calls.append(1)
        release.wait(30)
        return "ok"

    started = time.monotonic()
    for _ in range(3):
        answers = ask_all({"hanging": hang, "well": lambda: "ok"})
        assert answers["hanging"].startswith("no answer")
        assert answers["well"] == "ok"
    assert time.monotonic() - started < 10
    assert calls == [1], "a check that hangs is not asked a second time meanwhile"
    release.set()


@pytest.mark.parametrize("url", ["redis://:pa55word@127.0.0.1:1/0", "amqp://guest:pa55word@127.0.0.1:1//"])
def test_a_broker_that_is_down_is_named_without_its_password(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    from config.celery import app

    monkeypatch.setitem(app.conf, "broker_url", url)
    monkeypatch.setattr(app, "_pool", None)
    with override_settings(EMBEDDED=False, BROKER_URL=url):
        answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["database"] == "ok"
    assert answer.json()["queue"] != "ok"
    assert answer.json()["worker"] != "ok"
    assert "pa55word" not in answer.content.decode()
    assert "127.0.0.1" not in answer.content.decode()


def test_only_looking_is_allowed(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
