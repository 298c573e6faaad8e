"""Where ratings stand in their drawings."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.pictures.whiskers import TIME_HEIGHT, TIME_WIDTH, WIDTH, time_chart, whiskers

ranges = st.lists(st.tuples(st.integers(-500, 4000), st.integers(0, 1000)), min_size=1, max_size=30)


@given(ranges)
def test_all_whiskers_stand_within_the_drawing_on_one_scale(values):
    drawn = whiskers(values)
    for (value, off), each in zip(values, drawn, strict=True):
        assert 0 <= each.low <= each.middle <= each.high <= WIDTH
        for (other, _off), whisker in zip(values, drawn, strict=True):
            if value <= other:
                assert each.middle <= whisker.middle
        assert off or each.low == each.high


@given(ranges)
def test_a_rating_over_time_stands_within_its_drawing(values):
    chart = time_chart([(str(at), *each) for at, each in enumerate(values)])
    assert len(chart.spots) == len(values)
    assert all(0 <= spot.x <= TIME_WIDTH and 0 <= spot.y <= TIME_HEIGHT for spot in chart.spots)
    assert len(chart.band.split()) == 2 * len(values)
    assert chart.spots[-1].label
    assert 1 <= sum(bool(spot.label) for spot in chart.spots) <= 6


def test_nothing_is_drawn_of_nothing():
    assert whiskers([]) == []
    assert time_chart([]).spots == ()
