import pytest

from tournaments.pictures.scale import Scale, spread, ticks


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 400, [0, 100, 200, 300, 400]),
        (0, 10, [0, 2, 4, 6, 8, 10]),
        (-30, 460, [0, 100, 200, 300, 400]),
        (-130, 460, [0, 200, 400]),
        (0, 3, [0, 1, 2, 3]),
        (7, 7, [7]),
    ],
)
def test_ticks_are_round_numbers_within_and_few(low, high, expected):
    assert ticks(low, high) == expected


def test_a_scale_maps_its_ends_and_what_lies_between():
    scale = Scale(-100, 300, 200, 0)
    assert [scale(-100), scale(100), scale(300)] == [200, 100, 0]
    assert Scale(5, 5, 10, 90)(5) == 10


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ([50, 50, 50], [50, 60, 70]),
        ([10, 80], [10, 80]),
        ([98, 99], [90, 100]),
        ([5, 100, 3], [13, 100, 3]),
    ],
)
def test_labels_are_moved_apart_in_their_order_and_stay_inside(places, expected):
    assert spread(places, 10, 0, 100) == expected
