"""Stored schedules as a system: no repeats while nothing happens, sense while something does."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.life import Life
from tournaments.pairing.schedule import system
from tournaments.pairing.schedule_search import search


def codes(pairing):
    return {reason.code for reasons in pairing.why.values() for reason in reasons}


@pytest.mark.parametrize(
    ("people", "size", "rounds"),
    [(16, 4, 5), (20, 4, 5), (24, 4, 7), (32, 4, 10), (15, 3, 7), (25, 5, 6), (42, 6, 7), (52, 4, 13)],
)
def test_a_full_field_repeats_nobody_to_the_last_round(people, size, rounds):
    life = Life(people, size, {size})
    assert system.longest(people, size) == rounds
    for _ in range(rounds):
        pairing = life.play(system)
        assert pairing.cost["repeats"] == pairing.cost["out"] == pairing.cost["sizes"] == 0
        assert codes(pairing) == {"schedule-round"}
    assert max(life.met.values()) == 1


@pytest.mark.parametrize(("people", "short"), [(23, 1), (22, 2)])
def test_empty_seats_make_tables_one_short_and_still_nobody_meets_twice(people, short):
    life = Life(people, 4, {3, 4, 5})
    for _ in range(7):
        pairing = life.play(system)
        assert sorted(Counter(len(table.seats) for table in pairing.tables).items()) == [
            (3, short),
            (4, 6 - short),
        ]
        assert pairing.cost["repeats"] == 0


def test_who_comes_late_takes_an_empty_seat_and_who_leaves_leaves_one():
    life = Life(23, 4, {3, 4, 5})
    life.play(system)
    life.comes()
    life.play(system)
    assert life.past[-1].out == ()
    life.leaves()
    for _ in range(5):
        assert life.play(system).cost["repeats"] == 0


def test_a_round_that_had_to_be_mended_says_so():
    life = Life(24, 4, {3, 4, 5})
    life.play(system)
    life.comes()
    assert "schedule-mended" in codes(life.play(system))


def test_where_no_schedule_is_known_it_says_so():
    life = Life(9, 4, {4, 5})
    pairing = life.play(system)
    assert pairing.cost["out"] == 0
    assert "no-schedule" in codes(pairing)


def test_the_rounds_need_not_be_asked_for_in_order():
    """The record of a request has no round number: what was met tells which rounds are left."""
    life = Life(16, 4, {4})
    for _ in range(5):
        assert life.play(system, round=1, seeding=()).cost["repeats"] == 0


def test_fixed_people_sit_at_their_tables():
    life = Life(16, 4, {4})
    fixed = {"p001": 3, "p002": 3, "p009": 1}
    for _ in range(3):
        pairing = life.play(system, fixed=fixed)
        at = {each: table.number for table in pairing.tables for each in table.seats}
        assert {each: at[each] for each in fixed} == fixed


@settings(max_examples=40, deadline=None)
@given(
    people=st.integers(2, 45),
    size=st.integers(2, 6),
    seed=st.integers(0, 999),
    moves=st.lists(st.sampled_from(["comes", "leaves", "nothing"]), max_size=5),
)
def test_people_may_come_and_go(people, size, seed, moves):
    life = Life(people, size, {2, 3, 4, 5, 6}, seed=seed)
    for move in ["nothing", *moves]:
        if move == "comes":
            life.comes()
        elif move == "leaves" and len(life.here) > 2:
            life.leaves()
        assert life.play(system).cost["out"] == 0


@pytest.mark.parametrize(
    ("people", "size", "rounds"),
    [(9, 3, 4), (16, 4, 5), (12, 3, 4), (20, 4, 5), (24, 4, 7), (8, 2, 7), (32, 4, 10)],
)
def test_the_search_finds_them_again(people, size, rounds):
    found = search(people, size, rounds, seed=1)
    assert found is not None
    seen = set()
    for tables in found:
        assert sorted(each for table in tables for each in table) == list(range(people))
        for table in tables:
            pairs = {(one, other) for one in table for other in table if one < other}
            assert not pairs & seen
            seen |= pairs
    assert len(found) == rounds


def test_the_search_knows_what_cannot_be():
    assert search(16, 4, 6) is None
    assert search(15, 4, 1) is None
