"""A small field is seated so that the rounds still to come need no repeats."""

from dataclasses import replace
from itertools import combinations

import pytest

from tests.tournaments.fields import Tournament, as_now, blind, in_a_hurry
from tournaments.pairing.lookahead import _schedules
from tournaments.pairing.swiss import pair


def repeated(played):
    return sum(times - 1 for times in played.met.values())


def test_seven_rounds_of_24_by_fours_repeat_nobody():
    ahead = Tournament(24, 4, seed=3, rounds=7).play_rounds(7, as_now)
    assert repeated(ahead) <= 6
    assert repeated(Tournament(24, 4, seed=3, rounds=7).play_rounds(7, blind)) > 6


@pytest.mark.parametrize(("people", "size", "rounds"), [(16, 4, 5), (20, 4, 5), (9, 3, 4), (15, 3, 7)])
def test_other_small_fields_get_through_their_rounds_too(people, size, rounds):
    assert repeated(Tournament(people, size, seed=1, rounds=rounds).play_rounds(rounds, as_now)) == 0


def test_who_is_seated_for_later_rounds_is_told():
    played = Tournament(24, 4, seed=3, rounds=7).play_rounds(3, as_now)
    why = pair(played.request()).why
    assert all(reasons[-1].code == "looking-ahead" for reasons in why.values())
    assert why["0000"][-1].args == {"rounds": 3}


def test_a_field_that_has_left_the_schedule_is_paired_all_the_same():
    played = Tournament(24, 4, seed=3, rounds=7).play_rounds(3, in_a_hurry)
    request = played.request()
    fewer = replace(request, contenders=request.contenders[:-1], allow=frozenset({3, 4}))
    assert pair(request).cost["repeats"] == 0
    assert len(pair(fewer).everybody) == 23


def test_the_last_round_needs_no_foresight():
    played = Tournament(24, 4, seed=3, rounds=4).play_rounds(3, as_now)
    request = played.request()
    assert pair(request).cost == pair(replace(request, rounds=None)).cost


@pytest.mark.parametrize(("size", "people"), [(4, 16), (4, 24), (4, 32), (3, 15), (5, 25)])
def test_in_a_stored_schedule_nobody_meets_twice(size, people):
    for schedule in _schedules(size, people):
        met = [pair for tables in schedule for table in tables for pair in combinations(sorted(table), 2)]
        assert len(met) == len(set(met))
        assert all(sorted(sum(tables, ())) == list(range(people)) for tables in schedule)
