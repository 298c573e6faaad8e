"""A tournament in pictures: ranks, records, how points are spread."""

import pytest
from django.test import Client
from django.urls import reverse

from games.services import finalize
from tests.factories import enter, published_round, tournament_of
from tournaments.selectors.pictures import pictures_of
from tournaments.selectors.standings import standings_of

pytestmark = pytest.mark.django_db


def play(tournament, *points):
    """The next round, everybody at every table getting these points in the order of their seats."""
    round_ = published_round(tournament)
    for table in round_.tables.all():
        for deal in points:
            enter(table, deal)
        finalize(table.match_id)


def seated(tournament, number, position, table=1):
    return tournament.rounds.get(number=number).seating.get(table__number=table, position=position).entrant


def test_ranks_after_each_round_are_those_of_the_standings_then():
    tournament = tournament_of(4)
    play(tournament, [400, 30, 20, 10])
    first = seated(tournament, 1, 1)
    play(tournament, [10, 20, 30, 400])
    pictures = pictures_of(tournament)
    assert pictures.rounds == [1, 2]
    ranks = dict(pictures.ranks)
    assert ranks[first.name][0] == 1
    now = {line.entrant.name: line.standing.rank for line in standings_of(tournament)}
    assert {name: after[1] for name, after in ranks.items()} == now
    assert len(pictures.bump.paths) == 4


def test_records_name_who_and_where():
    tournament = tournament_of(4)
    play(tournament, [10, 210, 20, 10], [410, 20, 30, 40])
    winner, second = seated(tournament, 1, 1), seated(tournament, 1, 2)
    records = {record.title: record for record in pictures_of(tournament).records}
    most = records["Most points in a match"]
    assert (most.value, most.holders[0].name, most.holders[0].round) == (420, winner.name, 1)
    # After the first deal the winner was 200 behind.
    assert records["Biggest comeback"].value == 200
    assert records["Biggest comeback"].holders[0].name == winner.name
    assert second.name not in [feat.name for feat in records["Biggest comeback"].holders]
    assert "Best turn" not in records  # only deals were entered


def test_a_record_held_by_many_names_three():
    tournament = tournament_of(20)
    play(tournament, [400, 30, 20, 10])
    most = next(r for r in pictures_of(tournament).records if r.title == "Most points in a match")
    assert (len(most.holders), most.more) == (3, 2)


def test_who_is_followed_is_drawn_however_far_down():
    tournament = tournament_of(24)
    play(tournament, [400, 30, 20, 10])
    last = min(tournament.entrants.all(), key=lambda each: -each.number)
    pictures = pictures_of(tournament, last.number)
    assert [path.name for path in pictures.bump.paths if path.followed] == [last.name]
    page = Client().get(reverse("pictures", args=[tournament.slug]), {"follow": last.number})
    assert "chart__line--followed" in page.content.decode()


@pytest.mark.parametrize("follow", ["", "x", "99999999999", "-1", "٣"])
def test_following_nonsense_follows_nobody(follow):
    tournament = tournament_of(4)
    play(tournament, [400, 30, 20, 10])
    page = Client().get(reverse("pictures", args=[tournament.slug]), {"follow": follow})
    assert page.status_code == 200
    assert "chart__line--followed" not in page.content.decode()


def test_before_the_first_final_match_it_says_so():
    tournament = tournament_of(4)
    published_round(tournament)
    assert "No pictures yet" in Client().get(reverse("pictures", args=[tournament.slug])).content.decode()


@pytest.mark.parametrize("people", [8, 40])
def test_its_queries_are_few(people, django_assert_max_num_queries):
    tournament = tournament_of(people)
    play(tournament, [400, 30, 20, 10])
    # The first who asks after a result has the ranks of all rounds computed, for everybody after them.
    for most in (17, 9):
        with django_assert_max_num_queries(most):
            Client().get(reverse("pictures", args=[tournament.slug]))
