"""Standings too long for one page: so many at once, narrowed by the server, nobody lost who is followed."""

import json
import re
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import enter, published_round, tournament_of
from tournaments.models import Category, Entrant, Player
from tournaments.names import name_key
from tournaments.selectors.standings_list import A_PAGE

pytestmark = pytest.mark.django_db

PEOPLE = 2 * A_PAGE + 30


def long_tournament(people=PEOPLE):
    """Eight have played; the others came too late, and stand below them by their numbers."""
    tournament = tournament_of(8)
    for table in published_round(tournament).tables.all():
        enter(table, [40, 30, 20, 10])
    names = {number: f"Late {number}" for number in range(9, people + 1)}
    Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament,
            number=number,
            name=name,
            name_key=name_key(name),
            club="Ravens & Sons" if number % 10 == 0 else "",
            joined_round=2,
        )
        for number, name in names.items()
    )
    return tournament


@pytest.fixture
def long():
    return long_tournament()


def answer(tournament, query="", client=None, **headers):
    return (client or Client()).get(
        f"{reverse('standings', args=[tournament.slug])}{query}", headers=headers or None
    )


def page(tournament, query="", **kwargs):
    return answer(tournament, query, **kwargs).content.decode()


def shown(told):
    return [int(number) for number in re.findall(r'<tr id="row-(\d+)"', told)]


def elsewhere(told):
    found = re.search(r'<script id="elsewhere" type="application/json">(.*?)</script>', told)
    return json.loads(found[1]) if found else []


@pytest.mark.parametrize("asked", ["1", "2", "3"])
def test_every_page_shows_its_part_and_names_everybody_else(long, asked):
    told = page(long, f"?page={asked}")
    here, there = shown(told), [number for number, *_rest in elsewhere(told)]
    at = (int(asked) - 1) * A_PAGE
    assert len(here) == min(A_PAGE, PEOPLE - at)
    assert sorted([*here, *there]) == list(range(1, PEOPLE + 1))
    assert '<a href="?page=2"' in told


def test_the_pages_go_on_where_the_one_before_ended(long):
    every = [number for each in (1, 2, 3) for number in shown(page(long, f"?page={each}"))]
    assert sorted(every) == list(range(1, PEOPLE + 1))
    assert every[8:] == list(range(9, PEOPLE + 1))


@pytest.mark.parametrize(("asked", "first"), [("99", 2 * A_PAGE + 1), ("x", None)])
def test_a_page_that_there_is_not_is_the_nearest(long, asked, first):
    here = shown(page(long, f"?page={asked}"))
    assert here[0] == first if first else len(here) == A_PAGE


def test_who_is_elsewhere_is_told_with_rank_points_and_where_they_stand(long):
    first = page(long)
    by_number = {number: rest for number, *rest in elsewhere(first)}
    rank, name, value, address = by_number[150]
    assert (name, value, address) == ("Late 150", "0", "?page=2#row-150")
    assert 'id="row-150"' in page(long, address.partition("#")[0])
    assert f'<span class="rank">{rank}</span>' in page(long, "?page=2")


def test_a_list_that_is_whole_tells_nothing_twice_and_narrows_itself():
    tournament = long_tournament(people=A_PAGE)
    told = page(tournament)
    assert len(shown(told)) == A_PAGE
    assert not elsewhere(told)
    assert 'data-only="club"' in told
    assert 'id="standings-q"' not in told


def test_a_longer_one_is_narrowed_by_the_server(long):
    told = page(long, f"?club={quote('Ravens & Sons')}")
    assert shown(told) == list(range(10, PEOPLE + 1, 10))
    assert "<option selected>Ravens &amp; Sons</option>" in told
    assert "data-only" not in told
    # Who is followed is told of, in this club or not.
    assert 9 in [number for number, *_rest in elsewhere(told)]


def test_by_category_and_club_together(long):
    juniors = Category.objects.create(tournament=long, name="Juniors", name_key="juniors")
    juniors.entrants.set(long.entrants.filter(number__in=[9, 10, 20]))
    assert shown(page(long, "?category=Juniors")) == [9, 10, 20]
    assert shown(page(long, "?category=Juniors&club=Ravens+%26+Sons")) == [10, 20]


def test_a_club_that_there_is_not_hides_nobody(long):
    assert len(shown(page(long, "?club=Nobody"))) == A_PAGE


@pytest.mark.parametrize(
    ("typed", "found"), [("late 150", [150]), ("LATE  150 ", [150]), ("150", [150]), ("nobody here", [])]
)
def test_somebody_is_found_by_name_or_number(long, typed, found):
    told = page(long, f"?q={quote(typed)}")
    assert shown(told) == found
    assert ("Nobody like that" in told) == (not found)


def test_whoever_is_covered_is_not_found_by_their_name(long):
    hidden = long.entrants.get(number=150)
    hidden.name, hidden.name_key = "Zelda Quux", name_key("Zelda Quux")
    hidden.player = Player.objects.create(
        club=long.club, name="Zelda Quux", name_key="zelda quux", shown=Player.Shown.NUMBER
    )
    hidden.save()
    assert not shown(page(long, "?q=quux"))
    assert "Quux" not in page(long)
    organiser = Client()
    organiser.force_login(long.organiser)
    assert shown(page(long, "?q=quux", client=organiser)) == [150]


@pytest.mark.parametrize(
    ("asked", "owned"),
    [
        ("", ""),
        ("?page=2", "?page=2"),
        ("?page=1", ""),
        ("?page=99", "?page=3"),
        ("?anything=1&page=2", "?page=2"),
        ("?page=2&club=Ravens+%26+Sons", "?club=Ravens+%26+Sons"),
        ("?club=Nobody", ""),
    ],
)
def test_each_part_has_one_address_by_which_it_is_kept_live(long, asked, owned):
    """Whoever makes addresses up cannot have the same part kept live under each of them."""
    told = answer(long, asked, **{"hx-request": "true"})
    home = reverse("standings", args=[long.slug])
    assert told.headers["Live-At"] == f"{home}{owned}"
    escaped = f"{home}{owned}".replace("&", "&amp;")
    assert f'data-stream="{escaped}"' in told.content.decode()


def test_what_one_alone_looks_for_is_not_kept_live_for_all(long):
    assert " data-nudge" in page(long, "?q=late")
    assert " data-nudge" not in page(long, "?page=2")


@pytest.mark.parametrize("people", [12, PEOPLE])
@pytest.mark.parametrize("name", ["standings", "final_standings"])
def test_its_queries_do_not_grow_with_people(people, name, django_assert_max_num_queries):
    tournament = long_tournament(people)
    address = f"{reverse(name, args=[tournament.slug])}?page=2"
    for most in (13, 9):
        with django_assert_max_num_queries(most):
            Client().get(address)
