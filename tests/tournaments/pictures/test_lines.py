from tournaments.pictures.lines import HEIGHT, WIDTH, line_chart


def test_a_line_begins_at_nought_and_ends_at_its_total():
    chart = line_chart(["Ana", "Bo"], [[25, 0], [25, 14], [60, 14]], limit=400, deals=[(1, 3)], bell=2)
    ana, bo = chart.lines
    assert [len(line.points.split()) for line in chart.lines] == [4, 4]
    assert (ana.total, bo.total) == (60, 14)
    assert ana.points.split()[0] == bo.points.split()[0]
    assert ana.end[0] == chart.right
    assert chart.deals[0].x == chart.right
    assert chart.left < (chart.bell_x or 0) < chart.right
    assert chart.limit_y is not None
    assert 0 < chart.limit_y < ana.end[1] < HEIGHT


def test_everybody_has_another_shape_and_long_names_are_cut():
    chart = line_chart(["A" * 80, "B", "C", "D", "E", "F"], [[0] * 6])
    assert len({line.shape for line in chart.lines}) == 6
    assert len({line.label_y for line in chart.lines}) == 6
    assert len(chart.lines[0].label) == 13
    assert chart.lines[0].name == "A" * 80


def test_nothing_played_and_less_than_nothing_can_be_drawn():
    assert line_chart(["Ana", "Bo"], []).lines[0].total == 0
    below = line_chart(["Ana", "Bo"], [[-25, -50]])
    for line in below.lines:
        for x, y in (map(float, point.split(",")) for point in line.points.split()):
            assert 0 <= x <= WIDTH
            assert 0 <= y <= HEIGHT
