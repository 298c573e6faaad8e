"""Who wins what, worked out by hand."""

import pytest

from tournaments.prizes import Award, Contestant, Line, award

JUNIOR, NEWCOMER = 7, 8
FIELD = [
    Contestant(1, 1),
    Contestant(2, 2, {JUNIOR}),
    Contestant(3, 3),
    Contestant(4, 4, {JUNIOR, NEWCOMER}),
    Contestant(5, 5, {NEWCOMER}),
]
OVERALL, BEST_JUNIOR, BEST_NEWCOMER = Line(1, first=3), Line(2, category=JUNIOR), Line(3, category=NEWCOMER)
LIST = [OVERALL, BEST_JUNIOR, BEST_NEWCOMER]


def won(contestants, lines, *, once):
    return [(each.line, each.place, each.winner) for each in award(contestants, lines, once=once)]


def test_one_prize_a_person_goes_by_the_first_line_that_applies():
    # 2 has won overall already, so 4 is the best junior; and 4 has won then, so 5 is the best newcomer.
    assert won(FIELD, LIST, once=True) == [(1, 1, 1), (1, 2, 2), (1, 3, 3), (2, 1, 4), (3, 1, 5)]


def test_cumulative_prizes_go_to_the_best_whatever_they_have_won():
    assert won(FIELD, LIST, once=False) == [(1, 1, 1), (1, 2, 2), (1, 3, 3), (2, 1, 2), (3, 1, 4)]


def test_the_order_of_the_list_decides_which_prize_somebody_gets():
    assert won(FIELD, [BEST_JUNIOR, OVERALL], once=True) == [(2, 1, 2), (1, 1, 1), (1, 2, 3), (1, 3, 4)]


def test_equals_share_a_place_and_the_next_place_is_left_out():
    tied = [Contestant(1, 1), Contestant(2, 1), Contestant(3, 3)]
    assert award(tied, [OVERALL], once=True) == [
        Award(1, 1, 1, shared=True),
        Award(1, 1, 2, shared=True),
        Award(1, 3, 3),
    ]


def test_a_tie_at_the_last_place_of_a_line_is_shared_by_all_of_them():
    tied = [Contestant(1, 1), Contestant(2, 2), Contestant(3, 2), Contestant(4, 2), Contestant(5, 5)]
    assert won(tied, [Line(1, first=2)], once=True) == [(1, 1, 1), (1, 2, 2), (1, 2, 3), (1, 2, 4)]


def test_the_order_given_does_not_matter_but_the_ranks():
    assert award(FIELD[::-1], LIST, once=True) == award(FIELD, LIST, once=True)


@pytest.mark.parametrize("once", [True, False])
def test_a_line_for_which_nobody_is_there_has_no_winner(once):
    assert award([Contestant(1, 1)], [Line(1, first=3), BEST_JUNIOR], once=once) == [Award(1, 1, 1)]
    assert award([], LIST, once=once) == []
