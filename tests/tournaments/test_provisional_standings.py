"""Standings that move with every deal, and those of final matches beside them."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.services import NewAction, Permit, append_actions, finalize
from rules.triominos.variants.classic import engine as classic
from tests.factories import draft_round, enter, organiser_of, published_round, tournament_of
from tournaments.access import Actor
from tournaments.models import Category
from tournaments.selectors.pages import overview_of
from tournaments.selectors.provisional import running_of
from tournaments.selectors.versions import rounds_of

pytestmark = pytest.mark.django_db


def page(tournament, name="standings", client=None):
    return (client or Client()).get(reverse(name, args=[tournament.slug])).content.decode()


def placings(tournament, *, provisional):
    overview = overview_of(Actor(), tournament, provisional=provisional)
    return {line.entrant.name: line.standing.placing for line in overview.lines}


@pytest.fixture
def playing():
    """Eight at two tables: one final, one after its first deal."""
    tournament = tournament_of(8)
    first, second = published_round(tournament).tables.order_by("number")
    enter(first, [400, 30, 20, 10])
    finalize(first.match_id)
    enter(second, [10, 20, 30, 40])
    return tournament


def at(tournament, table, position):
    return tournament.rounds.get(number=1).seating.get(table__number=table, position=position).entrant


def test_a_table_in_play_counts_as_if_it_ended_now(playing):
    final, now = placings(playing, provisional=False), placings(playing, provisional=True)
    leads, trails = at(playing, 2, 4).name, at(playing, 2, 1).name
    assert (final[leads], now[leads]) == (0, 3)
    assert (final[trails], now[trails]) == (0, 0)
    first = at(playing, 1, 1).name
    assert final[first] == now[first] == 3


def test_it_moves_with_every_deal_and_writes_nothing(playing):
    table = playing.rounds.get().tables.get(number=2)
    before = placings(playing, provisional=True)
    enter(table, [200, 0, 0, 0])
    after = placings(playing, provisional=True)
    assert before != after
    assert after[at(playing, 2, 1).name] == 3
    assert placings(playing, provisional=False)[at(playing, 2, 1).name] == 0


def test_the_page_tells_the_two_apart(playing):
    now, final = page(playing), page(playing, "final_standings")
    assert "provisional" in now
    assert "40 of 400, deal 2" in now
    assert reverse("final_standings", args=[playing.slug]) in now
    assert ">provisional<" not in final
    assert "40 of 400" not in final
    assert "final matches only" in final


def test_the_last_deal_is_said(playing):
    table = playing.rounds.get().tables.get(number=2)
    running = running_of(rounds_of(playing))
    assert not any(now.last for now in running.now.values())
    enter(table, [0, 0, 0, 0], bell=True)
    # With the bell the match is over, and to be finalised: nobody plays another deal.
    now = running_of(rounds_of(playing)).now[at(playing, 2, 1).pk]
    assert (now.last, now.deal) == (True, 2)


def test_nothing_is_provisional_before_the_first_entry_and_after_the_last(playing):
    fresh = tournament_of(4)
    published_round(fresh)
    assert ">provisional<" not in page(fresh)
    table = playing.rounds.get().tables.get(number=2)
    enter(table, [0, 0, 0, 400])
    finalize(table.match_id)
    assert ">provisional<" not in page(playing)
    assert running_of(rounds_of(playing)).tables == 0


def test_a_draft_moves_nobody(playing):
    table = playing.rounds.get().tables.get(number=2)
    enter(table, [0, 0, 0, 400])
    finalize(table.match_id)
    draft_round(playing)
    assert not running_of(rounds_of(playing)).moves


def test_a_match_by_rules_that_are_not_installed_is_left_out(playing):
    table = playing.rounds.get().tables.select_related("match").get(number=2)
    table.match.rules_key = "gone"
    table.match.save()
    assert not running_of(rounds_of(playing)).moves
    assert page(playing)


def test_turn_by_turn_rules_move_it_too():
    tournament = tournament_of(
        4, rules_key=classic.key, rules_version=classic.version, options=classic.settle_options({})
    )
    table = published_round(tournament).tables.get()
    assert not running_of(rounds_of(tournament)).moves
    turn = [
        NewAction(uuid.uuid4(), {"do": "start", "depth": "sheet", "starter": "2"}),
        NewAction(uuid.uuid4(), {"do": "place", "player": "2", "tile": "5-5-5"}),
    ]
    append_actions(Permit(table.match_id, "judge"), 0, turn)
    now = running_of(rounds_of(tournament)).now[at(tournament, 1, 2).pk]
    assert (now.total, now.limit, now.deal, now.last) == (25, 400, 1, False)
    assert placings(tournament, provisional=True)[at(tournament, 1, 2).name] == 3


def test_it_can_be_narrowed_by_club_and_category(playing):
    one = at(playing, 1, 1)
    one.club = "Ravens"
    one.save()
    junior = Category.objects.create(tournament=playing, name="Junior", name_key="junior")
    junior.entrants.add(one)
    told = page(playing)
    assert "<option>Ravens</option>" in told
    assert "<option>Junior</option>" in told
    assert 'data-club="Ravens" data-categories="Junior"' in told
    assert "All clubs" not in page(tournament_of_nobodys_club())


def tournament_of_nobodys_club():
    tournament = tournament_of(4)
    published_round(tournament)
    return tournament


@pytest.mark.parametrize("organises", [True, False])
def test_its_queries_stay_few(organises, playing, django_assert_max_num_queries):
    client = Client()
    if organises:
        client.force_login(playing.organiser)
        assert organiser_of(playing).organises(playing)
    with django_assert_max_num_queries(12):
        page(playing, client=client)
