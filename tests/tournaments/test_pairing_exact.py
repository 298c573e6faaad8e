"""Against a search through every seating: nothing is better, whichever way the seating was found."""

from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments import dutch
from tests.tournaments.fields import Tournament, as_now
from tournaments.pairing import swiss_search
from tournaments.pairing.api import COSTS, Contender, Request, pair_key
from tournaments.pairing.budget import Budget
from tournaments.pairing.field import settled
from tournaments.pairing.partition import Partition
from tournaments.pairing.problem import Problem
from tournaments.pairing.proof import Bounds, _step, totals
from tournaments.pairing.sizes import split
from tournaments.pairing.swiss import pair


def ids(people):
    return [f"p{number}" for number in range(people)]


@st.composite
def requests(draw, most=9):
    people = ids(draw(st.integers(2, most)))
    pairs = st.sampled_from(list(combinations(people, 2)))
    prefer = draw(st.integers(2, 6))
    allow = draw(st.sampled_from([{2}, {2, 3}, {3, 4}, {3, 4, 5}, {2, 3, 4, 5, 6}, {2, 4}])) | {2}
    return Request(
        contenders=tuple(
            Contender(
                id=each,
                points=draw(st.one_of(st.integers(0, 4), st.sampled_from([0.5, 1.25]))),
                club=draw(st.sampled_from(["", "", "Hattem", "Bueil"])),
                short=draw(st.integers(0, 2)),
                sat_out=draw(st.integers(0, 1)),
                seats=tuple(draw(st.lists(st.integers(0, 2), min_size=6, max_size=6))),
            )
            for each in people
        ),
        prefer=prefer,
        allow=frozenset(allow),
        seed=draw(st.integers(0, 2**32)),
        met=draw(st.dictionaries(pairs, st.integers(1, 2), max_size=12)),
        apart=draw(st.frozensets(pairs, max_size=4)),
    )


# -- every seating, by code that shares nothing with the search ----------------------------------


def cheapest(request, playing, sizes):
    """The least of all: how short those at odd tables are, then the costs in their order."""
    people = {each.id: each for each in request.contenders}
    return min(
        tuple(
            map(
                sum,
                zip(
                    *(table_cost(request, [people[each] for each in table]) for table in tables), strict=True
                ),
            )
        )
        for tables in partitions(tuple(playing), Counter(sizes))
    )


def partitions(left, sizes):
    if not left:
        yield []
        return
    for size in set(sizes.elements()):
        for others in combinations(left[1:], size - 1):
            rest = tuple(each for each in left[1:] if each not in others)
            for tables in partitions(rest, sizes - Counter([size])):
                yield [(left[0], *others), *tables]


def table_cost(request, table):
    pairs = list(combinations(table, 2))
    return (
        sum(each.short for each in table) if len(table) != request.prefer else 0,
        sum(request.met.get(pair_key(a.id, b.id), 0) for a, b in pairs),
        sum(pair_key(a.id, b.id) in request.apart for a, b in pairs),
        sum((a.points - b.points) ** 2 for a, b in pairs),
        sum(a.club == b.club != "" for a, b in pairs),
        min(
            sum(uneven(each, seat, request.prefer) for seat, each in enumerate(order))
            for order in permutations(table)
        ),
    )


def uneven(each, seat, prefer):
    seats = list(each.seats)
    seats[seat] += 1
    return max(0, max(seats[:prefer]) - min(seats[:prefer]) - 1)


def stated(request, pairing):
    short = {each.id: each.short for each in request.contenders}
    odd = sum(
        short[each] for table in pairing.tables if len(table.seats) != request.prefer for each in table.seats
    )
    return (odd, *(pairing.cost[name] for name in COSTS[2:]))


@settings(deadline=None, max_examples=60)
@given(request=requests())
def test_no_seating_of_a_small_field_is_better(request):
    pairing = pair(request)
    playing = [each.id for each in request.contenders if each.id not in pairing.out]
    sizes = split(len(request.contenders), request.prefer, request.allow)
    assert stated(request, pairing) == cheapest(request, playing, sizes)
    assert pairing.proven


@settings(deadline=None, max_examples=60)
@given(request=requests())
def test_the_search_for_large_fields_finds_the_best_of_small_ones_too(request):
    """The ways that large fields go, forced upon a small one: equal up to the spread."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(swiss_search, "MOST_SEATINGS", 0)
        pairing = pair(request)
    playing = [each.id for each in request.contenders if each.id not in pairing.out]
    sizes = split(len(request.contenders), request.prefer, request.allow)
    assert stated(request, pairing)[:4] == cheapest(request, playing, sizes)[:4]
    assert all(pairing.bound[name] <= pairing.cost[name] for name in pairing.bound)


@pytest.mark.parametrize(("people", "size"), [(12, 4), (12, 3), (13, 3), (14, 4), (10, 2)])
def test_bounds_are_never_above_what_is_possible(people, size):
    for seed in range(4):
        asked = Tournament(people, size, seed, allow=frozenset({size, size + 1})).play_rounds(3).request()
        best = pair(asked)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(swiss_search, "MOST_SEATINGS", 0)
            searched = pair(asked)
        assert {name: searched.bound[name] <= best.cost[name] for name in searched.bound} == dict.fromkeys(
            searched.bound, True
        )


def test_what_nothing_undercuts_from_the_start_is_proved_in_large_numbers_too():
    """With costs so large that the first bound is called a little too low."""
    points = np.array([0.0, 2_000.0, 10_000.0, 12_000.0])
    between = (points[:, None] - points[None, :]) ** 2
    proof = Partition(between, (2, 2), [[0, 1], [2, 3]], Budget(None)).prove()
    assert (proof.bound, proof.better) == (8_000_000, None)


def test_a_field_of_64_by_fours_is_proved_in_most_cases():
    proved = [pair(Tournament(64, 4, seed).play_rounds(6).request()).proven for seed in range(6)]
    assert all(proved)


@given(
    st.lists(st.integers(-9, 9), min_size=8, max_size=8),
    st.sampled_from([1, 5]),
    st.permutations(range(8)),
    st.sampled_from([2, 4]),
)
def test_all_seatings_of_a_field_spread_by_steps(points, times, order, size):
    """Which is what a bound is raised to."""
    people = tuple(Contender(id=each, points=times * of) for each, of in zip(ids(8), points, strict=True))
    problem = Problem(settled(Request(people, size, frozenset({size}))))

    def spread(seats):
        tables = [seats[start : start + size] for start in range(0, 8, size)]
        return totals(problem, [list(table) for table in tables]).spread

    step = _step(problem, Bounds())
    assert len(set(points)) == 1 or step % (2 * times**2) == 0
    assert (spread(range(8)) - spread(order)) % step == 0


@pytest.mark.parametrize("seed", range(20))
def test_twos_are_never_worse_than_the_dutch_system(seed):
    rounds = 1 + seed % 6
    played = Tournament(20 + 4 * (seed % 9), 2, seed).play_rounds(rounds)
    theirs = dutch.compared(played, dutch.pairs(played, dutch.report(played, rounds + 1)))
    ours = dutch.compared(played, as_now(played.request()))
    assert {name: ours[name] <= theirs[name] for name in ours} == dict.fromkeys(ours, True)


def test_a_thousand_meet_nobody_again_and_hardly_spread():
    asked = Tournament(1000, 4, seed=1).play_rounds(6).request()
    pairing = pair(asked)
    assert pairing.cost["repeats"] == 0
    assert pairing.cost["spread"] <= 1.5 * pairing.bound["spread"]


def test_odd_points_are_stated_exactly_and_bounded_truly():
    people = tuple(Contender(id=each, points=number / 7) for number, each in enumerate(ids(16)))
    pairing = pair(Request(people, 4, frozenset({4}), seed=1))
    points = {each.id: each.points for each in people}
    spread = sum((points[a] - points[b]) ** 2 for t in pairing.tables for a, b in combinations(t.seats, 2))
    assert pairing.cost["spread"] == pytest.approx(spread)
    assert pairing.bound["spread"] <= pairing.cost["spread"]
