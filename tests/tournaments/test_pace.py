"""When a table will be done, worked out with a pencil beside each number."""

import pytest

from tournaments.pace import (
    Earlier,
    Progress,
    Usual,
    deal_times,
    deals_to_go,
    expected_end,
    foresee,
    pace_of,
    three_of_four,
    usual,
)

NOTHING = Usual(None, None)


def test_deals_are_timed_from_one_end_to_the_next():
    assert deal_times(Progress(began=100, ends=(112, 130))) == [12, 18]
    assert deal_times(Progress(began=100)) == []


def test_what_is_usual_are_medians_of_this_round_and_the_ones_before():
    # 10 and 30 a deal at earlier tables; 12 and 18 at this one: the median of 10, 12, 18, 30 is 15.
    earlier = [Earlier(40, 4), Earlier(60, 2), Earlier(99, 0)]
    assert usual([Progress(100, (112, 130))], earlier) == Usual(15, 3)
    assert usual([], []) == NOTHING


@pytest.mark.parametrize(
    ("ends", "typical", "expected"),
    [
        ((), Usual(10, None), 10),  # nothing of its own: the usual
        ((20,), Usual(10, None), (20 + 2 * 10) / 3),  # one slow deal tells little
        ((20, 40, 60, 80), Usual(10, None), (80 + 20) / 6),  # four tell more
        ((20, 50), NOTHING, 25),  # nothing else to go by
        ((), NOTHING, None),
    ],
)
def test_a_tables_own_pace_is_drawn_to_the_usual(ends, typical, expected):
    assert pace_of(Progress(0, ends), typical) == expected


@pytest.mark.parametrize(
    ("table", "typical", "expected"),
    [
        # The leader has 150 after 2 deals, 75 a deal: 250 more take 3⅓ deals.
        (Progress(0, (10, 20), best=150, limit=400), NOTHING, 4),
        (Progress(0, (10, 20), best=200, limit=400), NOTHING, 2),
        # 410 without the bell: a limit that has to be exceeded, or a deal entered late.
        (Progress(0, (10, 20), best=410, limit=400), NOTHING, 1),
        (Progress(0, (10, 20), best=150, limit=400, last=True), NOTHING, 1),
        (Progress(0, (10,), deals=5), NOTHING, 4),
        (Progress(0, (10,) * 9, deals=5), NOTHING, 1),
        (Progress(0, (), limit=400), Usual(10, 3.5), 4),
        (Progress(0, (10,), best=-5, limit=400), Usual(10, 3.5), 3),
        (Progress(0, (), limit=400), NOTHING, None),
    ],
)
def test_how_many_deals_are_to_go(table, typical, expected):
    assert deals_to_go(table, typical) == expected


def test_the_end_is_the_last_deal_and_those_to_go():
    # Two deals of 10 and two to go at 10: over at 40.
    table = Progress(0, (10, 20), best=200, limit=400)
    assert expected_end(table, now=25, typical=Usual(10, None)) == 40
    # The deal under way has taken 17 already, so that one more of 10 follows at 37.
    assert expected_end(table, now=37, typical=Usual(10, None)) == 47
    assert expected_end(Progress(0, (10,), finished=33), 99, NOTHING) == 33
    assert expected_end(Progress(0), 5, NOTHING) is None


def test_table_9_will_hold_the_round_up_by_12_minutes():
    """Everybody needs four deals. Three tables take 10 a deal, table 9 takes 16.

    The usual deal is the median of six tens and two sixteens: 10. Table 9 has 32 for two deals: with two of the usual
    that is 13 a deal, and it is done at 32 + 2 × 13 = 58; the clock ends at 46.
    """
    tables = {n: Progress(0, (10, 20), best=200, limit=400) for n in (1, 2, 3)}
    tables[9] = Progress(0, (16, 32), best=200, limit=400)
    found = foresee(tables, now=33, round_end=46)
    assert {n: each.late for n, each in found.items()} == {1: 0, 2: 0, 3: 0, 9: 12}
    assert (found[1].end, found[9].end) == (33 + 10, 58)


def test_without_a_clock_three_of_four_tables_say_what_late_is():
    assert three_of_four([40, 10, 30, 20]) == 30
    assert three_of_four([10]) == 10
    assert three_of_four([1, 2, 3, 4, 5, 6, 7, 8]) == 6
    tables = {n: Progress(0, (10, 20), best=200, limit=400) for n in (1, 2, 3)}
    tables[9] = Progress(0, (16, 32), best=200, limit=400)
    # Done at 40, 40, 40 and 58.
    assert foresee(tables, now=21)[9].late == 18


def test_a_little_late_is_not_told_and_who_is_done_is_not_late():
    tables = {1: Progress(0, (10, 20), best=200, limit=400), 2: Progress(0, (10,), finished=90)}
    found = foresee(tables, now=21, round_end=36)
    assert (found[1].end, found[1].late, found[2].late) == (40, 0, 0)
    assert foresee(tables, now=21, round_end=35)[1].late == 5


def test_before_anything_is_known_nothing_is_foreseen():
    assert foresee({1: Progress(0), 2: Progress(0)}, now=9) == {}
    # One earlier match is enough to go by: 4 deals of 10.
    assert foresee({1: Progress(0)}, now=9, earlier=[Earlier(40, 4)])[1].end == 40
