"""Stored schedules hold what they promise, and a broken one is found out."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing import cubes, designs
from tournaments.pairing.berger import berger
from tournaments.pairing.designs import (
    BrokenDesign,
    Design,
    check_rounds,
    check_schedule,
    parse,
    stored_sizes,
)
from tournaments.pairing.lattices import lattice

KNOWN_MAXIMA = [(4, 16, 5), (4, 20, 5), (4, 24, 7), (4, 28, 9), (4, 32, 10), (4, 36, 11), (4, 40, 13)]
ALSO_FOUND = [(3, 9, 4), (3, 15, 7), (3, 21, 10), (3, 27, 13), (5, 25, 6), (6, 36, 3)]


@pytest.mark.parametrize("promised", [*KNOWN_MAXIMA, *ALSO_FOUND])
def test_the_promised_schedules_are_stored(promised):
    assert promised in stored_sizes()


@pytest.mark.parametrize("promised", stored_sizes())
def test_in_a_stored_schedule_everybody_sits_every_round_and_nobody_meets_twice(promised):
    size, people, rounds = promised
    (design,) = [
        each for each in designs.schedules(size) if (each.people, len(each.rounds)) == (people, rounds)
    ]
    seen = set()
    for tables in design.rounds:
        assert sorted(each for table in tables for each in table) == list(range(people))
        assert {len(table) for table in tables} == {size}
        met = {pair for table in tables for pair in combinations(sorted(table), 2)}
        assert not met & seen
        seen |= met


@pytest.mark.parametrize(
    ("rounds", "what"),
    [
        (((0, 1), (2, 3)), "meet twice"),
        (((0, 2), (1, 2)), "sits twice"),
        (((0, 2), (1, 4)), "none of the 4"),
        (((0, 2),), "not everybody sits"),
        (((0, 2, 1), (3,)), "not of 2"),
    ],
)
def test_a_broken_schedule_is_refused(rounds, what):
    with pytest.raises(BrokenDesign, match=what):
        check_schedule(Design(4, 2, (((0, 1), (2, 3)), rounds)))


def test_a_line_that_is_no_round_is_refused():
    assert parse("1 2 | 3 4") == ((0, 1), (2, 3))
    with pytest.raises(BrokenDesign):
        parse("1 2 | x")


def test_a_stored_file_that_was_damaged_is_found_when_it_is_loaded(tmp_path, monkeypatch):
    good = (designs.FOLDER / "4-16-5.txt").read_text()
    (tmp_path / "4-16-5.txt").write_text(good)
    monkeypatch.setattr(designs, "FOLDER", tmp_path)
    assert len(designs.schedules.__wrapped__(4)) == 1
    lines = good.splitlines()
    (tmp_path / "4-16-5.txt").write_text("\n".join([*lines[:4], lines[0]]))
    with pytest.raises(BrokenDesign, match="meet twice"):
        designs.schedules.__wrapped__(4)
    (tmp_path / "4-16-5.txt").write_text("\n".join(lines[:4]))
    with pytest.raises(BrokenDesign, match="4 rounds"):
        designs.schedules.__wrapped__(4)


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_a_stored_round_robin_says_how_even_it_is(size):
    stored = designs.turning(size)
    assert stored
    for sizes, design in stored.items():
        check_rounds(design)
        assert all(designs.table_sizes(tables) == sizes for tables in design.rounds)
        met = list(design.meetings().values())
        assert design.imbalance == max(met) - min(met) <= 2
        assert min(met) >= 1


def test_seats_to_be_left_empty_never_meet():
    (design,) = [each for each in designs.schedules(4) if each.people == 24]
    met = design.meetings()
    last = design.last_ones()
    assert sorted(last) == list(range(24))
    assert not any(met[min(pair), max(pair)] for pair in combinations(last[-3:], 2))


def test_the_cubes_give_ten_rounds_for_thirty_two():
    design = Design(32, 4, cubes.rounds())
    check_schedule(design)
    assert len(design.rounds) == 10
    (stored,) = [each for each in designs.schedules(4) if each.people == 32]
    assert stored.rounds == design.rounds


@settings(deadline=None)
@given(size=st.integers(2, 6), tables=st.integers(1, 30))
def test_a_lattice_is_a_schedule_of_as_many_rounds_as_tables(size, tables):
    rounds = lattice(size, tables)
    if rounds is not None:
        assert len(rounds) == tables
        check_schedule(Design(size * tables, size, rounds))


def test_a_lattice_needs_steps_that_divide_everything():
    assert lattice(4, 6) is None
    assert lattice(4, 8) is not None
    assert lattice(3, 12) is not None
    assert lattice(4, 12) is None


@settings(deadline=None)
@given(people=st.integers(2, 40), legs=st.integers(1, 3))
def test_berger_lets_every_two_meet_once_a_leg_and_seats_come_out_even(people, legs):
    design = berger(people, legs)
    check_rounds(design)
    assert len(design.rounds) == legs * (people - 1 + people % 2)
    assert set(design.meetings().values()) == {legs}
    for each in range(people):
        first = sum(table[0] == each for tables in design.rounds for table in tables)
        second = sum(table[1] == each for tables in design.rounds for table in tables)
        assert abs(first - second) <= 1


def test_berger_begins_as_printed():
    rounds = [[(one + 1, other + 1) for one, other in tables] for tables in berger(6).rounds]
    assert rounds[:2] == [[(1, 6), (2, 5), (3, 4)], [(6, 4), (5, 3), (1, 2)]]
