"""A desk in a browser on any other site may call the API, with what it was given; the browser's own cookies are never asked for."""

import asyncio
import json

import pytest
from django.test import Client

from config.headers import Sealed
from config.limits import Limited
from tests.api.asking import callers, running
from tests.security.asking import Answer, program

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.brings_its_own]
SITE = "https://desk.example"
ASKED = {"Origin": SITE, "Access_Control_Request_Method": "POST"}
SENT = ("authorization", "content-type", "idempotency-key", "if-match", "if-none-match", "accept-language")
READ = ("etag", "idempotent-replayed", "retry-after", "location", "date")


def listed(answer: Answer, name: str) -> set[str]:
    return {each.strip().lower() for each in answer.headers.get(name, "").split(",")} - {""}


def asked(*requests):
    async def all_of_them(ask):
        return [await ask(path, method, **headers) for path, method, headers in requests]

    with program() as made:
        return made.run(all_of_them)


def test_a_browser_that_asks_first_is_told_what_it_may_send():
    tournament = running()
    table = f"/api/v1/tournaments/{tournament.slug}/rounds/1/tables/1/events"
    for answer in asked((table, "OPTIONS", ASKED), ("/api/v1/nowhere", "OPTIONS", ASKED)):
        assert (answer.status, answer.body) == (204, b"")
        assert answer.headers["access-control-allow-origin"] == "*"
        assert listed(answer, "access-control-allow-methods") == {"get", "post", "put", "patch"}
        assert listed(answer, "access-control-allow-headers") == set(SENT)
        assert "access-control-allow-credentials" not in answer.headers
        assert "set-cookie" not in answer.headers


def test_who_asks_for_nothing_in_particular_is_told_that_there_is_no_such_method():
    answer = Client().options("/api/v1/tournaments")
    assert (answer.status_code, answer.json()["code"]) == (405, "wrong-method")


def test_every_answer_can_be_read_by_it_refusals_too(settings):
    settings.LARGEST_REQUEST = 1_000
    where = f"/api/v1/tournaments/{running().slug}"
    first, *_ = asked((where, "GET", {"Origin": SITE}))
    answers = asked(
        (where, "GET", {"Origin": SITE}),
        (where, "GET", {"Origin": SITE, "If_None_Match": first.headers["etag"]}),
        ("/api/v1/me", "GET", {"Origin": SITE}),
        ("/api/v1/me", "GET", {"Origin": SITE, "Authorization": "Bearer trio_wrong"}),
        ("/api/v1/nowhere", "GET", {"Origin": SITE}),
        (where, "DELETE", {"Origin": SITE}),
        (where, "PATCH", {"Origin": SITE, "body": b"x" * 2_000}),
    )
    assert [each.status for each in answers] == [200, 304, 401, 401, 404, 405, 413]
    for answer in answers:
        assert answer.headers["access-control-allow-origin"] == "*"
        assert set(READ) <= listed(answer, "access-control-expose-headers")
        assert "access-control-allow-credentials" not in answer.headers


def test_who_asks_too_often_can_read_that_too():
    sent = []

    async def send(message):
        sent.append(message)

    async def never(*_args):
        raise AssertionError

    limited = Limited(never, per_address=0.01, per_link=1, streams=1, session="sessionid", clock=lambda: 0.0)
    scope = {"type": "http", "path": "/api/v1/me", "client": ("203.0.113.7", 1), "headers": []}
    asyncio.run(Sealed(limited)(scope, never, send))
    headers = dict(sent[0]["headers"])
    assert (sent[0]["status"], json.loads(sent[1]["body"])["code"]) == (429, "too-often")
    assert headers[b"access-control-allow-origin"] == b"*"
    assert b"Retry-After" in headers[b"access-control-expose-headers"]


def test_by_plain_http_it_is_not_even_let_to_send_its_token(settings):
    settings.SECURE_SSL_REDIRECT = True
    (answer,) = asked(("/api/v1/me", "OPTIONS", ASKED))
    assert answer.status == 403  # no yes, so the browser sends nothing
    assert answer.headers["access-control-allow-origin"] == "*"


def test_no_page_can_be_read_from_elsewhere():
    tournament = running()
    paths = ["/", f"/t/{tournament.slug}/", f"/t/{tournament.slug}/rounds/1/tables/1/", "/api/", "/sign-in/"]
    paths += ["/healthz", "/nowhere/", "/live/stream", "/api/v1", "/api/v2/tournaments"]
    looked = [(path, "GET", {"Origin": SITE}) for path in paths]
    first = [(path, "OPTIONS", ASKED) for path in paths]
    for answer in asked(*looked, *first):
        assert [name for name in answer.headers if name.startswith("access-control")] == []


def test_a_session_opens_nothing_to_a_page_elsewhere():
    tournament = running()
    client = Client()
    client.force_login(tournament.organiser)
    sent = client.post(
        f"/api/v1/tournaments/{tournament.slug}/close",
        headers={"Origin": SITE},
        content_type="application/json",
    )
    assert sent.status_code == 401
    caller = callers(tournament)["organise"]
    assert caller.get("/me", Origin=SITE).status_code == 200
