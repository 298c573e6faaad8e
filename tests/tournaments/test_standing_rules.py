"""How the standings are made: set by the organiser, published on the page, applied to what has been played."""

import re
from decimal import Decimal
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from games import services as games
from games.errors import Refused
from games.models import Match
from games.results import DEEDS
from tests.factories import UserFactory, enter, organiser_of, published_round, tournament_of
from tournaments.access import Actor, NotAllowed
from tournaments.numbers import as_text, told_apart
from tournaments.organiser_forms import moved
from tournaments.selectors.standings import standings_of
from tournaments.selectors.versions import live_token
from tournaments.services.standings import StandingsPlan, plan_standings

pytestmark = pytest.mark.django_db

DEFAULT = {size: [Decimal(each) for each in range(size - 1, -1, -1)] for size in range(2, 7)}


def plan(**changes):
    usual = {"tiebreaks": ["placing", "points"], "worth": DEFAULT, "normalise": True, "sit_out": None}
    return StandingsPlan(**(usual | changes))


def play(tournament, *points):
    """A round in which every table has these totals."""
    round_ = published_round(tournament)
    for table in round_.tables.all():
        enter(table, list(points[: table.seating.count()]))
        games.finalize(table.match_id)
    return round_


@pytest.fixture
def tournament():
    tournament = tournament_of(8)
    play(tournament, 400, 300, 200, 100)
    return tournament


@pytest.fixture
def client(tournament):
    client = Client()
    client.force_login(tournament.organiser)
    return client


def sent(tournament, **changes):
    order = {f"order_{key}": at for at, key in enumerate(tournament.tiebreaks, start=1)}
    worth = {f"worth_{size}": " ".join(map(str, each)) for size, each in DEFAULT.items()}
    return order | worth | {"normalise": "on", "sit_out": ""} | changes


# -- what is kept ----------------------------------------------------------------------------------


def test_places_can_be_worth_something_else_and_it_counts_for_what_has_been(tournament):
    worth = DEFAULT | {4: [Decimal(each) for each in ("5", "3", "1.5", "0")]}
    plan_standings(organiser_of(tournament), tournament, plan(worth=worth))
    tournament.refresh_from_db()
    assert tournament.placing == {"4": ["5", "3", "1.5", "0"]}
    placing = [line.standing.placing for line in standings_of(tournament)]
    assert placing == [5, 5, 3, 3, Fraction(3, 2), Fraction(3, 2), 0, 0]


def test_another_order_gives_other_standings(tournament):
    token = live_token(tournament)
    plan_standings(organiser_of(tournament), tournament, plan(tiebreaks=["lots"]))
    tournament.refresh_from_db()
    lines = standings_of(tournament)
    assert [line.standing.rank for line in lines] == list(range(1, 9))
    assert live_token(tournament) != token
    again = [line.entrant for line in standings_of(tournament)]
    assert [line.entrant for line in lines] == again


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"tiebreaks": []}, "no-tiebreaks", None),
        ({"tiebreaks": ["ghost"]}, "unknown-tiebreak", None),
        ({"tiebreaks": ["wins", "wins"]}, "unknown-tiebreak", None),
        ({"worth": {3: [Decimal(1), Decimal(0)]}}, "bad-worth", "worth_3"),
        ({"worth": {2: [Decimal(0), Decimal(1)]}}, "bad-worth", "worth_2"),
        ({"worth": {2: [Decimal(0), Decimal(0)]}}, "bad-worth", "worth_2"),
        ({"worth": {2: [Decimal(1001), Decimal(0)]}}, "bad-points", "worth_2"),
        ({"worth": {2: [Decimal("1.001"), Decimal(0)]}}, "bad-points", "worth_2"),
        ({"worth": {2: [Decimal("NaN"), Decimal(0)]}}, "bad-points", "worth_2"),
        ({"sit_out": Decimal(-1)}, "bad-points", "sit_out"),
        ({"sit_out": Decimal("Infinity")}, "bad-points", "sit_out"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_changed(tournament, changes, code, field):
    with pytest.raises(Refused) as caught:
        plan_standings(organiser_of(tournament), tournament, plan(**changes))
    assert (caught.value.code, caught.value.field) == (code, field)
    tournament.refresh_from_db()
    assert tournament.tiebreaks[0] == "placing"


@pytest.mark.parametrize("signed_in", [True, False])
def test_only_the_organiser_decides(tournament, signed_in):
    with pytest.raises(NotAllowed):
        plan_standings(Actor(UserFactory.create() if signed_in else None), tournament, plan())


def test_results_from_before_deeds_were_kept_count_nothing_made(tournament):
    for match in Match.objects.all():
        match.result = {key: value for key, value in match.result.items() if key not in DEEDS}
        match.save()
    plan_standings(organiser_of(tournament), tournament, plan(tiebreaks=["placing", "hexagons", "deals-won"]))
    tournament.refresh_from_db()
    assert {line.standing.values["deals-won"] for line in standings_of(tournament)} == {0}


# -- the organiser's page --------------------------------------------------------------------------


def test_numbers_set_the_order(tournament, client):
    url = reverse("tie_breaks", args=[tournament.slug])
    order = {f"order_{key}": "" for key in tournament.tiebreaks}
    response = client.post(url, sent(tournament) | order | {"order_lots": "9", "order_points": "2"})
    assert response.status_code == 302
    tournament.refresh_from_db()
    assert tournament.tiebreaks == ["points", "lots"]


def test_arrows_move_one_and_keep_what_was_typed(tournament, client):
    url = reverse("tie_breaks", args=[tournament.slug])
    client.post(url, sent(tournament, move="down:placing", sit_out="2"))
    tournament.refresh_from_db()
    assert tournament.tiebreaks[:2] == ["points", "placing"]
    assert tournament.sit_out_points == 2


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("up:b", "bac"),
        ("down:b", "acb"),
        ("up:a", "abc"),
        ("down:c", "abc"),
        ("up:ghost", "abc"),
        ("sideways:b", "abc"),
        ("", "abc"),
    ],
)
def test_a_move(move, expected):
    assert moved(list("abc"), move) == list(expected)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"worth_4": "3 2 1"}, "give so many numbers"),
        ({"worth_4": "three two"}, "numbers with spaces between them"),
        ({"sit_out": "-1"}, "numbers from 0 to"),
        ({"order_wins": "x"}, "whole number"),
        (
            {
                f"order_{key}": ""
                for key in ("placing", "points", "wins", "buchholz", "sonneborn-berger", "best-match")
            },
            "Something has to decide",
        ),
    ],
)
def test_what_is_wrong_is_told_with_what_was_typed(tournament, client, changes, sentence):
    response = client.post(
        reverse("tie_breaks", args=[tournament.slug]), sent(tournament, worth_6="9 7 5 3 1 0") | changes
    )
    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in page
    assert 'value="9 7 5 3 1 0"' in page
    tournament.refresh_from_db()
    assert tournament.placing == {}


# -- everybody's page ------------------------------------------------------------------------------


def test_the_page_says_what_decided_each_rank_and_what_everything_means(tournament):
    page = Client().get(reverse("standings", args=[tournament.slug])).content.decode()
    first, second, third, *_ = [line.entrant.name for line in standings_of(tournament)]
    assert f"Level with {second} in everything." in page
    assert f"Ahead of {third} by Placing points 3 to 2." in page
    assert "Behind" in page
    assert "In each round the average of the placing points" in page
    assert "3 · 2 · 1 · 0" in page
    assert str(tournament.lots_seed) in page
    assert reverse("tie_breaks", args=[tournament.slug]) not in page
    assert first in page


@pytest.mark.parametrize("organises", [True, False])
def test_however_many_people_there_are_the_queries_are_few(organises, django_assert_max_num_queries):
    large = tournament_of(60)
    play(large, 400, 300, 200, 100)
    published_round(large)
    client = Client()
    if organises:
        client.force_login(large.organiser)
    with django_assert_max_num_queries(12):
        page = client.get(reverse("standings", args=[large.slug])).content.decode()
    assert len(re.findall("<tr ", page)) == 60


# -- numbers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (2.5, "2.5"),
        (Fraction(14, 3), "4.67"),
        (-7, "−7"),
        (Fraction(-1, 3), "−0.33"),
        (Decimal("1.50"), "1.5"),
        (0, "0"),
        (Fraction(-1, 1000), "0"),
    ],
)
def test_a_number_has_the_decimals_it_needs(value, text):
    assert as_text(value) == text


def test_two_numbers_that_differ_are_seen_to_differ():
    assert told_apart(Fraction(14, 3), Fraction(466, 100)) == ("4.67", "4.66")
    assert told_apart(Fraction(14, 3), Fraction(4667, 1000)) == ("4.6667", "4.667")
