"""The log tells who came in, who did not, what was changed and what was refused: by numbers, without secrets."""

import json
import logging

import pytest
from django.test import Client
from django.urls import reverse

from config import settings as installed
from config.api import tokens
from config.api.models import Token
from config.logs import JsonFormatter, TextFormatter
from games.security_log import logger, tell
from tests.api.asking import Caller
from tests.factories import member_of, organiser_of, published_round, tournament_of
from tests.signin.conftest import PASSWORD, deliver, sign_in
from tests.signin.test_two_step import at_the_code, give, phone, wrong
from tournaments.models import JudgeCard, Role
from tournaments.origin import network_of

__all__ = ["phone"]

NEW = "eight purple hexagons"
HERE = "203.0.113.9"


class Told:
    """What was told since last asked, each as its fields."""

    def __init__(self, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.INFO, "security")
        self._caplog = caplog

    def __call__(self) -> list[dict[str, object]]:
        found = [each.facts for each in self._caplog.records if each.name == "security"]  # type: ignore[attr-defined]
        self._caplog.clear()
        return found

    def events(self) -> list[object]:
        return [each["event"] for each in self()]


@pytest.fixture
def told(caplog):
    return Told(caplog)


def test_who_comes_in_and_goes(ana, told):
    client = Client(REMOTE_ADDR=HERE)
    sign_in(client)
    assert told() == [{"event": "signed-in", "account": ana.pk, "by": "password", "network": HERE}]
    client.post(reverse("sign_out"))
    assert told() == [{"event": "signed-out", "account": ana.pk, "network": HERE}]


def test_who_does_not_and_what_they_typed_is_not_told(ana, told, caplog):
    client = Client(REMOTE_ADDR="2001:db8:1:2:3::4")
    sign_in(client, password="no secret of mine")
    sign_in(client, username="my password by mistake", password="x")
    failed = {"event": "wrong-password", "network": "2001:db8:1:2::/64"}
    assert not any("mistake" in each.getMessage() or "secret" in each.getMessage() for each in caplog.records)
    assert told() == [failed | {"account": ana.pk}, failed | {"account": "unknown"}]


def test_when_somebody_has_to_wait_that_is_told_once(ana, told):
    client = Client()
    for _try in range(9):
        sign_in(client, password="wrong")
    assert told.events() == ["wrong-password"] * 5 + ["too-many-wrong-tries", "wrong-password"]


def test_codes_and_how_somebody_came_in(ana, phone, told):
    client = at_the_code()
    assert told() == [], "not in yet"
    give(client, wrong(phone))
    give(client, phone())
    failed, came = told()
    assert (failed["event"], failed["account"]) == ("wrong-code", ana.pk)
    assert came == {
        "event": "signed-in",
        "account": ana.pk,
        "by": "password",
        "code": "asked",
        "network": "127.0.0.1",
    }
    client.post(reverse("two_step"), {"password": PASSWORD, "code": phone(1), "renew": "1"})
    assert told.events() == ["recovery-codes-renewed"]


def test_what_is_changed(with_mailbox, told, post_office):
    client, other = Client(), Client()
    sign_in(client)
    sign_in(other)
    told()
    said = {"password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    client.post(reverse("password"), said)
    assert told.events() == ["sessions-ended", "password-changed"]
    client.post(reverse("address"), {"address": "new@example.org", "password": NEW})
    deliver()
    Client().post(post_office.link().removeprefix("http://testserver"))
    client.post(reverse("address"), {"remove": "1", "password": NEW})
    assert told.events() == ["address-confirmed", "address-removed"]


@pytest.mark.django_db
def test_tokens(told):
    tournament = tournament_of(2)
    organiser = organiser_of(tournament)
    secret = tokens.make(organiser, tournament.club, tokens.TokenPlan("x", "read"))
    token = Token.objects.get()
    (made,) = told()
    assert made == {"event": "token-made", "account": organiser.user.pk, "token": token.pk, "scope": "read"}
    Caller(secret).get("/me")
    assert told() == [], "each use of one is no event"
    Caller(secret).post(f"/tournaments/{tournament.slug}/rounds", {})
    (refused,) = told()
    assert (refused["event"], refused["status"], refused["method"]) == ("refused", 403, "POST")
    tokens.revoke(organiser, tournament.club, token.pk)
    Caller(secret).get("/me")
    assert told.events() == ["token-called-back", "token-refused"]


@pytest.mark.django_db
def test_what_is_not_theirs(told):
    tournament = tournament_of(4)
    viewer = Client(REMOTE_ADDR=HERE)
    viewer.force_login(member_of(tournament.club, Role.VIEWER).user)
    told()
    path = reverse("club_api", args=[tournament.club.slug])
    assert viewer.get(path).status_code == 403
    assert told() == [{"event": "refused", "method": "GET", "path": path, "status": 403, "network": HERE}]
    stranger, outsider = Client(), Client()
    outsider.force_login(organiser_of(tournament_of(2)).user)
    told()
    assert stranger.get(path).status_code == 302
    assert told() == [], "who is not signed in is asked to"
    assert outsider.get(f"/t/{tournament.slug}/").status_code == 404
    assert told()[0]["status"] == 404


@pytest.mark.django_db
def test_cards_that_open_and_links_that_were_made_up(told):
    tournament = tournament_of(4)
    published_round(tournament)
    card = JudgeCard.objects.get(tournament=tournament)
    client = Client(REMOTE_ADDR=HERE)
    client.get(reverse("scan_card", args=[card.token]))
    assert told() == [
        {"event": "card-scanned", "tournament": tournament.pk, "table": card.number, "network": HERE}
    ]
    client.get(reverse("scan_card", args=["x" * 32]))
    assert told() == [{"event": "wrong-guess", "at": "scan_card", "network": HERE}]


@pytest.mark.parametrize(
    ("trusted", "sent", "network"),
    [
        (True, f"198.51.100.1, {HERE}", HERE),
        (True, f"::ffff:{HERE}", HERE),
        (True, "2001:db8::1", "2001:db8::/64"),
        (True, "", "127.0.0.1"),
        (False, HERE, "127.0.0.1"),
    ],
)
def test_from_where_is_what_our_own_proxy_saw(rf, settings, trusted, sent, network):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if trusted else None
    assert network_of(rf.get("/", headers={"X-Forwarded-For": sent})) == network


# -- how it is written -----------------------------------------------------------------------------


@pytest.fixture
def lines():
    """What both formatters make of what is told, as the settings have it."""
    kept: list[logging.LogRecord] = []
    handler = logging.Handler(installed.LOGGING["loggers"]["security"]["level"])
    handler.emit = kept.append
    logger.addHandler(handler)
    yield lambda: (
        TextFormatter("%(message)s").format(kept[-1]),
        json.loads(JsonFormatter().format(kept[-1])),
    )
    logger.removeHandler(handler)


def test_fields_in_json_and_in_text(lines):
    tell("refused", logging.WARNING, path="/t/x/", account=7, network="", count=None)
    text, line = lines()
    assert text == "refused path=/t/x/ account=7"
    assert (line["logger"], line["event"], line["account"]) == ("security", "refused", 7)
    assert "network" not in line


def test_no_address_of_a_page_adds_a_field_or_a_line_or_tells_a_secret(lines):
    tell("refused", path="/t/x account=1\nforged/j/PFOpA0svTr6vitjAG5yD06qHYWWEsIcH/")
    text, line = lines()
    assert text == 'refused path="/t/x account=1\\nforged/j/…/"'
    assert line["path"] == "/t/x account=1\nforged/j/…/"


def test_it_is_written_however_little_else_is_wanted():
    assert installed.LOGGING["loggers"]["security"] == {"level": "INFO"}
