"""Pairing: everybody seated once, sizes as wanted, no needless repeats, the same by the same seed."""

import subprocess
import sys
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.fields import Looking, Tournament, as_now
from tournaments.pairing.api import CannotPair, Contender, Request
from tournaments.pairing.sizes import allowed, split
from tournaments.pairing.swiss import pair

ALL_SIZES = frozenset(range(2, 7))


def name(number):
    return f"{number:02}"


def request(people, prefer=4, *, seed=1, met=None, allow=ALL_SIZES, points=None, **kwargs):
    contenders = tuple(
        Contender(id=name(number), points=points[number] if points else 0.0, **kwargs)
        for number in range(people)
    )
    return Request(contenders, prefer, allow, seed, met=met or {})


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
    assert split(8, 4, frozenset({3, 5})) == (5, 3)
    assert split(10, 4, frozenset({2, 4})) == (2, 2, 2, 2, 2)
    assert split(8, 4, frozenset({3, 4, 5}), [5]) == (5, 3)
    assert split(15, 4, frozenset({3, 4, 5}), [5]) == (5, 5, 5)
    with pytest.raises(CannotPair):
        split(1, 4, ALL_SIZES)


@given(
    people=st.integers(2, 40), prefer=st.integers(2, 6), allow=st.frozensets(st.integers(2, 6), min_size=1)
)
def test_sizes_are_the_best_of_all_ways_to_make_tables(people, prefer, allow):
    """Against all ways: first everybody seated who can be, then even sizes, then as preferred."""
    ways = _all_splits(people, tuple(sorted(allow, reverse=True)))
    if not any(ways):
        with pytest.raises(CannotPair):
            split(people, prefer, allow)
        return
    found = split(people, prefer, allow)
    most = max(map(sum, ways))
    steps = sorted(allow)
    full = [each for each in ways if sum(each) == most]
    even = [each for each in full if each[0] - each[-1] <= 1]
    near = even or [each for each in full if steps.index(each[0]) - steps.index(each[-1]) <= 1] or full
    assert sum(found) == most
    assert found in near
    if near is not full or len(near) == 1:
        assert _odd(found, prefer) == min(_odd(each, prefer) for each in near)


def _all_splits(people, sizes):
    if not sizes:
        return [()]
    return [
        (sizes[0],) * times + rest
        for times in range(people // sizes[0] + 1)
        for rest in _all_splits(people - times * sizes[0], sizes[1:])
    ]


def _odd(sizes, prefer):
    return sum(size != prefer for size in sizes)


def test_who_sat_out_least_sits_out_first_and_of_these_the_lowest():
    contenders = tuple(Contender(id=name(n), sat_out=1 if n == 6 else 0) for n in range(7))
    assert pair(Request(contenders, 2, frozenset({2}), seed=1)).out == (name(5),)


@settings(deadline=None, max_examples=40)
@given(people=st.integers(2, 60), prefer=st.integers(2, 6), seed=st.integers(0, 2**32))
def test_everybody_sits_exactly_once(people, prefer, seed):
    pairing = pair(request(people, prefer, seed=seed))
    seated = [each for table in pairing.tables for each in table.seats]
    assert sorted([*seated, *pairing.out]) == [name(number) for number in range(people)]
    assert all(2 <= len(table.seats) <= 6 for table in pairing.tables)


def test_the_same_seed_gives_the_same_round():
    assert pair(request(30, seed=7)) == pair(request(30, seed=7))
    assert pair(request(30, seed=7)) != pair(request(30, seed=8))


def test_five_rounds_of_sixty_four_repeat_nobody():
    met: dict[tuple[str, str], int] = {}
    for seed in range(5):
        pairing = pair(request(64, seed=seed, met=met))
        assert pairing.cost["repeats"] == 0
        for table in pairing.tables:
            for one, other in combinations(sorted(table.seats), 2):
                met[one, other] = met.get((one, other), 0) + 1


def test_equals_meet_equals():
    points = {number: float(number // 4) for number in range(16)}
    pairing = pair(request(16, points=points))
    assert pairing.cost["spread"] == 0


def test_the_stated_repeats_are_the_true_ones():
    met = dict.fromkeys(combinations(map(name, range(4)), 2), 2)
    assert pair(request(4, met=met)).cost["repeats"] == 12


def test_whoever_has_a_fixed_table_sits_there_and_never_sits_out():
    contenders = tuple(Contender(id=name(n)) for n in range(17))
    fixed = {name(16): 3, name(2): 3, name(15): 1}
    pairing = pair(Request(contenders, 4, frozenset({4}), seed=1, fixed=fixed))
    at = {each: table.number for table in pairing.tables for each in table.seats}
    assert {each: at[each] for each in fixed} == fixed
    assert pairing.out == (name(14),)


@pytest.mark.parametrize(
    ("code", "people", "fixed"),
    [
        ("nobody", 0, {}),
        ("too-few-players", 1, {}),
        ("unknown-id", 8, {"x": 1}),
        ("no-such-table", 8, {name(1): 3}),
        ("no-such-table", 8, {name(1): 0}),
        ("table-full", 8, {name(n): 1 for n in range(5)}),
        ("table-full", 9, {name(n): n % 2 + 1 for n in range(9)}),
    ],
)
def test_what_cannot_be_seated_is_refused_with_a_code(code, people, fixed):
    contenders = tuple(Contender(id=name(n)) for n in range(people))
    with pytest.raises(CannotPair) as refused:
        pair(Request(contenders, 4, frozenset({4}), seed=1, fixed=fixed))
    assert refused.value.code == code


def test_who_had_an_odd_table_least_gets_the_next_one():
    contenders = tuple(Contender(id=name(n), points=n, short=int(n not in (3, 17, 40))) for n in range(43))
    pairing = pair(Request(contenders, 4, frozenset({3, 4}), seed=1))
    (odd,) = [table.seats for table in pairing.tables if len(table.seats) == 3]
    assert set(odd) == {name(3), name(17), name(40)}


def test_people_listed_apart_are_kept_apart_before_their_points_are_looked_at():
    points = {n: float(n // 4) for n in range(40)}
    apart = frozenset((name(4 * n), name(4 * n + 1)) for n in range(10))
    asked = replace(request(40, points=points), apart=apart)
    assert pair(asked).cost["apart"] == 0
    assert pair(replace(asked, apart=frozenset(combinations(map(name, range(40)), 2)))).cost["apart"] == 60


def test_who_looks_on_is_told_and_can_stop_it_with_the_best_so_far():
    asked = Tournament(200, 4, seed=1).play_rounds(4).request(seconds=60)
    looking = Looking(stop_after=3)
    pairing = pair(asked, looking)
    assert len(pairing.everybody) == 200
    assert len(looking.reports) == 3
    assert looking.reports == sorted(looking.reports)


@pytest.mark.parametrize(("people", "size"), [(64, 4), (61, 3), (50, 5), (48, 6), (300, 2), (26, 4)])
def test_without_a_clock_the_same_request_gives_the_same_pairing_in_another_process(people, size):
    command = [sys.executable, "-c", ANOTHER_PROCESS, str(people), str(size)]
    once = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    asked = Tournament(people, size, 3, allow=frozenset({size, size - 1} - {1})).play_rounds(5).request()
    assert once == f"{pair(asked)}\n"


ANOTHER_PROCESS = """
import sys
from tests.tournaments.fields import Tournament
from tournaments.pairing.swiss import pair
people, size = map(int, sys.argv[1:])
print(pair(Tournament(people, size, 3, allow=frozenset({size, size - 1} - {1})).play_rounds(5).request()))
"""


def test_naming_the_system_loads_none_of_the_search():
    code = "import sys, tournaments.pairing.swiss, tournaments.pairing.record, tournaments.pairing.words; print(sorted({'numpy', 'scipy', 'rustworkx', 'django'} & set(sys.modules)))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "[]\n"


def test_seats_stay_even_over_seven_rounds():
    played = Tournament(64, 4, seed=5).play_rounds(7, as_now)
    uneven = [seats for seats in played.seats.values() if max(seats[:4]) - min(seats[:4]) > 1]
    assert len(uneven) <= 6  # of 64: more people leave more that can be exchanged
    assert all(max(seats[:4]) - min(seats[:4]) <= 2 for seats in uneven)


def test_seats_go_round():
    contenders = tuple(
        Contender(id=name(n), seats=tuple(int(seat == n) * 3 for seat in range(6))) for n in range(4)
    )
    (table,) = pair(Request(contenders, 4, ALL_SIZES, seed=1)).tables
    assert all(table.seats[n] != name(n) for n in range(4))
