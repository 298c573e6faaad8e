"""The end: categories, prizes, certificates, closing and reopening, and that closed means closed."""

import csv
import io
import uuid
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from games import services as games
from games.errors import Refused
from games.services import Entry
from tests.factories import UserFactory, draft_round, enter, organiser_of, published_round, tournament_of
from tournaments.access import Actor, NotAllowed
from tournaments.cells import harmless
from tournaments.models import Category, Table, Tournament
from tournaments.selectors.prizes import awards_of, certificates_of
from tournaments.selectors.standings import standings_of
from tournaments.services import (
    closing,
    people,
    planning,
    prizes,
    rounds,
    scoring,
    settings,
    stages,
    standings,
)
from tournaments.services.people import PersonPlan
from tournaments.services.prizes import PrizePlan
from tournaments.services.settings import HallSettings
from tournaments.services.stages import StagePlan
from tournaments.services.standings import StandingsPlan

pytestmark = pytest.mark.django_db


def play(tournament):
    round_ = published_round(tournament)
    for table in round_.tables.all():
        enter(table, [400, 300, 200, 100][: table.seating.count()])
        games.finalize(table.match_id)
    return round_


@pytest.fixture
def played():
    """One round of one table: Player at seat 1 first, and so on."""
    tournament = tournament_of(4, rounds_planned=1)
    play(tournament)
    return tournament


@pytest.fixture
def client(played):
    client = Client()
    client.force_login(played.organiser)
    return client


def url(name, tournament, *more):
    return reverse(name, args=[tournament.slug, *more])


def order(tournament):
    return [line.entrant for line in standings_of(tournament)]


# -- categories and prizes -------------------------------------------------------------------------


def test_a_category_is_added_filled_and_given_a_prize(played, client):
    best, second, _third, last = order(played)
    added = client.post(url("add_category", played), {"name": "Juniors"})
    juniors = Category.objects.get()
    assert added.url == url("category", played, juniors.pk)
    client.post(added.url, {"entrant": [second.pk, last.pk, 999_999]})
    assert set(juniors.entrants.all()) == {second, last}
    lines = {"first_0": "1", "what_0": "Cup", "first_1": "1", "category_1": juniors.pk, "what_1": "Book"}
    assert client.post(url("prizes", played), lines | {"once": "on"}).status_code == 302
    won = [
        (view.title, [each.entrant for each in view.winners])
        for view in awards_of(played, standings_of(played))
    ]
    assert won == [("Winner", [best]), ("Best: Juniors", [second])]
    page = client.get(url("end", played)).content.decode()
    assert "Book" in page
    assert [line.code for line in played.history.all()[:3]] == [
        "prizes-changed",
        "category-changed",
        "category-added",
    ]


def test_one_persons_categories_are_set_on_their_page(played, client):
    juniors = prizes.add_category(organiser_of(played), played, "Juniors")
    entrant = order(played)[0]
    page = client.get(url("person", played, entrant.pk)).content.decode()
    assert url("person_categories", played, entrant.pk) in page
    client.post(url("person_categories", played, entrant.pk), {"category": juniors.pk})
    assert list(entrant.categories.all()) == [juniors]
    client.post(url("person_categories", played, entrant.pk), {})
    assert not entrant.categories.exists()


def test_the_same_category_twice_is_one(played):
    actor = organiser_of(played)
    assert prizes.add_category(actor, played, "Juniors") == prizes.add_category(actor, played, " juniors ")


def test_a_category_with_a_prize_cannot_be_removed_before_the_prize(played, client):
    actor = organiser_of(played)
    juniors = prizes.add_category(actor, played, "Juniors")
    prizes.plan_prizes(actor, played, [PrizePlan(juniors.pk, 1, "")], once=True)
    with pytest.raises(Refused) as caught:
        prizes.remove_category(actor, played, juniors.pk)
    assert caught.value.code == "in-use"
    prizes.plan_prizes(actor, played, [], once=True)
    client.post(url("remove_category", played, juniors.pk))
    assert not Category.objects.exists()


def test_a_category_of_another_tournament_is_none_of_this_one(played):
    other = Category.objects.create(tournament=tournament_of(2), name="Theirs", name_key="theirs")
    actor = organiser_of(played)
    for work in (
        lambda: prizes.plan_prizes(actor, played, [PrizePlan(other.pk, 1, "")], once=True),
        lambda: prizes.set_people(actor, played, other.pk, []),
        lambda: prizes.remove_category(actor, played, other.pk),
    ):
        with pytest.raises(Refused) as caught:
            work()
        assert caught.value.code == "no-such-category"


@pytest.mark.parametrize(
    ("sent", "field"),
    [({"first_0": "0"}, "first_0"), ({"first_0": "x"}, "first_0"), ({"first_1": "101"}, "first_1")],
)
def test_a_wrong_line_is_told_and_what_was_typed_stays(played, client, sent, field):
    response = client.post(url("prizes", played), sent | {"what_0": "A goose"})
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {field}
    assert "A goose" in response.content.decode()


def test_who_withdrew_wins_nothing(played):
    actor = organiser_of(played)
    best, second, *_rest = order(played)
    prizes.plan_prizes(actor, played, [PrizePlan(None, 1, "Cup")], once=True)
    planning.withdraw(actor, played, best.pk)
    (view,) = awards_of(played, standings_of(played))
    assert [each.entrant for each in view.winners] == [second]


# -- certificates ----------------------------------------------------------------------------------


def test_certificates_hold_rank_points_category_prize_and_date(played, client):
    actor = organiser_of(played)
    best = order(played)[0]
    juniors = prizes.add_category(actor, played, "Juniors")
    prizes.set_people(actor, played, juniors.pk, [best.pk])
    prizes.plan_prizes(actor, played, [PrizePlan(None, 3, "Cup")], once=True)
    first = certificates_of(played, standings_of(played))[0]
    assert (first.entrant, first.rank, first.categories, first.placing, first.points) == (
        best,
        1,
        "Juniors",
        "3",
        400,
    )
    assert first.prizes == "First 3 overall (1): Cup"
    rows = list(
        csv.DictReader(io.StringIO(client.get(url("certificates_csv", played)).content.decode("utf-8-sig")))
    )
    assert [row["rank"] for row in rows] == ["1", "2", "3", "4"]
    assert rows[0]["name"] == best.name
    assert rows[0]["date"] == played.last_day.isoformat()
    assert best.name in client.get(url("certificates", played)).content.decode()


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx"])
def test_no_name_becomes_a_formula(text):
    assert harmless(text) == f"'{text}"
    assert harmless(7) == 7
    assert harmless("Ana") == "Ana"


# -- closing ---------------------------------------------------------------------------------------


def test_closing_makes_the_order_final_and_the_podium_public(played, client):
    assert Client().get(url("podium", played)).status_code == 404
    assert client.get(url("podium", played)).status_code == 200
    client.post(url("close_tournament", played))
    played.refresh_from_db()
    assert played.closed_at
    assert [each.final_rank for each in order(played)] == [1, 2, 3, 4]
    page = Client().get(url("podium", played)).content.decode()
    assert order(played)[0].name in page
    assert url("podium", played) in Client().get(url("standings", played)).content.decode()
    assert played.history.first().code == "tournament-closed"


def test_closing_twice_is_closing_once(played):
    closing.close(organiser_of(played), played)
    before = played.closed_at
    closing.close(organiser_of(played), played)
    played.refresh_from_db()
    assert played.closed_at == before
    assert played.history.filter(code="tournament-closed").count() == 1


def test_what_is_still_being_played_cannot_be_closed(client, played):
    running = tournament_of(4)
    for part in ("Nothing has been played", "Round 1 is still being played"):
        with pytest.raises(Refused) as caught:
            closing.close(organiser_of(running), running)
        assert part in caught.value.message
        if not running.rounds.exists():
            published_round(running)
    running.refresh_from_db()
    assert running.closed_at is None


def test_fewer_rounds_than_planned_can_be_closed_and_the_draft_goes(client):
    tournament = tournament_of(4, rounds_planned=3)
    play(tournament)
    draft_round(tournament)
    client.force_login(tournament.organiser)
    assert (
        "Fewer rounds were played than the 3 planned" in client.get(url("end", tournament)).content.decode()
    )
    closing.close(organiser_of(tournament), tournament)
    assert tournament.rounds.count() == 1


def test_reopening_needs_a_reason_which_is_kept(played, client):
    closing.close(organiser_of(played), played)
    response = client.post(url("reopen_tournament", played), {"reason": "  "})
    assert response.status_code == 422
    played.refresh_from_db()
    assert played.closed_at
    client.post(url("reopen_tournament", played), {"reason": "Table 1 was entered wrongly"})
    played.refresh_from_db()
    assert played.closed_at is None
    line = played.history.first()
    assert (line.code, line.reason) == ("tournament-reopened", "Table 1 was entered wrongly")
    assert set(played.entrants.values_list("final_rank", flat=True)) == {None}


@pytest.mark.parametrize("work", [closing.close, lambda actor, t: closing.reopen(actor, t, "because")])
def test_only_organisers_close_and_reopen(played, work):
    with pytest.raises(NotAllowed):
        work(Actor(UserFactory.create()), played)


CHANGES = {
    "settings": lambda a, t: settings.change_settings(
        a, t, HallSettings(t.first_day, t.last_day, round_minutes=5)
    ),
    "standings": lambda a, t: standings.plan_standings(
        a, t, StandingsPlan(["points"], {}, normalise=True, sit_out=None)
    ),
    "add a stage": lambda a, t: stages.add_stage(a, t, StagePlan("swiss", 1, 4)),
    "change a stage": lambda a, t: stages.change_stage(a, t, 1, StagePlan("swiss", 5, 4)),
    "enter names": lambda a, t: planning.enter_names(a, uuid.uuid4(), t, "Zoe"),
    "withdraw": lambda a, t: planning.withdraw(a, t, t.entrants.first().pk),
    "substitute": lambda a, t: people.substitute(a, t, t.entrants.first().pk, "Zoe"),
    "person": lambda a, t: people.change_person(
        a, t, t.entrants.first().pk, PersonPlan("X", None, Decimal(0), (), ())
    ),
    "pair": lambda a, t: rounds.ask_for_pairings(a, t),
    "category": lambda a, t: prizes.add_category(a, t, "Late"),
    "prizes": lambda a, t: prizes.plan_prizes(a, t, [], once=False),
}


@pytest.mark.parametrize("what", sorted(CHANGES))
def test_nothing_of_a_closed_tournament_can_be_changed(what):
    tournament = tournament_of(4, rounds_planned=2)
    play(tournament)
    actor = organiser_of(tournament)
    closing.close(actor, tournament)
    before = Tournament.objects.values().get(), list(tournament.entrants.values()), tournament.history.count()
    with pytest.raises(Refused) as caught:
        CHANGES[what](actor, tournament)
    assert caught.value.code == "tournament-closed"
    assert before == (
        Tournament.objects.values().get(),
        list(tournament.entrants.values()),
        tournament.history.count(),
    )


@pytest.mark.parametrize("what", ["take back", "stop"])
def test_no_result_of_a_closed_tournament_can_be_changed(played, what):
    actor = organiser_of(played)
    closing.close(actor, played)
    table = Table.objects.select_related("match", "round__tournament").get()
    entry = Entry(uuid.uuid4(), table.match.version)
    work = {
        "take back": lambda: scoring.take_back_deal(actor, table, entry),
        "stop": lambda: scoring.stop_match(actor, table, entry, "why"),
    }
    with pytest.raises(Refused) as caught:
        work[what]()
    assert caught.value.code == "tournament-closed"
    closing.reopen(actor, played, "a mistake")
    table = Table.objects.select_related("match", "round__tournament").get()
    if what == "take back":
        scoring.take_back_deal(actor, table, entry)
        assert not Table.objects.filter(match__status="final").exists()


def test_the_pages_say_so_instead_of_breaking(played, client):
    closing.close(organiser_of(played), played)
    response = client.post(url("withdraw", played, played.entrants.first().pk), follow=True)
    assert "This tournament is closed" in response.content.decode()
    response = client.post(url("add_category", played), {"name": "Late"})
    assert response.status_code == 422
    assert "This tournament is closed" in response.content.decode()
