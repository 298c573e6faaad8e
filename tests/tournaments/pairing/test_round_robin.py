"""Round robin: everybody meets everybody; what comes of it when people come and go."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.life import Life
from tournaments.pairing.api import CannotPair
from tournaments.pairing.round_robin import plan, system
from tournaments.pairing.sizes import allowed, split

ALL = frozenset(range(2, 7))


@settings(max_examples=25, deadline=None)
@given(people=st.integers(2, 20), legs=st.integers(1, 2), seed=st.integers(0, 99))
def test_twos_meet_exactly_once_a_leg_and_seats_are_even(people, legs, seed):
    life = Life(people, 2, {2}, options={"legs": legs}, seed=seed)
    rounds = life.play_out(system)
    assert len(rounds) == system.rounds(people, 2, {"legs": legs})
    assert dict(life.met) == dict.fromkeys(combinations(life.seeding, 2), legs)
    assert all(abs(seats[0] - seats[1]) <= 1 for seats in life.seats.values())
    assert {life.sat_out[each] for each in life.seeding} == {legs * (people % 2)}


@pytest.mark.parametrize(
    ("people", "size", "rounds", "times"),
    [
        (9, 3, 4, 1),
        (15, 3, 7, 1),
        (16, 4, 5, 1),
        (28, 4, 9, 1),
        (25, 5, 6, 1),
        (12, 4, 11, 3),
        (12, 6, 11, 5),
        (8, 4, 7, 3),
    ],
)
def test_larger_tables_let_every_two_meet_equally_often(people, size, rounds, times):
    life = Life(people, size, {size})
    assert len(life.play_out(system)) == rounds == system.rounds(people, size, {"allow": [size]})
    assert {life.met[pair] for pair in combinations(life.seeding, 2)} == {times}


@pytest.mark.parametrize("size", [3, 4, 5, 6])
@pytest.mark.parametrize("people", range(6, 20))
def test_mixed_tables_are_as_even_as_they_say(people, size):
    allow = allowed(people, size, ALL)
    if len(split(people, size, allow)) == 1:
        return
    design = plan(people, size, allow)
    life = Life(people, size, allow)
    rounds = life.play_out(system)
    met = [life.met[pair] for pair in combinations(life.seeding, 2)]
    said = {reason.args["imbalance"] for reason in rounds[0].why["p001"]}
    assert said == {max(met) - min(met)} == {design.imbalance}
    assert min(met) >= 1
    assert all(pairing.cost["out"] == 0 for pairing in rounds)


def test_where_somebody_must_sit_out_it_comes_to_everybody_alike():
    life = Life(9, 4, {4})
    life.play_out(system)
    assert set(life.sat_out.values()) == {1}


def test_the_opponent_of_who_has_left_sits_out():
    life = Life(6, 2, {2})
    life.play(system)
    gone = life.leaves("p003")
    for _ in range(4):
        pairing = life.play(system)
        (alone,) = pairing.out
        assert [reason.code for reason in pairing.why[alone]] == ["opponent-gone"]
    with pytest.raises(CannotPair, match="stage-over"):
        life.play(system)
    others = [each for each in life.seeding if each != gone]
    assert all(life.met[pair] == 1 for pair in combinations(others, 2))


def test_who_comes_late_takes_the_empty_chair():
    life = Life(5, 2, {2})
    life.play(system)
    late = life.comes()
    rounds = life.play_out(system)
    assert len(rounds) == 5
    assert all(pairing.out == () for pairing in rounds[1:])
    assert all(life.met[pair] == 1 for pair in combinations(life.seeding[:5], 2))
    assert sum(late in pair for pair in life.met) == 4


@settings(max_examples=25, deadline=None)
@given(people=st.integers(2, 14), late=st.integers(1, 3), seed=st.integers(0, 99))
def test_with_late_entries_nobody_meets_twice_and_it_ends(people, late, seed):
    life = Life(people, 2, {2}, seed=seed)
    life.play(system)
    for _ in range(late):
        life.comes()
    life.play_out(system)
    assert max(life.met.values()) == 1
    if len(life.seeding) > people + people % 2:
        assert all(life.met[pair] == 1 for pair in combinations(life.seeding, 2))


@settings(max_examples=25, deadline=None)
@given(
    people=st.integers(4, 24),
    size=st.integers(2, 6),
    seed=st.integers(0, 99),
    moves=st.lists(st.sampled_from(["comes", "leaves"]), max_size=4),
)
def test_people_may_come_and_go(people, size, seed, moves):
    life = Life(people, size, ALL, seed=seed)
    for move in ["nothing", *moves]:
        if move == "comes":
            life.comes()
        elif move == "leaves" and len(life.here) > max(2, size):
            life.leaves()
        try:
            life.play(system)
        except CannotPair as error:
            assert error.code in ("stage-over", "too-few-players")  # noqa: PT017
            return


@pytest.mark.parametrize(
    ("people", "size", "allow", "code"),
    [(0, 2, {2}, "nobody"), (1, 2, {2}, "too-few-players"), (3, 4, {4}, "too-few-players")],
)
def test_what_cannot_be_is_refused_at_once(people, size, allow, code):
    with pytest.raises(CannotPair, match=code):
        Life(people, size, allow).play(system)
