"""A club's seasons: who makes them, what counts, and what the table shows to whom."""

import uuid
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from games.errors import Refused
from games.models import Match
from tests.factories import ClubFactory, TournamentFactory, member_of
from tests.tournaments.evenings import PEOPLE, evening_of
from tournaments.access import NotAllowed
from tournaments.models import (
    ClubHistoryLine,
    Entrant,
    Place,
    Player,
    Role,
    Round,
    Season,
    Stage,
    Table,
    Tournament,
)
from tournaments.selectors.seasons import season_view
from tournaments.services import closing, holds, seasons
from tournaments.services.seasons import SeasonPlan

pytestmark = pytest.mark.django_db

ANA, BO, CEM, DEE = PEOPLE
PLAN = SeasonPlan("League", date(2026, 1, 1), date(2026, 1, 31))


@pytest.fixture
def club():
    return ClubFactory.create()


@pytest.fixture
def owner(club):
    return member_of(club, Role.OWNER)


@pytest.fixture
def evenings(club, owner):
    return [
        evening_of(club, owner.user, day=1),
        evening_of(club, owner.user, (BO, ANA, CEM, DEE), day=8),
        evening_of(club, owner.user, (ANA, BO, CEM, "Eve Ek"), day=15, points=(500, 300, 200, -20)),
    ]


@pytest.fixture
def season(club, owner, evenings):
    return seasons.make_season(owner, uuid.uuid4(), club, PLAN)


def client_of(actor):
    client = Client()
    client.force_login(actor.user)
    return client


def told(actor, season):
    return [(each.line.rank, each.name, each.line.total) for each in season_view(actor, season).lines]


def change(actor, season, left_out=(), **more):
    plan = {name: getattr(season, name) for name in SeasonPlan.__dataclass_fields__} | more
    seasons.change_season(actor, season, SeasonPlan(**plan), left_out)
    season.refresh_from_db()


# -- what counts ------------------------------------------------------------------------------------------


def test_ranks_of_closed_evenings_are_added_up(owner, season):
    assert told(owner, season) == [(1, ANA, 68), (2, BO, 61), (3, CEM, 45), (4, DEE, 24), (5, "Eve Ek", 12)]
    view = season_view(owner, season)
    assert len(view.evenings) == 3
    assert [cell and cell.worth for cell in view.lines[3].line.cells] == [12, 12, None]


@pytest.mark.parametrize(
    ("scoring", "totals"),
    [
        ("points", {ANA: 1200, BO: 1000, CEM: 600, DEE: 200, "Eve Ek": -20}),
        ("wins", {ANA: 2, BO: 1, CEM: 0, DEE: 0, "Eve Ek": 0}),
    ],
)
def test_points_and_wins_come_from_the_tables(owner, season, scoring, totals):
    change(owner, season, scoring=scoring)
    assert {name: total for _rank, name, total in told(owner, season)} == totals


def test_an_evening_can_be_left_out_and_taken_in_again(owner, season, evenings):
    change(owner, season, [evenings[2].pk])
    assert [name for _rank, name, _total in told(owner, season)] == [ANA, BO, CEM, DEE]
    change(owner, season)
    assert len(season_view(owner, season).evenings) == 3


def test_only_closed_open_to_view_and_real_evenings_of_its_days_count(club, owner, season, evenings):
    evening_of(club, owner.user, day=20, rehearsal=True)
    evening_of(ClubFactory.create(), owner.user, day=20)
    TournamentFactory.create(club=club, organiser=owner.user, first_day=date(2026, 1, 9))
    closing.reopen(owner, evenings[0], "a mistake")
    assert [each.pk for each in season_view(owner, season).evenings] == [each.pk for each in evenings[1:]]
    holds.begin_hold(owner, evenings[0])
    closing.close(owner, evenings[0])
    assert len(season_view(owner, season).evenings) == 2
    holds.lift_hold(owner, evenings[0])
    assert len(season_view(owner, season).evenings) == 3
    change(owner, season, first_day=date(2026, 1, 2))
    assert [each.pk for each in season_view(owner, season).evenings] == [each.pk for each in evenings[1:]]


def test_who_entered_and_never_played_has_no_line(owner, season, evenings):
    Entrant.objects.create(
        tournament=evenings[0],
        number=9,
        name="Zoe",
        name_key="zoe",
        final_rank=5,
        player=Player.objects.create(club=season.club, name="Zoe", name_key="zoe"),
    )
    assert "Zoe" not in [name for _rank, name, _total in told(owner, season)]


def test_dropped_evenings_are_struck_through_and_ties_are_explained(owner, season):
    change(owner, season, drop=1, least=2)
    html = client_of(owner).get(reverse("season", args=[season.club.slug, season.pk])).content.decode()
    assert html.count("<s ") == 3, "one each of Ana, Bo and Cem, who were there three times"
    assert "one more evening for a rank" in html
    assert "A rank needs 2 evenings." in html
    assert "worst evening does not count" in html


# -- who may ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [Role.JUDGE, Role.DESK, Role.VIEWER, None])
def test_only_organisers_make_change_and_delete_seasons(club, season, role):
    actor = member_of(club, role) if role else member_of(ClubFactory.create(), Role.OWNER)
    before = ClubHistoryLine.objects.count()
    for forbidden in (
        lambda: seasons.make_season(actor, uuid.uuid4(), club, PLAN),
        lambda: change(actor, season, name="Ours"),
        lambda: seasons.delete_season(actor, season),
    ):
        with pytest.raises(NotAllowed):
            forbidden()
    assert ClubHistoryLine.objects.count() == before
    address = reverse("season", args=[club.slug, season.pk])
    assert client_of(actor).get(address).status_code == (200 if role else 404)
    if role:
        assert client_of(actor).get(reverse("season_new", args=[club.slug])).status_code == 403


def test_the_public_sees_a_season_that_is_public_and_names_as_wished(club, owner, season):
    address = reverse("season", args=[club.slug, season.pk])
    assert Client().get(address).status_code == 404
    change(owner, season, public=True)
    Player.objects.filter(name=ANA).update(shown=Player.Shown.SHORT)
    Player.objects.filter(name=BO).update(shown=Player.Shown.NUMBER)
    html = Client().get(address).content.decode()
    assert "Ana A." in html
    assert "not named" in html
    for hidden in ("Almeida", "Berg", reverse("season_edit", args=[club.slug, season.pk])):
        assert hidden not in html
    assert html.count("evenings are not shown") == 2
    assert CEM in html


def test_a_form_sent_twice_makes_one_season(club, owner):
    form_id = uuid.uuid4()
    one, two = (seasons.make_season(owner, form_id, club, PLAN) for _ in range(2))
    assert one == two
    with pytest.raises(Refused):
        seasons.make_season(owner, form_id, club, SeasonPlan("Other", PLAN.first_day, PLAN.last_day))


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"last_day": date(2025, 1, 1)}, "last_day"),
        ({"last_day": date(2030, 1, 1)}, "last_day"),
        ({"scoring": "luck"}, "scoring"),
        ({"place_points": []}, "place_points"),
        ({"place_points": [3, -1]}, "place_points"),
        ({"place_points": [3, 5]}, "place_points"),
        ({"place_points": [1] * 101}, "place_points"),
        ({"place_points": [10_001]}, "place_points"),
        ({"drop": -1}, "drop"),
        ({"least": 201}, "least"),
    ],
)
def test_what_cannot_be_is_told_beside_its_field(owner, season, wrong, field):
    with pytest.raises(Refused) as refusal:
        change(owner, season, **wrong)
    assert refusal.value.field == field


# -- the pages --------------------------------------------------------------------------------------------


def test_a_season_is_made_changed_and_deleted_on_its_pages(club, owner, evenings):
    client = client_of(owner)
    form = {
        "form_id": uuid.uuid4(),
        "name": "League",
        "first_day": "2026-01-01",
        "last_day": "2026-01-31",
        "scoring": "places",
        "place_points": "10, 5; 2 1",
        "drop": 0,
        "least": 1,
    }
    new = reverse("season_new", args=[club.slug])
    typed = client.post(new, form | {"place_points": "ten"})
    assert typed.status_code == 422
    assert "whole numbers" in typed.content.decode()
    assert 'value="ten"' in typed.content.decode()
    client.post(new, form)
    made = Season.objects.get()
    assert made.place_points == [10, 5, 2, 1]
    edit = reverse("season_edit", args=[club.slug, made.pk])
    assert "10 5 2 1" in client.get(edit).content.decode()
    answer = client.post(edit, form | {"name": "Cup", "left_out": [evenings[0].pk], "public": "on"})
    assert answer.status_code == 302
    made.refresh_from_db()
    assert (made.name, made.public, list(made.left_out.all())) == ("Cup", True, [evenings[0]])
    assert client.post(edit, form | {"left_out": [999_999]}).status_code == 422
    assert "Cup" in client.get(reverse("seasons", args=[club.slug])).content.decode()
    client.post(reverse("delete_season", args=[club.slug, made.pk]))
    assert not Season.objects.exists()
    assert Tournament.objects.count() == 3
    assert [line.code for line in ClubHistoryLine.objects.order_by("pk")] == [
        "season-made",
        "season-changed",
        "season-deleted",
    ]


def test_a_season_of_another_club_is_not_reached(owner, club, season):
    other = member_of(ClubFactory.create(), Role.OWNER)
    theirs = other.user.memberships.get().club
    for name in ("season", "season_edit"):
        assert client_of(other).get(reverse(name, args=[theirs.slug, season.pk])).status_code == 404
    client_of(other).post(reverse("delete_season", args=[theirs.slug, season.pk]))
    assert Season.objects.filter(pk=season.pk).exists()


@pytest.mark.parametrize("scoring", ["places", "points"])
def test_fifty_evenings_of_a_hundred_people_cost_the_same(
    club, owner, scoring, django_assert_max_num_queries
):
    """Written as rows: what is measured is reading them."""
    players = Player.objects.bulk_create(
        Player(club=club, name=f"Player {at}", name_key=f"player {at}") for at in range(100)
    )
    result = {"totals": dict.fromkeys("1234", 100), "places": {"1": 1, "2": 2, "3": 3, "4": 4}}
    for _evening in range(50):
        tournament = TournamentFactory.create(
            club=club, organiser=owner.user, first_day=date(2026, 1, 5), closed_at="2026-01-05T22:00Z"
        )
        stage = Stage.objects.create(tournament=tournament, number=1, rounds=1, table_size=4)
        round_ = Round.objects.create(
            tournament=tournament, stage=stage, number=1, seed=1, asked_at="2026-01-05T20:00Z", state="closed"
        )
        entrants = Entrant.objects.bulk_create(
            Entrant(
                tournament=tournament,
                number=at,
                name=player.name,
                name_key=player.name_key,
                player=player,
                final_rank=at,
            )
            for at, player in enumerate(players, start=1)
        )
        matches = Match.objects.bulk_create(
            Match(rules_key="points", rules_version="1", status=Match.Status.FINAL, result=result)
            for _table in range(25)
        )
        tables = Table.objects.bulk_create(
            Table(round=round_, number=at, match=match) for at, match in enumerate(matches, start=1)
        )
        Place.objects.bulk_create(
            Place(round=round_, table=tables[at // 4], entrant=entrant, position=at % 4 + 1)
            for at, entrant in enumerate(entrants)
        )
    season = seasons.make_season(
        owner, uuid.uuid4(), club, SeasonPlan("League", PLAN.first_day, PLAN.last_day, scoring)
    )
    client, address = client_of(owner), reverse("season", args=[club.slug, season.pk])
    client.get(address)
    with django_assert_max_num_queries(12):
        shown = client.get(address)
    assert len(shown.context["view"].lines) == 100
    assert len(shown.context["view"].evenings) == 50
