"""Ratings by their properties, whatever was played."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ratings.rating import MU, SIGMA, Evening, Rating, rate
from tournaments.ratings.scale import (
    NEWCOMER,
    PROVISIONAL,
    Sureness,
    at_least,
    at_most,
    give_or_take,
    is_provisional,
    likely,
    sureness,
)


@st.composite
def tables(draw, people=12):
    """Two to six people with places as engines give them: who ties shares the better place."""
    who = draw(st.lists(st.integers(1, people), min_size=2, max_size=6, unique=True))
    totals = {each: draw(st.integers(0, 3)) for each in who}
    return {each: 1 + sum(other > total for other in totals.values()) for each, total in totals.items()}


evenings = st.lists(st.lists(tables(), max_size=6), max_size=4).map(
    lambda each: [Evening(key, tuple(played)) for key, played in enumerate(each)]
)


def final(played):
    known = {}
    for _key, after in rate(played):
        known |= after
    return known


@given(evenings, st.randoms())
def test_in_which_order_people_sit_makes_no_difference(played, rng):
    def shuffled(places):
        order = list(places)
        rng.shuffle(order)
        return {who: places[who] for who in order}

    other = [Evening(each.key, tuple(shuffled(places) for places in each.tables)) for each in played]
    assert final(other) == final(played)


@given(evenings)
def test_reckoned_again_it_is_the_same(played):
    assert list(rate(played)) == list(rate(played))


@given(evenings)
def test_how_often_somebody_played_is_counted_and_only_players_are_rated(played):
    tables_of = [places for each in played for places in each.tables]
    known = final(played)
    assert {who: each.matches for who, each in known.items()} == {
        who: sum(who in places for places in tables_of) for places in tables_of for who in places
    }


@given(evenings, tables())
def test_doubt_never_grows_and_shrinks_at_first(played, more):
    before = final(played)
    after = final([*played, Evening(99, (more,))])
    for who in more:
        was = before.get(who, Rating()).sigma
        assert after[who].sigma <= was
        if who not in before:
            assert after[who].sigma < SIGMA


@given(tables())
def test_in_a_field_of_equals_a_winner_never_loses_and_who_is_behind_is_never_above(places):
    after = final([Evening(1, (places,))])
    for who, place in places.items():
        if place == 1:
            assert after[who].mu >= MU - 1e-9
        for other in places:
            if place < places[other]:
                assert after[who].mu > after[other].mu
            if place == places[other]:
                assert after[who].mu == pytest.approx(after[other].mu)


@given(st.integers(2, 6))
def test_one_winner_among_equals_gains_and_one_loser_loses(size):
    after = final([Evening(1, ({who: who for who in range(1, size + 1)},))])
    assert after[1].mu > MU > after[size].mu


def test_nobody_is_rated_for_playing_alone():
    assert final([Evening(1, ({1: 1}, {}))]) == {}


def test_beating_a_stronger_field_brings_more():
    strong = tuple({1: 1, 2: 2, 3: 3, 4: 4} for _ in range(5))
    over_strong = final([Evening(1, strong), Evening(2, ({9: 1, 1: 2},))])
    over_new = final([Evening(2, ({9: 1, 8: 2},))])
    assert over_strong[9].mu > over_new[9].mu


def test_the_worked_example():
    """As it stands in docs/ratings.md."""
    first = {"Ana": 1, "Bo": 2, "Cem": 3, "Dee": 4}
    second = {"Bo": 1, "Dee": 2, "Ana": 3, "Cem": 3}

    def read(played):
        return {who: (likely(each), give_or_take(each)) for who, each in final(played).items()}

    assert read([Evening(1, (first,))]) == {
        "Ana": (2316, 900),
        "Bo": (2105, 900),
        "Cem": (1895, 900),
        "Dee": (1684, 900),
    }
    assert read([Evening(1, (first, second))]) == {
        "Ana": (2020, 832),
        "Bo": (2346, 824),
        "Cem": (1747, 824),
        "Dee": (1887, 832),
    }


# -- as people read it --------------------------------------------------------------------------------


def test_a_newcomer_is_somewhere_between_1000_and_3000():
    assert (at_least(NEWCOMER), likely(NEWCOMER), at_most(NEWCOMER)) == (1000, 2000, 3000)
    assert sureness(NEWCOMER) == Sureness.GUESS
    assert is_provisional(NEWCOMER)


@pytest.mark.parametrize(
    ("sigma", "off", "word"),
    [
        (25 / 3, 1000, Sureness.GUESS),
        (6.6, 792, Sureness.ROUGH),
        (4.0, 480, Sureness.FAIR),
        (2.0, 240, Sureness.GOOD),
    ],
)
def test_how_sure_it_is_in_words(sigma, off, word):
    rating = Rating(30.0, sigma, PROVISIONAL)
    assert give_or_take(rating) == off
    assert at_least(rating) == 2200 - off
    assert sureness(rating) == word
    assert not is_provisional(rating)
