"""The organiser ends a match on its page: what it means is shown before the yes; and takes it back."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games import services as games
from games.models import Event, Match
from rules.triominos.variants.classic import engine as classic
from tests.factories import enter, published_round, tournament_of
from tournaments.models import JudgeCard, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    round_ = published_round(tournament_of(4))
    enter(round_.tables.get(), [10, 20, 30, 40])
    return again(round_.tables.get())


def again(table):
    return Table.objects.select_related("match", "round__tournament").get(pk=table.pk)


def organiser_of(table):
    client = Client()
    client.force_login(table.round.tournament.organiser)
    return client


def address(name, table):
    return reverse(name, args=[table.round.tournament.slug, 1, table.number])


def form(table, **kwargs):
    body = {"entry_id": uuid.uuid4(), "version": again(table).match.version, "how": "stop", "why": "Time!"}
    return body | kwargs


def test_what_it_means_is_shown_first_then_it_is_done_once(table):
    client, body = organiser_of(table), form(table)
    shown = client.post(address("end_match", table), body)
    page = shown.content.decode()
    assert (shown.status_code, "It would end so:" in page) == (200, True)
    assert page.index("Player") > 0
    assert again(table).match.status == Match.Status.PLAYING
    body["sure"] = shown.context["sure"]
    for _ in range(2):
        assert client.post(address("end_match", table), body).status_code == 302
    assert Event.objects.filter(kind="stop").count() == 1
    games.finalize(table.match_id)
    public = Client().get(table.get_absolute_url()).content.decode()
    assert "The match was stopped by the organiser: Time!" in public
    assert again(table).match.result["places"] == {"1": 4, "2": 3, "3": 2, "4": 1}


def test_abandoned_with_the_places_decided(table):
    client = organiser_of(table)
    places = {f"place_{seat}": place for seat, place in zip("1234", (1, 2, 2, 4), strict=True)}
    body = form(table, how="abandon", why="Fire alarm.", **places)
    body["sure"] = client.post(address("end_match", table), body).context["sure"]
    client.post(address("end_match", table), body)
    games.finalize(table.match_id)
    assert again(table).match.result["places"] == {"1": 1, "2": 2, "3": 2, "4": 4}


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"why": " "}, "required"),
        ({"why": "x" * 201}, "at most 200"),
        ({"how": "abandon", "place_1": "1"}, "Choose a place."),
        ({"how": "abandon", "place_1": "9"}, "not one of the available choices"),
        ({"how": "burn"}, "not one of the available choices"),
        ({"entry_id": "x"}, "Reload it"),
    ],
    ids=str,
)
def test_what_is_missing_is_said_with_what_was_typed_kept(table, wrong, words):
    answer = organiser_of(table).post(address("end_match", table), form(table, **wrong))
    assert (answer.status_code, words in answer.content.decode()) == (422, True)
    assert again(table).match.status == Match.Status.PLAYING


def test_a_yes_to_something_else_is_no_yes(table):
    client, body = organiser_of(table), form(table)
    body["sure"] = client.post(address("end_match", table), body).context["sure"]
    enter(table, [90, 0, 0, 0])
    answer = client.post(address("end_match", table), body)
    # Other places by now: they are shown instead, to be agreed to again.
    assert (answer.status_code, "It would end so:" in answer.content.decode()) == (200, True)
    body["sure"], body["version"] = answer.context["sure"], answer.context["form"]["version"].value()
    assert client.post(address("end_match", table), body).status_code == 302
    enter_refused = again(table).match
    assert enter_refused.status == Match.Status.OVER


def test_a_page_that_was_older_than_the_match_says_so(table):
    client, body = organiser_of(table), form(table)
    body["sure"] = client.post(address("end_match", table), body).context["sure"]
    enter(table, [1, 1, 1, 1])
    answer = client.post(address("end_match", table), body)
    assert (answer.status_code, "in the meantime" in answer.content.decode()) == (409, True)
    assert "Time!" in answer.content.decode()


def test_it_is_taken_back_on_its_page(table):
    client, body = organiser_of(table), form(table)
    body["sure"] = client.post(address("end_match", table), body).context["sure"]
    client.post(address("end_match", table), body)
    games.finalize(table.match_id)
    assert "Take this decision back" in client.get(table.get_absolute_url()).content.decode()
    assert "Take this decision back" not in Client().get(table.get_absolute_url()).content.decode()
    page = client.get(address("take_back_ruling", table))
    assert "would go on where it was" in page.content.decode()
    ruling = Event.objects.get(kind="stop").pk
    sent = {"entry_id": uuid.uuid4(), "version": 2, "ruling": ruling}
    refused = client.post(address("take_back_ruling", table), sent)
    assert (refused.status_code, "Say why" in refused.content.decode()) == (422, True)
    sent["reason"] = "The clock was wrong"
    for _ in range(2):
        assert client.post(address("take_back_ruling", table), sent).status_code == 302
    assert (again(table).match.status, Event.objects.filter(kind="undo").count()) == ("playing", 1)
    stale = client.post(address("take_back_ruling", table), sent | {"entry_id": uuid.uuid4()})
    assert stale.status_code in (409, 422)
    assert client.post(address("take_back_ruling", table), sent | {"ruling": "x"}).status_code == 422


def test_by_the_triominos_rules_too():
    tournament = tournament_of(
        4, rules_key=classic.key, rules_version=classic.version, options=classic.settle_options({})
    )
    table = again(published_round(tournament).tables.get())
    client, body = organiser_of(table), form(table)
    assert "End this match" in client.get(table.get_absolute_url()).content.decode()
    body["sure"] = client.post(address("end_match", table), body).context["sure"]
    client.post(address("end_match", table), body)
    assert "stopped by the organiser: Time!" in Client().get(table.get_absolute_url()).content.decode()


@pytest.mark.parametrize("name", ["end_match", "take_back_ruling", "decide"])
def test_a_judge_ends_nothing(table, name):
    client = Client()
    card = JudgeCard.objects.get(tournament=table.round.tournament, number=1)
    client.get(reverse("scan_card", args=[card.token]))
    client.post(address(name, table), form(table, sure="stop 4:1 3:2 2:3 1:4"))
    assert again(table).match.status == Match.Status.PLAYING
    assert Event.objects.count() == 1
