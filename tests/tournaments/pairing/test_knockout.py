"""Knockouts: byes, brackets, walkovers, one winner; nobody out of a double elimination before a second loss."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.life import Life
from tournaments.pairing import double_elimination, knockout
from tournaments.pairing.api import CannotPair, Contender, PastRound, Played, Request
from tournaments.pairing.knockout import Rules

ALL = frozenset(range(2, 7))


def winner(table):
    return min(table.places, key=table.places.get)


def favourites(life, system):
    """Play to the end; the higher seed always wins."""
    while True:
        try:
            pairing = system.pair(life.request())
        except CannotPair:
            return
        tables = [
            Played(table.number, table.seats, {each: life.seeding.index(each) + 1 for each in table.seats})
            for table in pairing.tables
        ]
        life.past.append(PastRound(tuple(tables), pairing.out))


@settings(max_examples=40, deadline=None)
@given(people=st.integers(2, 40), seed=st.integers(0, 99))
def test_twos_end_with_one_winner_after_as_many_rounds_as_said(people, seed):
    life = Life(people, 2, {2}, seed=seed)
    rounds = life.play_out(knockout.system)
    assert len(rounds) == knockout.system.rounds(people, 2, {}) == (people - 1).bit_length()
    assert sum(len(played.tables) for played in life.past) == people - 1
    lost = Counter(
        each
        for played in life.past
        for table in played.tables
        for each in table.seats
        if each != winner(table)
    )
    (champion,) = set(life.seeding) - set(lost)
    assert set(lost.values()) <= {1}
    order = knockout.ranking(life.seeding, life.past, Rules(2, frozenset({2}), {}))
    assert order[0] == champion
    assert sorted(order) == life.seeding


def test_byes_go_to_the_highest_seeds_and_only_in_the_first_round():
    life = Life(11, 2, {2})
    rounds = life.play_out(knockout.system)
    byes = [[each for each, why in pairing.why.items() if why[0].code == "bye"] for pairing in rounds]
    assert sorted(byes[0]) == ["p001", "p002", "p003", "p004", "p005"]
    assert byes[1:] == [[], [], []]


def test_favourites_meet_as_the_bracket_says():
    life = Life(16, 2, {2})
    favourites(life, knockout.system)
    last = [{table.seats for table in played.tables} for played in life.past[-2:]]
    assert {frozenset(each) for each in last[0]} == {frozenset({"p001", "p004"}), frozenset({"p002", "p003"})}
    assert {frozenset(each) for each in last[1]} == {frozenset({"p001", "p002"})}


def test_the_third_place_is_played_beside_the_final_if_asked_for():
    life = Life(8, 2, {2}, options={"third_place": True})
    favourites(life, knockout.system)
    assert [len(played.tables) for played in life.past] == [4, 2, 2]
    assert knockout.ranking(life.seeding, life.past, Rules(2, frozenset({2}), {}))[:4] == [
        "p001",
        "p002",
        "p003",
        "p004",
    ]
    without = Life(8, 2, {2})
    favourites(without, knockout.system)
    assert [len(played.tables) for played in without.past] == [4, 2, 1]


@settings(max_examples=60, deadline=None)
@given(
    people=st.integers(2, 60),
    size=st.integers(3, 6),
    advance=st.integers(1, 5),
    seed=st.integers(0, 99),
    strict=st.booleans(),
)
def test_larger_tables_end_with_one_winner(people, size, advance, seed, strict):
    allow = {size} if strict else {max(2, size - 1), size, min(6, size + 1)}
    options = {"advance": min(advance, min(allow) - 1)}
    life = Life(people, size, allow, options=options, seed=seed)
    if people < min(allow):
        with pytest.raises(CannotPair, match="too-few-players"):
            life.play(knockout.system)
        return
    try:
        rounds = life.play_out(knockout.system)
    except CannotPair as error:
        assert error.code == "too-few-players" and not strict  # noqa: PT017, PT018
        raise
    assert len(rounds) == knockout.system.rounds(people, size, {**options, "allow": sorted(allow)})
    assert len(life.past[-1].tables) == 1
    order = knockout.ranking(life.seeding, life.past, Rules(size, frozenset(allow), options))
    assert order[0] == winner(life.past[-1].tables[0])
    assert sorted(order) == life.seeding


def test_two_of_four_go_on_and_are_kept_apart():
    life = Life(16, 4, {4}, options={"advance": 2})
    life.play(knockout.system)
    first = {each: table.number for table in life.past[0].tables for each in table.seats}
    pairing = life.play(knockout.system)
    assert [len(table.seats) for table in pairing.tables] == [4, 4]
    assert all(len({first[each] for each in table.seats}) == 4 for table in pairing.tables)
    assert len(life.play(knockout.system).tables) == 1


def test_who_leaves_gives_a_walkover_and_the_bracket_stands():
    life = Life(8, 2, {2})
    life.play(knockout.system)
    (through,) = [winner(table) for table in life.past[0].tables if "p002" in table.seats]
    life.leaves(through)
    pairing = life.play(knockout.system)
    assert len(pairing.tables) == 1
    (walked,) = [each for each, why in pairing.why.items() if why[0].code == "walkover"]
    final = life.play(knockout.system)
    assert walked in final.tables[0].seats
    with pytest.raises(CannotPair, match="stage-over"):
        life.play(knockout.system)


@settings(max_examples=60, deadline=None)
@given(
    people=st.integers(3, 30),
    size=st.integers(2, 6),
    seed=st.integers(0, 999),
    leaving=st.lists(st.integers(0, 3), max_size=6),
    late=st.booleans(),
    double=st.booleans(),
)
def test_withdrawals_never_break_it(people, size, seed, leaving, late, double):
    system = double_elimination.system if double else knockout.system
    life = Life(people, 2 if double else size, {2} if double else ALL, seed=seed)
    for left in [*leaving, *[0] * 40]:
        for _ in range(left):
            if len(life.here) > 2:
                life.leaves()
        try:
            pairing = life.play(system)
        except CannotPair as error:
            assert error.code in ("stage-over", "too-few-players")  # noqa: PT017
            return
        if late:
            late = False
            stranger = life.comes()
            if len(life.past) == 1:
                try:
                    pairing = life.play(system)
                except CannotPair:
                    return
                assert pairing.why[stranger][0].code == "came-too-late"
    raise AssertionError("it never ends")


@settings(max_examples=40, deadline=None)
@given(people=st.integers(2, 33), seed=st.integers(0, 999), replay=st.booleans())
def test_nobody_is_out_before_a_second_loss_and_one_is_left(people, seed, replay):
    life = Life(people, 2, {2}, seed=seed, options={"replay": replay})
    rounds = life.play_out(double_elimination.system)
    most = double_elimination.system.rounds(people, 2, {"replay": replay})
    assert most - 1 - (people > 2) <= len(rounds) <= most
    lost = Counter()
    for played in life.past:
        for table in played.tables:
            assert all(lost[each] < 2 for each in table.seats)
            lost.update(each for each in table.seats if each != winner(table))
    alive = [each for each in life.seeding if lost[each] < 2]
    order = double_elimination.ranking(life.seeding, life.past)
    assert order[0] == winner(life.past[-1].tables[0])
    assert len(alive) == 1 or (not replay and len(alive) == 2 and lost[order[0]] == lost[order[1]] == 1)
    assert sorted(order) == life.seeding


def test_the_unbeaten_have_the_bracket_of_a_knockout():
    life = Life(8, 2, {2})
    favourites(life, double_elimination.system)
    assert double_elimination.ranking(life.seeding, life.past)[:3] == ["p001", "p002", "p003"]
    assert len(life.past) == 6


def request(past, **options):
    contenders = tuple(Contender(each) for each in "abcd")
    return Request(contenders, 2, frozenset({2}), seeding=tuple("abcd"), round=2, past=past, options=options)


def test_an_unfinished_match_stops_the_next_round():
    past = (PastRound((Played(1, ("a", "d"), {"a": 1, "d": 2}), Played(2, ("b", "c")))),)
    for system in (knockout.system, double_elimination.system):
        with pytest.raises(CannotPair, match="round-unfinished"):
            system.pair(request(past))


def test_of_equals_the_higher_seed_goes_on():
    past = (PastRound((Played(1, ("d", "a"), {"a": 1, "d": 1}), Played(2, ("b", "c"), {"b": 2, "c": 1}))),)
    (table,) = knockout.system.pair(request(past)).tables
    assert set(table.seats) == {"a", "c"}


@pytest.mark.parametrize(
    ("options", "code"), [({"advance": 2}, "everybody-advances"), ({"advance": 0}, "nobody-advances")]
)
def test_what_cannot_be_is_refused(options, code):
    with pytest.raises(CannotPair, match=code):
        knockout.system.pair(request((), **options))
    with pytest.raises(CannotPair, match="tables-of-two-only"):
        double_elimination.system.pair(Life(8, 4, {4}).request())
    for system in (knockout.system, double_elimination.system):
        with pytest.raises(CannotPair, match="nobody"):
            system.pair(Life(0, 2, {2}).request())
        with pytest.raises(CannotPair, match="too-few-players"):
            system.pair(Life(1, 2, {2}).request())
