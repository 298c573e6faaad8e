from tournaments.pictures.bars import bar_chart
from tournaments.pictures.bump import bump_chart


def test_the_better_rank_is_always_drawn_above():
    ranks = {"Ana": [1, 2, 1], "Bo": [2, 1, 3], "Cy": [9, 14, 2]}
    chart = bump_chart(ranks, [1, 2, 3], followed="Cy")
    for at in range(3):
        column = [(path.spots[at][2], path.spots[at][1]) for path in chart.paths]
        assert sorted(column) == sorted(column, key=lambda each: each[1])
    assert [path.followed for path in chart.paths] == [False, False, True]
    assert [rank for _x, _y, rank in chart.paths[2].spots] == [9, 14, 2]


def test_who_came_late_begins_late_and_equals_do_not_hide_each_other():
    chart = bump_chart({"Ana": [1, 1], "Bo": [1, 1], "Late": [None, 3]}, [1, 2])
    assert [len(path.spots) for path in chart.paths] == [2, 2, 1]
    assert chart.paths[0].spots[0][:2] != chart.paths[1].spots[0][:2]


def test_one_round_and_nobody_can_be_drawn():
    assert bump_chart({"Ana": [1]}, [1]).paths[0].points
    assert bump_chart({}, []).paths == ()


def test_every_value_is_in_one_bar_and_gaps_are_seen():
    chart = bar_chart([-30, 0, 49, 50, 400, 412])
    assert [(bar.low, bar.count) for bar in chart.bars if bar.count] == [(-50, 1), (0, 2), (50, 1), (400, 2)]
    assert len(chart.bars) == 10
    assert sum(bar.count for bar in chart.bars) == 6
    assert max(bar.height for bar in chart.bars) == chart.base - 20


def test_many_steps_become_wider_ones():
    assert len(bar_chart(range(0, 5000, 10)).bars) <= 16
    assert bar_chart([]).bars == ()
