"""What holds for every route: problems, keys that are heeded, tags, and what is not taken at all."""

import asyncio
import json

import pytest
from django.db import OperationalError
from django.test import Client

from config.api import telling
from config.api.models import Answer
from config.limits import Limited
from tests.api.asking import Caller, callers, deal, running, table_path
from tests.factories import draft_round, tournament_of
from tests.security.asking import program
from tests.security.test_headers import complaints
from tests.tournaments.test_at_once import at_once
from tournaments.models import Entrant, Tournament

pytestmark = pytest.mark.django_db
JSON = "application/json"


def told(answer, status, code):
    """A problem as RFC 9457 has it, with our code."""
    assert answer["Content-Type"] == "application/problem+json"
    said = json.loads(answer.content)
    assert answer.status_code == said["status"] == status, said
    assert said["type"] == "about:blank"
    assert said["title"]
    assert said["detail"]
    assert said["code"] == code
    return said


# -- problems --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "more", "status", "code"),
    [
        ("GET", "/api/v1/nowhere", {}, 404, "not-found"),
        ("GET", "/api/v1/tournaments/nowhere", {}, 404, "not-found"),
        ("DELETE", "/api/v1/tournaments", {}, 405, "wrong-method"),
        ("GET", "/api/v1/tournaments", {"headers": {"Accept": "text/html"}}, 406, "not-acceptable"),
        (
            "POST",
            "/api/v1/tournaments/x/close",
            {"data": "a=1", "content_type": "text/plain"},
            415,
            "not-json",
        ),
        (
            "POST",
            "/api/v1/tournaments/x/close",
            {"data": "x" * 1_100_000, "content_type": JSON},
            413,
            "too-large",
        ),
        (
            "POST",
            "/api/v1/tournaments/x/close",
            {"data": "x" * 7_000_000, "content_type": JSON},
            413,
            "too-large",
        ),
        ("GET", "/api/v1/me", {}, 401, "no-token"),
        ("GET", "/api/v1/tournaments", {"headers": {"Authorization": "Bearer trio_wrong"}}, 401, "no-token"),
        ("GET", "/api/v1/tournaments", {"headers": {"Authorization": "Basic YTpi"}}, 401, "no-token"),
        ("GET", "/api/v1/tournaments?limit=0", {}, 422, "bad-shape"),
        ("GET", "/api/v1/tournaments?limit=1001", {}, 422, "bad-shape"),
        ("GET", "/api/v1/tournaments?club=%00", {}, 422, "bad-shape"),
        (
            "POST",
            "/api/v1/tournaments",
            {"content_type": "text/plain; charset=rot13", "data": "x"},
            400,
            "bad-request",
        ),
    ],
)
def test_every_refusal_is_a_problem(method, path, more, status, code):
    answer = Client().generic(method, path, **more)
    told(answer, status, code)
    assert ("Allow" in answer) == (status == 405)
    assert ("WWW-Authenticate" in answer) == (status == 401)


def test_what_is_not_json_is_not_understood():
    tournament = running()
    caller = callers(tournament)["organise"]
    path = f"/api/v1/tournaments/{tournament.slug}/entrants"
    answer = caller.client.generic("POST", path, "{", JSON, headers=caller.headers)
    told(answer, 400, "bad-request")


def test_a_bug_is_apologised_for_and_tells_nothing(monkeypatch):
    def broken(*_args, **_kwargs):
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr("config.api.routes.tournaments.visible_tournaments", broken)
    client = Client(raise_request_exception=False)
    answer = client.get("/api/v1/tournaments")
    told(answer, 500, "error")
    assert b"secret" not in answer.content


def test_a_refusal_has_the_code_and_the_sentence_of_the_page_and_names_the_field():
    tournament = running()
    caller = callers(tournament)["organise"]
    said = told(
        caller.post(f"/tournaments/{tournament.slug}/entrants", {"names": ["Player 1"]}), 422, "bad-names"
    )
    assert said["field"] == "names"
    assert "already entered" in said["detail"]
    said = told(
        caller.post(f"/tournaments/{tournament.slug}/entrants", {"names": ["a", 7]}), 422, "bad-shape"
    )
    assert said["field"] == "names.1"
    club = tournament.club.slug
    said = told(caller.post(f"/clubs/{club}/tournaments", {"name": " ", "rounds": 3}), 422, "unfit")
    assert said["field"] == "name"
    said = told(
        caller.post(f"/clubs/{club}/tournaments", {"name": "x", "rounds": 3, "x": 1}), 422, "bad-shape"
    )
    assert said["field"] == "x"
    said = told(
        caller.post(f"/clubs/{club}/tournaments", {"name": "x", "rounds": 3, "rules": "y"}), 422, "unfit"
    )
    assert said["field"] == "rules"


@pytest.mark.django_db(transaction=True)
@pytest.mark.brings_its_own
def test_what_is_refused_before_django_is_a_problem_too(settings):
    settings.LARGEST_REQUEST = 1_000

    async def ask_all(ask):
        large = await ask("/api/v1/tournaments", "POST", body=b"x" * 2_000)
        return large, await ask("/sign-in/", "POST", body=b"x" * 2_000)

    with program() as made:
        large, page = made.run(ask_all)
    assert (large.status, large.headers["content-type"]) == (413, "application/problem+json")
    assert json.loads(large.body)["code"] == "too-large"
    assert page.headers["content-type"].startswith("text/plain")


@pytest.mark.django_db(transaction=True)
@pytest.mark.brings_its_own
def test_every_answer_says_what_a_browser_may_do_with_it(settings):
    settings.LARGEST_REQUEST = 1_000
    tournament = running()
    where = f"/api/v1/tournaments/{tournament.slug}"

    async def ask_all(ask):
        return {
            200: await ask(where),
            401: await ask("/api/v1/me"),
            404: await ask("/api/v1/nowhere"),
            405: await ask(where, "DELETE"),
            413: await ask(where, "PATCH", body=b"x" * 2_000),
        }

    with program() as made:
        answers = made.run(ask_all)
    assert [each.status for each in answers.values()] == [*answers]
    assert [wrong for each in answers.values() for wrong in complaints(each)] == []
    assert "set-cookie" not in answers[200].headers
    assert answers[200].headers["cache-control"] == "private, no-cache"


def test_what_cannot_be_kept_is_said_so(monkeypatch):
    def away(*_args, **_kwargs):
        raise OperationalError("disk is full")

    monkeypatch.setattr("config.api.tokens.find", away)
    answer = Caller("trio_x").get("/me")
    told(answer, 503, "not-kept")
    assert answer["Retry-After"]


def test_looking_without_reading_is_answered_like_reading():
    answer = Caller()("HEAD", "/tournaments")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json; charset=utf-8")


def test_a_token_that_asks_without_a_pause_is_told_to_wait():
    sent = []

    async def send(message):
        sent.append(message)

    async def never(*_args):
        raise AssertionError

    async def answered(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})

    limited = Limited(
        answered, per_address=1_000, per_link=0.2, streams=1, session="sessionid", clock=lambda: 0.0
    )
    scope = {"type": "http", "path": "/api/v1/me", "client": ("203.0.113.7", 1), "headers": []}
    mine = scope | {"headers": [(b"cookie", b"sessionid=other"), (b"authorization", b"Bearer trio_mine")]}
    theirs = scope | {"headers": [(b"authorization", b"Bearer trio_theirs")]}
    spelled = scope | {"headers": [(b"authorization", b"bearer   trio_mine")]}
    for each in (mine, spelled, mine, theirs):
        asyncio.run(limited(each, never, send))
    statuses = [each["status"] for each in sent if "status" in each]
    assert statuses == [200, 200, 429, 200]
    refused = next(each for each in sent if each.get("status") == 429)
    assert dict(refused["headers"])[b"content-type"] == b"application/problem+json"
    assert json.loads(next(each["body"] for each in sent if each.get("body")))["code"] == "too-often"


# -- the same key ----------------------------------------------------------------------------------


def test_the_same_key_is_carried_out_once_and_answered_the_same():
    tournament = running()
    caller = callers(tournament)["organise"]
    path = f"/tournaments/{tournament.slug}/entrants"
    first = caller.post(path, {"names": ["Xan"]}, Idempotency_Key="one")
    again = caller.post(path, {"names": ["Xan"]}, Idempotency_Key="one")
    assert (first.status_code, first.content) == (again.status_code, again.content)
    assert again["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first
    assert Entrant.objects.filter(tournament=tournament, name="Xan").count() == 1
    said = told(caller.post(path, {"names": ["Yan"]}, Idempotency_Key="one"), 422, "key-reused")
    assert said["field"] == "Idempotency-Key"
    assert not Entrant.objects.filter(tournament=tournament, name="Yan").exists()


@pytest.mark.django_db(transaction=True)
def test_the_same_key_in_the_same_moment_is_carried_out_once():
    tournament = running()
    caller = callers(tournament)["organise"]

    answers = []

    def send():
        answer = Caller(**caller.headers).post(
            f"/clubs/{tournament.club.slug}/tournaments", {"name": "Spring", "rounds": 3}, Idempotency_Key="k"
        )
        answers.append((answer.status_code, answer.content))

    assert at_once(send, send, send, send) == [None] * 4
    assert len(answers) == 4
    assert {status for status, _body in answers} == {201}
    assert len(set(answers)) == 1
    assert Tournament.objects.filter(name="Spring").count() == 1


def test_what_was_refused_under_a_key_is_looked_at_again():
    tournament = running()
    caller = callers(tournament)["organise"]
    path = f"/tournaments/{tournament.slug}/entrants"
    assert caller.post(path, {"names": ["Player 1"]}, Idempotency_Key="one").status_code == 422
    assert not Answer.objects.exists()
    Entrant.objects.filter(tournament=tournament, name="Player 1").update(name="P", name_key="p")
    assert caller.post(path, {"names": ["Player 1"]}, Idempotency_Key="one").status_code == 201


def test_what_failed_under_a_key_left_nothing_behind(monkeypatch):
    """Whatever was written before the fault is undone with it, and the key can be used again."""
    tournament = running()
    caller = callers(tournament)["organise"]
    path, body = f"/tournaments/{tournament.slug}/entrants", {"names": ["Xan"]}
    caller.client.raise_request_exception = False
    told_of = telling.entrant
    for fault in (ZeroDivisionError("a bug"), OperationalError("disk is full")):

        def broken(*_args, fault=fault, **_kwargs):
            raise fault

        monkeypatch.setattr(telling, "entrant", broken)
        status = 503 if isinstance(fault, OperationalError) else 500
        assert caller.post(path, body, Idempotency_Key="one").status_code == status
        assert not Answer.objects.exists()
        assert not Entrant.objects.filter(tournament=tournament, name="Xan").exists()
    monkeypatch.setattr(telling, "entrant", told_of)
    assert caller.post(path, body, Idempotency_Key="one").status_code == 201


def test_a_key_is_its_token_s_own_and_outlives_what_it_made():
    tournament = running()
    asking = callers(tournament)
    club, body = tournament.club.slug, {"name": "Spring", "rounds": 3}
    made = [
        asking["organise"].post(f"/clubs/{club}/tournaments", body, Idempotency_Key="k") for _ in range(2)
    ]
    assert made[0].json()["slug"] == made[1].json()["slug"]
    other = callers(tournament)["organise"].post(f"/clubs/{club}/tournaments", body, Idempotency_Key="k")
    assert other.json()["slug"] != made[0].json()["slug"]
    assert Tournament.objects.filter(name="Spring").count() == 2


@pytest.mark.parametrize("key", ["x" * 201, "a b", "\t"])
def test_a_key_that_is_none_is_refused(key):
    tournament = running()
    caller = callers(tournament)["organise"]
    answer = caller.post(f"/tournaments/{tournament.slug}/close", Idempotency_Key=key)
    assert told(answer, 422, "bad-key")


# -- tags ------------------------------------------------------------------------------------------


def test_who_has_seen_it_is_told_nothing_but_that():
    tournament = running()
    caller, path = Caller(), f"/tournaments/{tournament.slug}/standings"
    first = caller.get(path)
    same = caller.get(path, If_None_Match=f'"other", W/{first["ETag"]}')
    assert (same.status_code, same.content) == (304, b"")
    assert same["ETag"] == first["ETag"]
    assert {"Authorization", "Accept-Language"} <= {each.strip() for each in first["Vary"].split(",")}
    Entrant.objects.filter(tournament=tournament, number=1).update(name="Ana")
    assert caller.get(path, If_None_Match=first["ETag"]).status_code == 200


def test_what_somebody_changed_meanwhile_is_not_changed_unseen():
    tournament = tournament_of(8)
    draft_round(tournament)
    caller = callers(tournament)["organise"]
    where = f"/tournaments/{tournament.slug}"
    seen = caller.get(where)["ETag"]
    assert caller("PATCH", where, {"place": "Hall 1"}, If_Match=seen).status_code == 200
    told(caller("PATCH", where, {"place": "Hall 2"}, If_Match=seen), 412, "changed")
    assert caller.get(where).json()["place"] == "Hall 1"
    seen = caller.get(f"{where}/rounds/1")["ETag"]
    draft_round(tournament)
    told(caller.post(f"{where}/rounds/1/publish", If_Match=seen), 412, "changed")
    assert caller.get(f"{where}/rounds/1").json()["state"] == "draft"
    seen = caller.get(f"{where}/rounds/1")["ETag"]
    assert caller.post(f"{where}/rounds/1/publish", If_Match=seen).json()["state"] == "published"
    told(caller.post(f"{where}/rounds/1/unpublish?edition=99"), 409, "stale")
    assert caller.post(f"{where}/rounds/1/unpublish", If_Match="*").json()["state"] == "draft"


def test_pages_of_a_list_are_all_of_it():
    tournament = tournament_of(8)
    caller = callers(tournament)["read"]
    path = f"/tournaments/{tournament.slug}/entrants"
    parts = [caller.get(f"{path}?limit=3&offset={offset}").json() for offset in (0, 3, 6, 9)]
    assert [each["number"] for part in parts for each in part["items"]] == [*range(1, 9)]
    assert {part["total"] for part in parts} == {8}
    assert caller.get(f"{path}?q=player+7").json()["total"] == 1


def test_both_sides_are_told_when_the_match_has_moved_on():
    tournament = running()
    table = tournament.rounds.get().tables.get(number=1)
    caller = callers(tournament)["score"]
    entry = deal([4, 3, 2, 1])
    said = told(caller.post(f"{table_path(table)}/events", {"version": 0, "events": [entry]}), 409, "stale")
    assert said["version"] == said["now"]["version"] == 1
    assert said["now"]["rows"][0]["points"] == [10, 20, 30, 40]
    assert said["sent"]["events"] == [entry]
    right = {"version": 1, "events": [entry]}
    first = caller.post(f"{table_path(table)}/events", right)
    assert first.status_code == 201
    assert caller.post(f"{table_path(table)}/events", right).json() == first.json()
    other = {"version": 2, "events": [deal([9, 9, 9, 9], id_=entry["id"])]}
    said = told(caller.post(f"{table_path(table)}/events", other), 409, "id-reused")
    assert said["there"]["points"] == {"1": 4, "2": 3, "3": 2, "4": 1}
