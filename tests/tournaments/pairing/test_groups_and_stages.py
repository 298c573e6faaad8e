"""Groups, who goes on from them, and a tournament as a list of stages."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.life import Life
from tournaments.pairing import groups, knockout
from tournaments.pairing.api import CannotPair
from tournaments.pairing.brackets import folded
from tournaments.pairing.registry import registry
from tournaments.pairing.stages import Stage, StageResult, advance, problems

ALL = frozenset(range(2, 7))


def drawn(life):
    return groups.draw(life.seeding, len(life.seeding), life.prefer, life.options)


@settings(max_examples=30, deadline=None)
@given(
    people=st.integers(4, 40),
    count=st.integers(1, 6),
    size=st.integers(2, 4),
    how=st.sampled_from(["snake", "random"]),
    seed=st.integers(0, 99),
)
def test_everybody_meets_everybody_of_their_group_and_nobody_else(people, count, size, how, seed):
    options = {"groups": count, "draw": how, "draw_seed": seed}
    life = Life(people, size, ALL, options=options, seed=seed)
    inside = drawn(life)
    assert sorted(each for group in inside for each in group) == life.seeding
    assert max(map(len, inside)) - min(map(len, inside)) <= 1
    rounds = life.play_out(groups.system)
    assert len(rounds) == groups.system.rounds(people, size, {**options, "allow": sorted(ALL)})
    together = {pair for group in inside for pair in combinations(sorted(group), 2)}
    assert set(life.met) == together
    if size == 2:
        assert set(life.met.values()) == {1}


def test_the_draw_is_a_snake_by_seeding():
    assert groups.draw(list("abcdefgh"), 8, 2, {"groups": 2}) == [list("adeh"), list("bcfg")]


def test_a_draw_by_lot_is_the_same_every_round_and_another_by_another_seed():
    people = [str(number) for number in range(20)]
    lots = [
        groups.draw(people, 20, 2, {"groups": 4, "draw": "random", "draw_seed": seed}) for seed in (1, 1, 2)
    ]
    assert lots[0] == lots[1] != lots[2]


def test_who_comes_late_joins_the_smallest_group_and_nobody_else_moves():
    life = Life(11, 2, {2}, options={"groups": 3})
    life.play(groups.system)
    before = drawn(life)
    life.comes()
    life.play_out(groups.system)
    after = groups.draw(life.seeding, 11, 2, life.options)
    assert [len(group) for group in after] == [4, 4, 4]
    assert all(old == new[: len(old)] for old, new in zip(before, after, strict=True))
    assert all({*pair} <= set(group) for pair in life.met for group in after if pair[0] in group)


@settings(max_examples=25, deadline=None)
@given(
    people=st.integers(4, 30),
    size=st.integers(2, 6),
    seed=st.integers(0, 99),
    leaving=st.lists(st.integers(0, 3), max_size=5),
)
def test_withdrawals_never_break_it(people, size, seed, leaving):
    life = Life(people, size, ALL, options={"groups": 3}, seed=seed)
    for left in [0, *leaving]:
        for _ in range(left):
            if len(life.here) > 1:
                life.leaves()
        try:
            life.play(groups.system)
        except CannotPair as error:
            assert error.code in ("stage-over", "too-few-players")  # noqa: PT017
            return


def results(count, each):
    letters = "ABCDEFGHIJKLMNOP"[:count]
    order = tuple(f"{letter}{place}" for place in range(1, each + 1) for letter in letters)
    return StageResult(order, tuple(tuple(who for who in order if who[0] == letter) for letter in letters))


@pytest.mark.parametrize("count", [2, 4, 8])
def test_first_and_second_of_a_group_can_only_meet_in_the_final(count):
    seeding = advance(results(count, 4), 2, Stage("knockout", 2, frozenset({2})))
    assert len(seeding) == 2 * count
    assert {each[1] for each in seeding[:count]} == {"1"}
    parts = folded(seeding)
    while len(parts) > 2:
        half = len(parts) // 2
        parts = [one + other for one, other in zip(parts[:half], reversed(parts[half:]), strict=True)]
    assert all(len({each[0] for each in part}) == len(part) for part in parts)


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7, 8, 12])
def test_nobody_meets_their_own_group_in_the_first_round_of_the_finals(count):
    for size in (2, 3, 4):
        allow = frozenset({2} if size == 2 else {size - 1, size, size + 1})
        seeding = advance(results(count, 6), 2, Stage("knockout", size, allow))
        life = Life(0, size, allow)
        life.seeding = life.here = list(seeding)
        pairing = life.play(knockout.system)
        assert all(len({each[0] for each in table.seats}) == len(table.seats) for table in pairing.tables)


def test_the_next_in_the_group_comes_for_who_has_withdrawn():
    ended = results(2, 3)
    seeding = advance(StageResult(ended.order, ended.groups, frozenset({"A1"})), 1)
    assert sorted(seeding) == ["A2", "B1"]


def test_without_groups_the_first_of_the_standings_go_on():
    ended = StageResult(tuple("abcdef"), withdrawn=frozenset("b"))
    assert advance(ended, 3) == ("a", "c", "d")
    assert advance(ended, 0) == tuple("acdef")
    assert advance(ended, 99) == tuple("acdef")


def test_groups_then_finals_from_end_to_end():
    first = Stage("groups", 2, frozenset({2}), options={"groups": 4}, advance_k=2)
    finals = Stage("knockout", 2, frozenset({2}), options={"third_place": True})
    assert problems([first, finals], registry()) == []
    life = Life(18, 2, {2}, options=first.options)
    assert len(life.play_out(groups.system)) == first.length(18, registry()) == 5
    order = tuple(sorted(life.seeding, key=lambda each: -life.points[each]))
    seeding = advance(StageResult(order, tuple(map(tuple, drawn(life)))), first.advance_k, finals)
    last = Life(0, 2, {2}, options=finals.options)
    last.seeding = last.here = list(seeding)
    assert len(last.play_out(knockout.system)) == finals.length(8, registry()) == 3


@pytest.mark.parametrize(
    ("stage", "code"),
    [
        (Stage("chess"), "no-such-system"),
        (Stage("swiss", allow=frozenset({9})), "no-such-size"),
        (Stage("swiss", prefer=1), "no-such-size"),
        (Stage("double-elimination", prefer=4), "tables-of-two-only"),
        (Stage("swiss", rounds=0), "not-a-number"),
        (Stage("swiss", advance_k=-1), "not-a-number"),
    ],
)
def test_a_stage_that_cannot_be_is_named(stage, code):
    assert problems([Stage("swiss"), stage], registry()) == [(2, code)]


def test_a_tournament_has_a_stage():
    assert problems([], registry()) == [(1, "no-stage")]


def test_the_organiser_may_stop_earlier_than_the_system():
    assert Stage("round-robin", 2, frozenset({2}), rounds=3).length(10, registry()) == 3
    assert Stage("swiss", rounds=6).length(10, registry()) == 6
    assert Stage("swiss").length(10, registry()) is None
