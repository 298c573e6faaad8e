"""How a season is counted, by worked examples; docs/ratings.md shows the first."""

from fractions import Fraction

import pytest

from tournaments.seasons import POINTS, USUAL, WINS, Result, Rules, season_table


def evening(*names: str) -> dict[str, Result]:
    """Ranks in the order of the names; “Ana=Bo” share one."""
    found: dict[str, Result] = {}
    for group in names:
        shared = group.split("=")
        found |= dict.fromkeys(shared, Result(rank=len(found) + 1))
    return found


def told(lines):
    return [(line.rank, line.who, line.total) for line in lines]


THREE = [evening("Ana", "Bo", "Cem"), evening("Bo", "Ana"), evening("Cem", "Bo", "Ana")]


def test_the_worked_example():
    lines = season_table(THREE, Rules())
    assert told(lines) == [(1, "Bo", 61), (2, "Ana", 58), (3, "Cem", 40)]
    assert [cell and cell.worth for cell in lines[2].cells] == [15, None, 25]


def test_the_worst_evening_is_dropped_and_one_that_was_missed_is_the_worst():
    lines = season_table(THREE, Rules(drop=1))
    assert told(lines) == [(1, "Ana", 43), (1, "Bo", 43), (3, "Cem", 40)]
    ana, bo, _cem = lines
    assert bo.by == "shared"
    assert [cell.dropped for cell in ana.cells] == [False, False, True]
    assert not any(cell.dropped for cell in lines[2].cells if cell)


def test_more_dropped_than_there_were_leaves_the_best_one():
    lines = season_table(THREE[:2], Rules(drop=5))
    assert [line.total for line in lines] == [25, 25, 15]
    assert [cell.dropped for cell in lines[0].cells] == [False, True]


def test_equal_totals_are_parted_by_evenings_won_then_by_the_best_evening():
    rules = Rules(place_points=(10, 6, 4, 2))
    won = season_table([evening("Ana", "Bo", "x", "y"), evening("x", "Bo", "y", "Ana")], rules)
    assert [(line.who, line.total, line.by) for line in won if line.who in ("Ana", "Bo")] == [
        ("Ana", 12, ""),
        ("Bo", 12, "wins"),
    ]
    best = season_table([evening("x", "Ana", "Bo", "y"), evening("x", "y", "Bo", "Ana")], rules)
    assert [(line.who, line.total, line.by) for line in best if line.who in ("Ana", "Bo")] == [
        ("Ana", 8, ""),
        ("Bo", 8, "best"),
    ]


def test_who_shares_a_rank_shares_its_points_and_a_shared_place_is_skipped():
    lines = season_table([evening("Ana=Bo", "Cem")], Rules())
    assert told(lines) == [(1, "Ana", Fraction(43, 2)), (1, "Bo", Fraction(43, 2)), (3, "Cem", 15)]


def test_ranks_behind_the_table_are_worth_nothing():
    many = [chr(ord("a") + at) for at in range(12)]
    lines = season_table([evening(*many)], Rules())
    assert [line.total for line in lines] == [*USUAL, 0, 0]
    assert [line.rank for line in lines][-2:] == [11, 11]


def test_with_too_few_evenings_there_is_no_rank_yet():
    lines = season_table(THREE, Rules(least=3))
    assert [(line.who, line.rank, line.missing) for line in lines] == [
        ("Bo", 1, 0),
        ("Ana", 2, 0),
        ("Cem", None, 1),
    ]


@pytest.mark.parametrize(
    ("scoring", "totals"), [(POINTS, {"Ana": 700, "Bo": 900}), (WINS, {"Ana": 3, "Bo": 1})]
)
def test_points_and_wins_are_added_up_as_they_are(scoring, totals):
    evenings = [
        {"Ana": Result(1, 400, 2), "Bo": Result(2, 500, 1)},
        {"Ana": Result(1, 300, 1), "Bo": Result(2, 400, 0)},
    ]
    assert {line.who: line.total for line in season_table(evenings, Rules(scoring))} == totals


def test_nothing_played_gives_no_lines():
    assert season_table([], Rules()) == []
