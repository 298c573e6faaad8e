"""The card of a table opens the API at that table, as it opens its desk: no other table, no other day, not once it is renewed."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.signin.limits import LINKS, Try
from config.signin.models import Tally
from tests.api.asking import Caller, callers, card_caller, deal, running, table_path, unpublished
from tests.api.routes import AT_THE_TABLE, body, ids, operations
from tests.security.snapshot import changed, everything
from tournaments.models import JudgeCard

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return running()


def secret_of(tournament, number=1):
    return JudgeCard.objects.get(tournament=tournament, number=number).token


def ask(caller, name, tournament):
    method, path = operations()[name]
    return caller(method, path.format(**ids(tournament)), body(name, tournament))


def test_it_says_where_it_leads(tournament):
    me = card_caller(tournament, 2).get("/me").json()
    assert (me["scope"], me["tournament"], me["table"]) == ("card", tournament.slug, 2)
    assert (me["account"], me["club"], me["role"]) == ("", "", "")
    assert me["at"] == f"/api/v1/tournaments/{tournament.slug}/rounds/1/tables/2"
    assert Caller(secret_of(tournament, 2)).get(me["at"]).json()["judges"]


def test_before_anything_is_published_it_waits_and_is_told_nothing():
    tournament = unpublished()
    caller = card_caller(tournament)
    assert caller.get("/me").json()["at"] is None
    assert caller.get(f"/tournaments/{tournament.slug}").status_code == 404
    assert caller.get(f"/tournaments/{tournament.slug}/rounds/1/tables/1").status_code == 404


@pytest.mark.parametrize("name", AT_THE_TABLE)
def test_at_another_table_and_in_another_tournament_it_opens_nothing(name, tournament):
    """Everything here is about table 1, but for a call, which is table 2's."""
    other = card_caller(running(), 1)
    here = card_caller(tournament, 1 if name == "close_call" else 2)
    before = everything()
    for caller in (here, other):
        answer = ask(caller, name, tournament)
        assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
        assert "card" in answer.json()["detail"]
    assert changed(before) == []


def test_who_has_no_more_than_a_card_reads_no_names_that_are_not_public(tournament):
    told = callers(tournament)["card"].get(f"/tournaments/{tournament.slug}/entrants").json()["items"][0]
    assert (told["checked_in_at"], told["fixed_table"], told["player"]) == (None, None, None)


@pytest.mark.parametrize(("first", "last", "works"), [(0, 0, True), (-5, -2, False), (2, 3, False)])
def test_it_works_on_the_days_of_the_tournament(tournament, first, last, works):
    caller, today = card_caller(tournament), timezone.localdate()
    tournament.first_day, tournament.last_day = today + timedelta(first), today + timedelta(last)
    tournament.save()
    answer = ask(caller, "enter_events", tournament)
    assert answer.status_code == (201 if works else 401)
    if not works:
        assert answer.json()["code"] == "card-not-today"
        assert "ask the organiser to change" in answer.json()["detail"]
        assert answer["WWW-Authenticate"].startswith("Bearer")
        # It was made, so it is no guess.
        assert not Tally.objects.exists()


def test_renewed_or_taken_out_of_use_it_is_shut_out_at_once_everywhere(tournament):
    caller, organiser = card_caller(tournament), callers(tournament)["organise"]
    where = f"/tournaments/{tournament.slug}/cards"
    taken = organiser.post(f"{where}/1/revoke").json()
    assert taken["revoked_at"]
    for path in ("/me", f"/tournaments/{tournament.slug}"):
        answer = caller.get(path)
        assert (answer.status_code, answer.json()["code"]) == (401, "card-not-valid")
    assert ask(caller, "enter_events", tournament).status_code == 401
    made = organiser.post(f"{where}/1/renew")
    assert made["Cache-Control"] == "no-store"
    assert made.json()["link"].endswith(f"/j/{made.json()['secret']}/")
    assert caller.get("/me").status_code == 401
    assert ask(Caller(made.json()["secret"]), "enter_events", tournament).status_code == 201
    # The link is the page's own.
    assert Client().get(made.json()["link"]).status_code == 302
    assert organiser.post(f"{where}/9/renew").json()["code"] == "no-such-card"
    assert organiser.post(f"{where}/9/revoke").status_code == 404


def test_the_list_says_when_each_was_used_and_no_secret(tournament):
    organiser = callers(tournament)["organise"]
    told = organiser.get(f"/tournaments/{tournament.slug}/cards")
    assert [(each["table"], bool(each["used_at"])) for each in told.json()["items"]] == [
        (1, True),
        (2, False),
    ]
    assert told.json()["works_today"]
    assert not [number for number in (1, 2) if secret_of(tournament, number) in told.content.decode()]


def test_a_made_up_card_is_a_wrong_guess_and_a_right_one_works_however_many_there_were(tournament, caplog):
    guessed = Caller("x" * 32)
    answer = guessed.get("/me")
    assert (answer.status_code, answer.json()["code"]) == (401, "card-not-valid")
    assert "wrong-guess at=api" in caplog.text
    key = Try(LINKS, "api 127.0.0.1").key
    Tally.objects.filter(key=key).update(count=300)
    assert guessed.get("/me").status_code == 401
    # A tablet that goes on asking with a card that was renewed is told so each time, not to wait.
    assert (guessed.get("/me").status_code, guessed.get("/me").json()["code"]) == (401, "card-not-valid")
    assert Tally.objects.get(key=key).count > 300
    assert Caller(secret_of(tournament)).get("/me").status_code == 200


@pytest.mark.parametrize(
    "shown", ["Bearer ", "Bearer x", "Bearer " + "x" * 65, "Card abc", "Bearer " + "ä" * 20]
)
def test_what_no_card_looks_like_is_looked_up_nowhere(shown, tournament, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = Caller(Authorization=shown.encode().decode("latin-1")).get("/me")
    assert (answer.status_code, answer.json()["code"]) == (401, "no-token")


def test_its_use_is_written_down_to_the_minute_and_told_when_it_begins(tournament, caplog):
    caller = card_caller(tournament)
    assert caplog.text.count("card-scanned") == 1
    assert secret_of(tournament) not in caplog.text
    first = JudgeCard.objects.get(tournament=tournament, number=1).scanned_at
    caller.get("/me")
    assert JudgeCard.objects.get(tournament=tournament, number=1).scanned_at == first
    JudgeCard.objects.update(scanned_at=first - timedelta(minutes=2))
    caller.get("/me")
    assert JudgeCard.objects.get(tournament=tournament, number=1).scanned_at > first - timedelta(minutes=1)
    assert caplog.text.count("card-scanned") == 1


def test_sent_in_the_clear_it_is_refused_and_named_in_the_log(tournament, settings, caplog):
    settings.SECURE_SSL_REDIRECT = True
    answer = Caller(secret_of(tournament)).get("/me")
    assert (answer.status_code, answer.json()["code"]) == (403, "https-only")
    assert "new one" in answer.json()["detail"]
    assert f"card-in-the-clear tournament={tournament.pk} table=1 " in caplog.text
    assert JudgeCard.objects.get(tournament=tournament, number=1).scanned_at is None


def test_what_it_enters_is_the_judge_s_of_that_table(tournament):
    caller = card_caller(tournament)
    sent = {"version": 1, "events": [deal([1, 2, 3, 4])]}
    where = table_path(tournament.rounds.get().tables.get(number=1))
    # A key is heeded where there is a token; here the ids do the same.
    for _each in range(2):
        assert caller.post(f"{where}/events", sent, Idempotency_Key="k").status_code == 201
    last = caller.get(f"{where}/events").json()["items"][-1]
    assert (last["seq"], last["actor"], last["device"]) == (2, "judge of table 1", "API: judge of table 1")


def test_a_phone_that_scanned_a_card_has_it_on_pages_alone(tournament):
    client = Client()
    client.get(reverse("scan_card", args=[secret_of(tournament)]))
    path = f"/api/v1{table_path(tournament.rounds.get().tables.get(number=1))}"
    assert client.get(path).json()["judges"] is False
    assert client.get(f"{path}/events").status_code == 401


def test_a_card_makes_no_card(tournament):
    caller = card_caller(tournament)
    for what in ("renew", "revoke"):
        assert caller.post(f"/tournaments/{tournament.slug}/cards/1/{what}").status_code == 403
    assert caller.get("/me").status_code == 200
