"""The solver fills what can be filled, proves what cannot, and says when it does not know.

A second, naive search that shares no code with the solver is the witness.
"""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.triominos.covering import EQUAL, check
from rules.triominos.figures import Figure, code_of, figures, points_of
from rules.triominos.lattice import sides_of
from rules.triominos.tangram_solver import fill
from rules.triominos.tiles import BY_CORNERS, TILES
from rules.triominos.twist import COUNT, least_twist, twist

QUICK = 150_000
"""Nodes: more than any figure of ours in these tests needs."""


@pytest.mark.parametrize(
    "key", ["hexagon", "triangle", "star", "rhombus", "wreath", "pyramid", "fir", "open-star", "sun"]
)
def test_a_figure_is_filled_and_the_checker_agrees(key):
    figure = figures()[key]
    answer = fill(figure, nodes=QUICK)
    assert answer.status == "filled"
    assert not check(figure, EQUAL, answer.tiles).open()


@pytest.mark.parametrize(
    ("key", "proof"), [("honeycomb", "search"), ("great-star", "search"), ("great-hexagon", "twist")]
)
def test_a_figure_that_cannot_be_filled_is_proved_so(key, proof):
    answer = fill(figures()[key], nodes=QUICK)
    assert (answer.status, answer.proof, answer.tiles) == ("impossible", proof, ())


def test_every_seed_comes_to_the_same_conclusion():
    answers = {fill(figures()["honeycomb"], seed=seed, nodes=QUICK).status for seed in range(3)}
    assert answers == {"impossible"}


def test_the_witness_finds_the_honeycomb_impossible_too():
    assert not naive(figures()["honeycomb"].cells)


@pytest.mark.parametrize("nodes", [0, 1, 50, 3_000])
def test_a_search_cut_short_claims_nothing(nodes):
    answer = fill(figures()["great-star"], nodes=nodes)
    assert (answer.status, answer.proof, answer.tiles) == ("unknown", "", ())
    assert answer.nodes <= nodes + 1


def test_a_search_that_is_stopped_claims_nothing():
    assert fill(figures()["great-star"], stop=lambda: True).status == "unknown"


def test_more_cells_than_tiles_are_too_many():
    row = Figure("row", "Row", tuple((x, 0) for x in range(57)))
    assert fill(row).proof == "too-many-cells"


FIGURES = st.lists(st.integers(0, 2), min_size=1, max_size=11)


@given(FIGURES, st.integers(0, 99))
@settings(max_examples=40, deadline=None)
def test_solver_and_witness_agree_on_small_figures(growth, seed):
    figure = grown(growth)
    answer = fill(figure, seed=seed, nodes=QUICK)
    assert (answer.status == "filled") is naive(figure.cells)
    if answer.status == "filled":
        assert not check(figure, EQUAL, answer.tiles).open()


# -- the twist ---------------------------------------------------------------------------------------


def test_all_tiles_have_a_twist_of_36_and_none_a_negative_one():
    assert sorted({twist(tile) for tile in TILES}) == [0, 1, 2, 3]
    assert sum(twist(tile) for tile in TILES) == least_twist(56) == 36


def test_the_twist_is_that_of_every_turning():
    for (a, b, c), tile in BY_CORNERS.items():
        assert COUNT[(b - a) % 6] + COUNT[(c - b) % 6] + COUNT[(a - c) % 6] == twist(tile)


def test_the_tiles_stay_the_same_when_1_is_added_to_every_number():
    assert {tuple((number + 1) % 6 for number in corners) for corners in BY_CORNERS} == set(BY_CORNERS)


@pytest.mark.parametrize("key", ["triangle", "wreath", "open-star", "sun"])
def test_the_twists_add_up_to_the_count_along_the_rim(key):
    figure = figures()[key]
    tiles = fill(figure, nodes=QUICK).tiles
    inside = {code_of(cell) for cell in figure.cells}
    along = 0
    for cell, corners in tiles:
        points = points_of(cell)
        for at in range(3):
            side = {points[at], points[(at + 1) % 3]}
            across = [code for code in sides_of(code_of(cell)) if side <= set(points_at(code))]
            if across[0] not in inside:
                along += COUNT[(corners[(at + 1) % 3] - corners[at]) % 6]
    assert along == sum(twist(BY_CORNERS[corners]) for _, corners in tiles) <= figure.rim


def points_at(code):
    return points_of((code, 0))


# -- the witness -------------------------------------------------------------------------------------


def grown(growth: list[int]) -> Figure:
    """A figure that hangs together: each cell lies beside one that was there."""
    cells = [(20, 10)]
    for at, way in enumerate(growth):
        x, y = cells[(at * 7 + way) % len(cells)]
        beside = [(x - 1, y), (x + 1, y), (x, y + 1 if (x + y) % 2 == 0 else y - 1)]
        cells += [beside[way]] if beside[way] not in cells else []
    return Figure("grown", "Grown", tuple(cells))


def corners(x, y):
    return (
        [(x, y), (x + 1, y + 1), (x - 1, y + 1)] if (x + y) % 2 == 0 else [(x - 1, y), (x + 1, y), (x, y + 1)]
    )


def naive(cells):
    """Whether the points can be numbered: row by row, every number, nothing clever."""
    points = sorted({point for cell in cells for point in corners(*cell)}, key=lambda point: point[::-1])
    place = {point: at for at, point in enumerate(points)}
    triangles = [[place[point] for point in corners(*cell)] for cell in cells]
    ending = [[each for each in triangles if max(each) == at] for at in range(len(points))]
    numbers = [0] * len(points)

    def goes_on(at, used):
        if at == len(points):
            return True
        for number in range(6):
            numbers[at] = number
            fresh = set(used)
            for one, two, three in ending[at]:
                tile = RISING.get((numbers[one], numbers[two], numbers[three]))
                if tile is None or tile in fresh:
                    break
                fresh.add(tile)
            else:
                if goes_on(at + 1, fresh):
                    return True
        return False

    return goes_on(0, set())


def rising(read: tuple[int, ...]) -> tuple[int, ...] | None:
    """The tile that reads so clockwise, begun at its lowest number; nothing where it does not rise."""
    turnings = (read[at:] + read[:at] for at in range(3))
    return next((turned for turned in turnings if turned[0] <= turned[1] <= turned[2]), None)


RISING = {read: rising(read) for read in product(range(6), repeat=3)}
