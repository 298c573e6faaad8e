"""The planner: every sensible split, honestly compared."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.api import CannotPair
from tournaments.pairing.planner import plan, repeats_expected, repeats_least
from tournaments.pairing.sizes import split

SIZES = st.frozensets(st.integers(2, 6), min_size=1)


def test_twenty_three_people_by_threes_to_fives():
    found = plan(23, frozenset({3, 4, 5}), rounds=5, prefer=4)
    assert found[0].sizes == (4, 4, 4, 4, 4, 3)
    assert (found[0].out, found[0].off_size, found[0].tables) == (0, 1, 6)
    assert found[0].recommended
    assert not any(each.recommended for each in found[1:])
    assert {each.sizes for each in found} == {
        (4, 4, 4, 4, 4, 3),
        (5, 5, 5, 4, 4),
        (4, 4, 3, 3, 3, 3, 3),
        (3,) * 7,
        (4,) * 5,
        (5,) * 4,
    }
    assert [each.out for each in found] == [0, 0, 0, 2, 3, 3]


def test_sizes_with_a_gap_still_seat_everybody():
    found = plan(7, frozenset({2, 5}), rounds=1)
    assert [(each.sizes, each.out) for each in found] == [((5, 2), 0), ((2, 2, 2), 1), ((5,), 2)]


def test_length_follows_the_largest_table():
    (by_fours,) = plan(8, frozenset({4}), rounds=3, minutes={4: 40}, pause=5)
    assert by_fours.minutes == 3 * 40 + 2 * 5


def test_known_schedules_are_named():
    by_fours = plan(24, frozenset({4}), rounds=7)[0]
    assert (by_fours.schedule_rounds, by_fours.repeats_least) == (7, 0)
    assert 5 <= by_fours.repeats_expected <= 25
    assert plan(23, frozenset({3, 4}), rounds=7, prefer=4)[0].schedule_rounds == 7


@pytest.mark.parametrize(
    ("people", "sizes", "rounds", "least"),
    [
        (16, (4,) * 4, 5, 0),
        (16, (4,) * 4, 6, 24),
        (8, (4, 4), 2, 4),
        (4, (4,), 3, 18),
        (2, (2,), 4, 6),
        (24, (4,) * 6, 7, 0),
    ],
)
def test_the_fewest_possible_repeats_are_counted(people, sizes, rounds, least):
    assert repeats_least(people, sizes, rounds) == least


@settings(deadline=None)
@given(people=st.integers(2, 20), rounds=st.integers(1, 6), seed=st.integers(0, 999), allow=SIZES)
def test_no_seating_has_fewer_repeats_than_the_least(people, rounds, seed, allow):
    if people < min(allow):
        return
    sizes = split(people, min(allow), allow)
    random, met, repeats = Random(seed), {}, 0  # noqa: S311
    for _ in range(rounds):
        rest = iter(random.sample(range(people), people))
        for size in sizes:
            for pair in combinations(sorted(next(rest) for _ in range(size)), 2):
                repeats += met.get(pair, 0)
                met[pair] = met.get(pair, 0) + 1
    assert repeats >= repeats_least(people, sizes, rounds)
    assert repeats_expected(people, sizes, rounds) >= repeats_least(people, sizes, rounds)


@settings(deadline=None)
@given(people=st.integers(0, 60), allow=SIZES, rounds=st.integers(1, 9), prefer=st.integers(2, 6))
def test_every_split_seats_by_allowed_sizes_and_the_recommended_leaves_fewest_out(
    people, allow, rounds, prefer
):
    if people < min(allow):
        with pytest.raises(CannotPair):
            plan(people, allow, rounds)
        return
    found = plan(people, allow, rounds, prefer)
    fewest = next(out for out in range(people) if can_be_seated(people - out, allow))
    for each in found:
        assert set(each.sizes) <= allow
        assert sum(each.sizes) + each.out == people
        assert each.out == fewest or len(set(each.sizes)) == 1
    assert len({each.sizes for each in found}) == len(found)
    assert [each.recommended for each in found] == [True] + [False] * (len(found) - 1)
    assert found[0].out == fewest
    even = [each for each in found if each.out == fewest and max(each.sizes) - min(each.sizes) <= 1]
    if even:
        assert found[0].off_size == min(each.off_size for each in even)


def can_be_seated(people, allow):
    held = {0}
    for count in range(1, people + 1):
        if any(count - size in held for size in allow):
            held.add(count)
    return people in held


def test_what_cannot_be_is_refused():
    for people, allow in ((0, {4}), (3, {4}), (8, set()), (8, {7})):
        with pytest.raises(CannotPair):
            plan(people, frozenset(allow), 3)


@settings(deadline=None)
@given(people=st.integers(2, 60), allow=SIZES, prefer=st.integers(2, 6))
def test_sizes_leave_fewest_out_are_even_where_that_can_be_and_as_preferred_as_can_be(people, allow, prefer):
    if people < min(allow):
        return
    sizes = split(people, prefer, allow)
    assert people - sum(sizes) == next(out for out in range(people) if can_be_seated(people - out, allow))
    even = [
        each
        for each in plan(sum(sizes), allow, 1, prefer)
        if each.out == 0 and each.sizes[0] - each.sizes[-1] < 2
    ]
    if even:
        assert sizes[0] - sizes[-1] < 2
        assert sum(size != prefer for size in sizes) == min(each.off_size for each in even)
