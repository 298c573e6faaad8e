"""Standings: ranks by an ordered list of tie-breaks, and what decided each."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.tiebreaks.stories import BYES, CHESS, TABLES
from tournaments.standings import LATER_STAGE, Decided, compute, one_after_the_other
from tournaments.tiebreaks.placing import Scheme
from tournaments.tiebreaks.registry import registry
from tournaments.tiebreaks.results import RoundOf, Story, TableResult


def listed(standings):
    return [(each.rank, each.entrant) for each in standings]


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ({1: 1, 2: 2}, {1: 1, 2: 0}),
        ({1: 1, 2: 2, 3: 3, 4: 4}, {1: 3, 2: 2, 3: 1, 4: 0}),
        ({1: 1, 2: 1, 3: 3, 4: 4}, {1: 2.5, 2: 2.5, 3: 1, 4: 0}),
        ({1: 1, 2: 1, 3: 1}, {1: 1, 2: 1, 3: 1}),
    ],
)
def test_who_ties_shares_the_placing_points(places, expected):
    assert Scheme().points(places, len(places)) == expected


def test_the_list_decides_in_its_order():
    assert listed(compute(TABLES, ["placing", "points"]))[:3] == [(1, 5), (2, 1), (3, 3)]
    assert listed(compute(TABLES, ["placing", "progressive"]))[:3] == [(1, 1), (1, 5), (3, 3)]
    assert listed(compute(TABLES, ["points"]))[0] == (1, 5)


def test_each_rank_says_what_decided_it_against_both_neighbours():
    first, second, third, *_ = compute(TABLES, ["placing", "points"])
    assert first.above is None
    assert first.below == Decided(1, "points", 760, 750)
    assert second.above == Decided(5, "points", 750, 760)
    assert second.below == Decided(3, "placing", 5.5, 4)
    assert third.above == Decided(1, "placing", 4, 5.5)


def test_who_is_equal_in_everything_shares_the_rank_and_is_told_so():
    standings = compute(CHESS, ["placing", "buchholz", "sonneborn-berger", "direct-encounter"])
    assert listed(standings)[:2] == [(1, 1), (1, 2)]
    assert standings[0].below == Decided(2)
    assert standings[1].above == Decided(1)


def test_who_has_not_played_stands_at_the_end_in_the_order_given():
    table = TableResult(1, 2, {3: 1, 4: 2}, {3: 400, 4: 50})
    story = Story((1, 2, 3, 4), (table,), (RoundOf(1, 2, frozenset({3, 4})),))
    assert [line.entrant for line in compute(story, ["placing", "points"])] == [3, 4, 1, 2]


def test_a_tie_break_that_is_not_installed_is_passed_over():
    assert listed(compute(TABLES, ["placing", "ghost", "points"])) == listed(
        compute(TABLES, ["placing", "points"])
    )


def test_who_got_further_stands_above():
    final = compute(TABLES, ["placing", "points"], among=[2, 1])
    rest = compute(TABLES, ["placing", "points"], among=[5, 3])
    whole = one_after_the_other([final, rest])
    assert listed(whole) == [(1, 1), (2, 2), (3, 5), (4, 3)]
    assert whole[1].below == Decided(5, LATER_STAGE)
    assert whole[2].above == Decided(2, LATER_STAGE)


def test_nobody_makes_no_standings():
    assert compute(Story((), ())) == []


# -- whatever happens ------------------------------------------------------------------------------


@st.composite
def tournaments(draw):
    """Some rounds of some people at tables of two to four, with lots to sit out and people who are not there."""
    people = draw(st.integers(2, 12))
    rng = Random(draw(st.integers(0, 10_000)))  # noqa: S311
    rounds, tables = [], []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        here = [each for each in range(1, people + 1) if rng.random() < 0.9]
        rng.shuffle(here)
        seated = []
        while len(here) >= 2:
            size = min(rng.choice([2, 3, 4]), len(here))
            sitting = [here.pop() for _ in range(size)]
            totals = {each: rng.randint(-2, 4) for each in sitting}
            places = {each: 1 + sum(o > t for o in totals.values()) for each, t in totals.items()}
            tables.append(TableResult(number, 3, places, totals))
            seated += sitting
        rounds.append(RoundOf(number, 3, frozenset(seated), frozenset(here)))
    return Story(tuple(range(1, people + 1)), tuple(tables), tuple(rounds), seed=people)


lists = st.lists(st.sampled_from(sorted(registry().tiebreaks)), min_size=1, max_size=6, unique=True)


@settings(max_examples=60, deadline=None)
@given(tournaments(), lists, st.integers(0, 1000))
def test_the_order_in_which_results_come_changes_nothing(story, keys, seed):
    rng = Random(seed)  # noqa: S311
    tables = [
        replace(table, places=dict(rng.sample(sorted(table.places.items()), len(table.places))))
        for table in rng.sample(story.tables, len(story.tables))
    ]
    mixed = replace(story, tables=tuple(tables), rounds=tuple(rng.sample(story.rounds, len(story.rounds))))
    assert compute(mixed, keys) == compute(story, keys)


@settings(max_examples=60, deadline=None)
@given(tournaments(), lists)
def test_ranks_are_whole_and_say_why(story, keys):
    standings = compute(story, keys)
    assert sorted(each.entrant for each in standings) == list(story.entrants)
    for at, each in enumerate(standings):
        before = standings[at - 1] if at else None
        tied = before is not None and before.rank == each.rank
        assert each.rank == (before.rank if tied else at + 1)
        if before:
            better = registry().tiebreaks.get(each.above.key)
            assert (better is None) == tied
            if better:
                ahead = each.above.theirs - each.above.mine
                assert ahead > 0 if better.higher_is_better else ahead < 0


@settings(max_examples=40, deadline=None)
@given(tournaments(), lists)
def test_lots_leave_nobody_tied(story, keys):
    standings = compute(story, [*(key for key in keys if key != "lots"), "lots"])
    assert [each.rank for each in standings] == list(range(1, len(story.entrants) + 1))


@settings(max_examples=60, deadline=None)
@given(tournaments())
def test_direct_encounter_is_given_only_to_those_who_have_all_met(story):
    met = {(a, b) for table in story.tables for a in table.places for b in table.places}
    standings = compute(story, ["placing", "direct-encounter"])
    for score in {each.placing for each in standings}:
        tied = [each for each in standings if each.placing == score]
        all_met = all((a.entrant, b.entrant) in met for a in tied for b in tied if a is not b)
        given_one = [each for each in tied if "direct-encounter" in each.values]
        assert given_one == (tied if len(tied) > 1 and all_met else [])


def test_a_whole_tournament_with_byes_is_ranked_as_in_chess():
    keys = ["placing", "buchholz", "sonneborn-berger", "direct-encounter", "wins"]
    assert listed(compute(BYES, keys)) == [(1, 1), (2, 5), (3, 3), (4, 2), (5, 4)]
