"""Pairing: everybody seated once, sizes as wanted, no needless repeats, the same by the same seed."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.api import CannotPair, Contender, Request
from tournaments.pairing.sizes import allowed, split
from tournaments.pairing.swiss import pair

ALL_SIZES = frozenset(range(2, 7))


def request(people, prefer=4, *, seed=1, met=None, allow=ALL_SIZES, points=None, **kwargs):
    contenders = tuple(
        Contender(id=number, points=points[number] if points else 0.0, **kwargs) for number in range(people)
    )
    return Request(contenders, prefer, allow, seed, met or {})


@pytest.mark.parametrize(
    ("people", "prefer", "sizes"),
    [
        (2, 4, (2,)),
        (5, 4, (5,)),
        (6, 4, (3, 3)),
        (7, 4, (4, 3)),
        (8, 4, (4, 4)),
        (9, 4, (5, 4)),
        (10, 4, (4, 3, 3)),
        (7, 2, (3, 2, 2)),
        (11, 6, (6, 5)),
        (24, 6, (6, 6, 6, 6)),
    ],
)
def test_tables_are_as_even_and_as_preferred_as_the_numbers_allow(people, prefer, sizes):
    assert split(people, prefer, allowed(people, prefer, ALL_SIZES)) == sizes


def test_where_the_sizes_leave_no_way_somebody_sits_out():
    assert split(7, 2, frozenset({2})) == (2, 2, 2)
    with pytest.raises(CannotPair):
        split(1, 4, ALL_SIZES)


def test_who_sat_out_least_sits_out_first_and_of_these_the_lowest():
    contenders = tuple(Contender(id=n, sat_out=1 if n == 6 else 0) for n in range(7))
    assert pair(Request(contenders, 2, frozenset({2}), seed=1)).out == (5,)


@given(people=st.integers(2, 60), prefer=st.integers(2, 6), seed=st.integers(0, 2**32))
def test_everybody_sits_exactly_once(people, prefer, seed):
    pairing = pair(request(people, prefer, seed=seed))
    seated = [each for table in pairing.tables for each in table]
    assert sorted([*seated, *pairing.out]) == list(range(people))
    assert all(2 <= len(table) <= 6 for table in pairing.tables)


def test_the_same_seed_gives_the_same_round():
    assert pair(request(30, seed=7)) == pair(request(30, seed=7))
    assert pair(request(30, seed=7)) != pair(request(30, seed=8))


def test_five_rounds_of_sixty_four_repeat_nobody():
    met: dict[tuple[int, int], int] = {}
    for seed in range(5):
        pairing = pair(request(64, seed=seed, met=met))
        assert pairing.cost["repeats"] == 0
        for table in pairing.tables:
            for one, other in combinations(sorted(table), 2):
                met[one, other] = met.get((one, other), 0) + 1


def test_equals_meet_equals():
    points = {number: float(number // 4) for number in range(16)}
    pairing = pair(request(16, points=points))
    assert pairing.cost["spread"] == 0


def test_the_stated_repeats_are_the_true_ones():
    met = dict.fromkeys(combinations(range(4), 2), 2)
    assert pair(request(4, met=met)).cost["repeats"] == 12


def test_seats_go_round():
    contenders = tuple(
        Contender(id=n, seats=tuple(int(seat == n) * 3 for seat in range(6))) for n in range(4)
    )
    (table,) = pair(Request(contenders, 4, ALL_SIZES, seed=1)).tables
    assert all(table[n] != n for n in range(4))
