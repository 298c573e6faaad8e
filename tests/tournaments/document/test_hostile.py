"""Documents that are not what they should be: a plain sentence beside the field, nothing kept, and never a traceback."""

import json
import uuid

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.chain import genesis, link
from games.models import Event
from tests.factories import ClubFactory, UserFactory, member_of, tournament_of
from tests.tournaments.document.carrying import bring_in, changed, refusal, sealed
from tournaments.access import Actor
from tournaments.document import parsing
from tournaments.models import Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def elsewhere() -> Actor:
    """Who may plan, in an installation where nothing goes on."""
    return member_of(ClubFactory.create(name="Elsewhere"), Role.ORGANISER)


def counted() -> dict[str, int]:
    """How many rows there are of everything."""
    return {
        model.__name__: model._default_manager.count()
        for app in ("tournaments", "games")
        for model in apps.get_app_config(app).get_models()
    }


def put(*path):
    """A change of a body: the last of the path takes the place of what is at the rest of it."""

    def change(body):
        *way, name, value = path
        for each in way:
            body = body[each]
        body[name] = value

    return change


def forged(body):
    """An entry changed, and the whole log hashed anew: only playing it again tells."""
    match = body["matches"][0]
    match["events"][0]["body"]["points"]["1"] += 1
    _hash_anew(match)


def _hash_anew(match):
    positions = range(1, len(match["seats"]) + 1)
    head = genesis(match["rules_key"], match["rules_version"], match["options"], positions)
    for seq, each in enumerate(match["events"], start=1):
        event = Event(**each | {"id": uuid.UUID(each["id"]), "seq": seq})
        from datetime import datetime

        event.at = datetime.fromisoformat(each["at"])
        each["hash"] = head = link(head, event, match["number"])
    match["head"] = head


def twice_the_same_event(body):
    body["matches"][1]["events"][0]["id"] = body["matches"][0]["events"][0]["id"]
    _hash_anew(body["matches"][1])


def unsaid(body):
    line = next(each for each in body["history"] if each["code"] == "penalty-warning")
    line["args"] = {}


HOSTILE = {
    # name: (what is changed in the body of a right document, under a right hash; the code of the refusal)
    "a changed entry": (
        lambda body: body["matches"][0]["events"][0]["body"].update(x=1),
        "log-not-as-written",
    ),
    "a forged log": (forged, "log-not-as-written"),
    "a log cut short": (lambda body: body["matches"][0]["events"].pop(), "log-not-as-written"),
    "another result": (put("matches", 0, "result", "totals", "1", 9999), "log-not-as-written"),
    "a result as a list": (put("matches", 0, "result", []), "log-not-as-written"),
    "another state": (put("matches", 0, "state", {}), "log-not-as-written"),
    "another match number": (put("matches", 0, "number", 4711), "log-not-as-written"),
    "options of another kind": (put("matches", 0, "options", {"limit": "x"}), "log-not-as-written"),
    "a forged signature": (
        lambda body: next(iter(body["matches"][0]["signatures"].values())).update(name="Somebody else"),
        "log-not-as-written",
    ),
    "final without a result": (put("matches", 0, "final_at", None), "log-not-as-written"),
    "one event at two tables": (twice_the_same_event, "document-unreadable"),
    "a text for a number": (put("tournament", "table_size", "four"), "document-unreadable"),
    "a list for an object": (put("tournament", []), "document-unreadable"),
    "an object for a list": (put("entrants", {}), "document-unreadable"),
    "nothing for a list": (put("rounds", None), "document-unreadable"),
    "a number out of range": (put("tournament", "round_minutes", 70_000), "document-unreadable"),
    "a number without end": (put("tournament", "lots_seed", 10**30), "document-unreadable"),
    "true for a number": (put("entrants", 0, "number", True), "document-unreadable"),
    "a name too long": (put("entrants", 0, "name", "x" * 81), "document-unreadable"),
    "a name turned round": (put("entrants", 0, "name", "Ana\u202e"), "document-unreadable"),
    "half a character": (put("entrants", 0, "name", "\ud800"), "document-unreadable"),
    "a NUL": (put("history", 0, "actor", "a\0b"), "document-unreadable"),
    "no such day": (put("tournament", "first_day", "2026-02-30"), "document-unreadable"),
    "the year 9999": (
        put("tournament", "created_at", "9999-12-31T23:59:59.999999+00:00"),
        "document-unreadable",
    ),
    "a time without a zone": (
        put("tournament", "created_at", "2026-01-01T00:00:00.000000"),
        "document-unreadable",
    ),
    "a bad address": (put("tournament", "slug", "../etc"), "document-unreadable"),
    "a field too many": (put("tournament", "organiser", 1), "document-unreadable"),
    "a field too few": (lambda body: body["tournament"].pop("name"), "document-unreadable"),
    "a section too few": (lambda body: body.pop("history"), "document-unreadable"),
    "a section too many": (put("accounts", []), "document-unreadable"),
    "somebody twice": (lambda body: body["entrants"].append(body["entrants"][0]), "document-unreadable"),
    "somebody in two seats": (
        lambda body: body["rounds"][0]["out"].append(body["rounds"][0]["tables"][0]["seats"][0][1]),
        "document-unreadable",
    ),
    "somebody unknown": (put("rounds", 0, "tables", 0, "seats", 0, 1, 99), "document-unreadable"),
    "a reason for nobody": (put("rounds", 0, "why", {"99": []}), "document-unreadable"),
    "reasons of another shape": (put("rounds", 0, "why", {"1": "because"}), "document-unreadable"),
    "a match at no table": (put("matches", 0, "table", 99), "document-unreadable"),
    "a list as a table": (put("matches", 0, "table", []), "document-unreadable"),
    "a table without its match": (lambda body: body["matches"].pop(), "document-unreadable"),
    "a player nobody knows": (put("entrants", 0, "player", str(uuid.uuid4())), "document-unreadable"),
    "history without a sentence": (put("history", 0, "code", "made-up"), "document-unreadable"),
    "history that cannot be said": (unsaid, "document-unreadable"),
    "points that are none": (put("tournament", "placing", {"4": ["1/0"]}), "document-unreadable"),
    "held without a hold": (
        put("tournament", "held_at", "2026-01-01T00:00:00.000000+00:00"),
        "document-unreadable",
    ),
    "a state of no round": (put("rounds", 0, "state", "won"), "document-unreadable"),
    "nested too deeply": (put("tournament", "wall", json.loads("[" * 60 + "]" * 60)), "document-unreadable"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_wrong_in_it_is_told_and_nothing_is_kept(name, originals, elsewhere):
    change, code = HOSTILE[name]
    before = counted()
    found = refusal(elsewhere, changed(originals["playing"].content, change))
    assert found is not None
    assert (found.code, found.field) == (code, "file")
    assert found.message.endswith(".")
    assert counted() == before


BROKEN = {
    "nothing": (lambda content: b"", "no-document"),
    "not JSON": (lambda content: b"\x89PNG\r\n\x1a\n", "no-document"),
    "half of it": (lambda content: content[: len(content) // 2], "no-document"),
    "without its end": (lambda content: content[:-3], "no-document"),
    "a byte changed": (lambda content: content.replace(b"Player 7", b"Player 8", 1), "document-changed"),
    "another document": (lambda content: b'{"format":"triominos-match/1"}', "no-document"),
    "a newer version": (
        lambda content: content.replace(b"triomphe-tournament/1", b"triomphe-tournament/2", 1),
        "document-newer",
    ),
    "no version": (
        lambda content: content.replace(b"triomphe-tournament/1", b"triomphe-tournament/x", 1),
        "document-version",
    ),
    "a name twice": (lambda content: content.replace(b'"sha256"', b'"sha256":"","sha256"', 1), "no-document"),
    "not a number": (lambda content: content.replace(b"null", b"NaN", 1), "no-document"),
    "a number of 5,000 digits": (lambda content: content.replace(b"null", b"9" * 5_000, 1), "no-document"),
    "100,000 deep": (lambda content: b"[" * 100_000, "document-unreadable"),
    "a list": (lambda content: b"[]", "no-document"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_is_no_document_is_told(name, originals, elsewhere):
    spoil, code = BROKEN[name]
    before = counted()
    found = refusal(elsewhere, spoil(originals["playing"].content))
    assert found is not None
    assert (found.code, found.field) == (code, "file")
    assert counted() == before


def test_a_file_that_no_tournament_needs_is_not_read(originals, elsewhere, monkeypatch):
    monkeypatch.setattr(parsing, "MOST_BYTES", len(originals["playing"].content) - 1)
    found = refusal(elsewhere, originals["playing"].content)
    assert found
    assert found.code == "document-too-large"


# -- what is here already ----------------------------------------------------------------------------


def test_the_same_document_twice_is_refused_by_the_name_of_what_is_here(originals, elsewhere):
    bring_in(elsewhere, originals["closed"].content)
    before = counted()
    found = refusal(elsewhere, originals["closed"].content)
    assert found
    assert found.code == "already-here"
    assert "“Autumn Cup”" in found.message
    assert "“Elsewhere”" in found.message
    assert counted() == before


def test_another_clubs_draft_is_not_told_of(originals, elsewhere):
    tournament_of(2, slug=originals["closed"].slug, name="Not yours to know")
    found = refusal(elsewhere, originals["closed"].content)
    assert found
    assert found.code == "already-here"
    assert "Not yours" not in found.message


@pytest.mark.parametrize("name", ["playing", "closed"])
def test_entries_that_are_in_a_log_here_cannot_come_in_under_another_address(name, originals, elsewhere):
    bring_in(elsewhere, originals[name].content)
    before = counted()
    found = refusal(elsewhere, changed(originals[name].content, put("tournament", "slug", "another-address")))
    assert found
    assert found.code == "entries-taken"
    assert counted() == before


def test_a_call_of_another_tournament_is_not_taken_over(originals, elsewhere):
    bring_in(elsewhere, originals["playing"].content)

    def without_logs(body):
        call = body["calls"][0]["id"]
        body |= json.loads(originals["drafted"].content)["body"]
        body["calls"] = [
            {"id": call, "round": 1, "table": 1, "reason": "", "caller": "", "answered_by": ""}
            | {"called_at": "2026-01-01T00:00:00.000000+00:00", "answered_at": None, "closed_at": None}
        ]

    found = refusal(elsewhere, changed(originals["playing"].content, without_logs))
    assert found
    assert found.code == "entries-taken"


# -- the pages ---------------------------------------------------------------------------------------


def upload(user, club, content):
    client = Client()
    client.force_login(user)
    file = SimpleUploadedFile("tournament.json", content, "application/json")
    return client.post(
        reverse("import_tournament", args=[club.slug]), {"form_id": uuid.uuid4(), "file": file}
    )


def test_names_with_markup_are_shown_as_they_are_written(originals, elsewhere):
    name = "<script>alert(1)</script>"

    def change(body):
        body["entrants"][0]["name"] = body["tournament"]["name"] = name

    club = elsewhere.user.memberships.get().club
    answer = upload(elsewhere.user, club, changed(originals["closed"].content, change))
    assert answer.status_code == 302
    page = Client().get(answer.headers["Location"]).content.decode()
    assert name not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_a_refusal_stands_beside_the_field(originals, elsewhere):
    club = elsewhere.user.memberships.get().club
    answer = upload(elsewhere.user, club, originals["closed"].content[:-10])
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "This is not a whole tournament document." in page
    assert "aria-invalid" in page
    assert not Tournament.objects.filter(slug=originals["closed"].slug).exists()


@pytest.mark.parametrize("role", [Role.JUDGE, Role.DESK, Role.VIEWER])
def test_only_who_may_plan_there_brings_something_in(role, originals):
    club = ClubFactory.create()
    assert upload(member_of(club, role).user, club, originals["closed"].content).status_code == 403
    assert upload(UserFactory.create(), club, originals["closed"].content).status_code == 404
    assert not Tournament.objects.exists()


def test_a_sealed_document_is_what_the_tests_take_it_for(originals, elsewhere):
    """Else every refusal above could be of the seal alone."""
    body = json.loads(originals["held"].content)["body"]
    assert refusal(elsewhere, sealed(body)) is None
