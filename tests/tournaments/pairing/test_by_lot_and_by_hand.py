"""By lot and by hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.life import Life
from tournaments.pairing.api import CannotPair
from tournaments.pairing.by_hand import system as by_hand
from tournaments.pairing.random_draw import system as by_lot

ALL = frozenset(range(2, 7))


@settings(max_examples=50, deadline=None)
@given(people=st.integers(2, 60), size=st.integers(2, 6), seed=st.integers(0, 999), data=st.data())
def test_lots_seat_everybody_and_heed_fixed_tables(people, size, seed, data):
    life = Life(people, size, ALL, seed=seed)
    who = data.draw(st.lists(st.sampled_from(life.seeding), max_size=min(people, 3), unique=True))
    fixed = {each: 1 + index // 2 for index, each in enumerate(who)}
    if len(set(fixed.values())) > max(1, people // 6):
        fixed = {}
    pairing = life.play(by_lot, fixed=fixed)
    at = {each: table.number for table in pairing.tables for each in table.seats}
    assert pairing.cost["out"] == 0
    assert {each: at[each] for each in fixed} == fixed


def test_lots_differ_by_seed_alone():
    life = Life(24, 4, {4})
    first, again, other = (by_lot.pair(life.request(seed=seed)).tables for seed in (1, 1, 2))
    assert first == again != other


def test_lots_let_the_right_ones_sit_out():
    life = Life(9, 4, {4})
    outs = [life.play(by_lot).out for _ in range(9)]
    assert sorted(outs) == [(each,) for each in life.seeding]


def test_too_many_at_one_table_are_refused():
    life = Life(8, 4, {4})
    with pytest.raises(CannotPair, match="table-full"):
        life.play(by_lot, fixed=dict.fromkeys(life.seeding[:5], 1))
    with pytest.raises(CannotPair, match="unknown-id"):
        life.play(by_lot, fixed={"nobody": 1})
    with pytest.raises(CannotPair, match="bad-table-number"):
        life.play(by_lot, fixed={"p001": 0})


def test_the_organisers_tables_are_taken_as_they_are_and_costed():
    life = Life(
        9,
        4,
        {4},
        options={
            "tables": [
                ["p004", "p003", "p002", "p001"],
                {"table": 7, "seats": ["p005", "p006", "p007", "p008"]},
            ]
        },
    )
    pairing = life.play(by_hand)
    assert [(table.number, table.seats[0]) for table in pairing.tables] == [(1, "p004"), (7, "p005")]
    assert pairing.out == ("p009",)
    assert pairing.proven
    assert life.play(by_hand).cost["repeats"] == 12


@pytest.mark.parametrize(
    ("tables", "code"),
    [
        (None, "no-tables"),
        ([], "no-tables"),
        ("p001", "no-tables"),
        ([{"table": 1}], "no-tables"),
        ([["p001", "p002", "p003", "x"]], "unknown-id"),
        ([["p001", "p002", "p003", "p001"]], "seated-twice"),
        ([["p001", "p002", "p003"]], "size-not-allowed"),
        ([{"table": 0, "seats": ["p001", "p002", "p003", "p004"]}], "bad-table-number"),
        ([["p002", "p003", "p004", "p005"]], "fixed-elsewhere"),
    ],
)
def test_tables_that_cannot_be_are_refused(tables, code):
    life = Life(8, 4, {4}, options={"tables": tables})
    with pytest.raises(CannotPair, match=code):
        by_hand.pair(life.request(fixed={"p001": 1}))


def test_somebody_entered_twice_is_refused():
    life = Life(4, 4, {4})
    request = life.request()
    with pytest.raises(CannotPair, match="twice-entered"):
        by_lot.pair(life.request(contenders=request.contenders * 2))
