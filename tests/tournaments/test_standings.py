"""Standings: placing points first, points scored second, equals share."""

import pytest

from tournaments.standings import Result, compute, placing_points


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ({1: 1, 2: 2}, {1: 1, 2: 0}),
        ({1: 1, 2: 2, 3: 3, 4: 4}, {1: 3, 2: 2, 3: 1, 4: 0}),
        ({1: 1, 2: 1, 3: 3, 4: 4}, {1: 2.5, 2: 2.5, 3: 1, 4: 0}),
        ({1: 1, 2: 1, 3: 1}, {1: 1, 2: 1, 3: 1}),
    ],
)
def test_who_ties_shares_the_placing_points(places, expected):
    assert placing_points(places) == expected


def test_points_scored_decide_between_equal_placing_points():
    results = [
        Result({1: 1, 2: 2}, {1: 410, 2: 300}),
        Result({3: 1, 4: 2}, {3: 450, 4: 100}),
    ]
    lines = compute([1, 2, 3, 4], results)
    assert [(line.rank, line.entrant) for line in lines] == [(1, 3), (2, 1), (3, 2), (4, 4)]


def test_who_is_equal_in_everything_shares_the_rank():
    lines = compute([1, 2, 3], [Result({1: 1, 2: 1, 3: 3}, {1: 400, 2: 400, 3: 0})])
    assert [(line.rank, line.entrant, line.wins) for line in lines] == [(1, 1, 1), (1, 2, 1), (3, 3, 0)]


def test_who_has_not_played_stands_at_the_end_in_start_order():
    lines = compute([1, 2, 3, 4], [Result({3: 1, 4: 2}, {3: 400, 4: 50})])
    assert [line.entrant for line in lines] == [3, 4, 1, 2]
