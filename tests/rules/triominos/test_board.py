"""The board: which cells meet, what a tile touches, and all the ways to lay one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.api import RuleError
from rules.triominos.board import EMPTY, board_of
from rules.triominos.tiles import ALL_TILES, BY_CORNERS, BY_NAME, TILES, as_set, members, sum_of
from tests.rules.triominos.tables import SHAPES, UNDER_TEST, seeded, surroundings


def grown(seed, count, first=(0, 0)):
    """A board of random tiles, as many as go."""
    rng = seeded(seed)
    left = rng.sample(TILES, len(TILES))
    board, _ = EMPTY.lay(first, left.pop().numbers)
    while len(board.laid) < count and (placements := board.placements(as_set(left))):
        chosen = rng.choice(placements)
        board, touch = board.lay(chosen.cell, chosen.corners)
        assert touch == chosen.touch
        left.remove(chosen.tile)
    return board


def code_of(board, cell, corners):
    try:
        board.lay(cell, corners)
    except RuleError as refused:
        return refused.code
    return None


@pytest.mark.parametrize(
    ("cell", "neighbours"),
    [
        ((0, 0), {(-1, 0), (1, 0), (0, 1)}),
        ((1, 0), {(0, 0), (2, 0), (1, -1)}),
        ((-1, -2), {(-2, -2), (0, -2), (-1, -3)}),
    ],
)
def test_neighbours_lie_across_the_three_sides(cell, neighbours):
    board, _ = EMPTY.lay(cell, (1, 1, 1))
    assert {placement.cell for placement in board.placements(BY_NAME["1-1-2"].bit)} == neighbours


def test_corners_are_read_clockwise_from_the_top_of_an_up_cell_and_the_top_left_of_a_down_cell():
    board, _ = EMPTY.lay((0, 0), (1, 2, 3))
    assert board.numbers_at((1, 0)) == (1, None, 2)
    assert board.numbers_at((-1, 0)) == (None, 1, 3)
    assert board.numbers_at((0, 1)) == (3, 2, None)


@pytest.mark.parametrize("shape", SHAPES)
def test_what_a_tile_meets(shape):
    around, corners = surroundings("1-1-3", shape)
    _, touch = board_of(around).lay(UNDER_TEST, corners)
    assert (touch.sides, touch.corners, touch.hexagons, touch.is_bridge) == {
        "one side": (1, 2, 0, False),
        "bridge": (1, 3, 0, True),
        "two sides": (2, 3, 0, False),
        "hexagon": (2, 3, 1, False),
        "double hexagon": (3, 3, 2, False),
        "triple hexagon": (3, 3, 3, False),
    }[shape]


def test_a_bridge_says_what_it_bridges():
    around, _ = surroundings("1-1-5", "bridge")
    board = board_of(around)
    bridge = board.bridge(UNDER_TEST)
    top, right, left = board.numbers_at(UNDER_TEST)
    assert (bridge.opposite, set(bridge.side)) == (top, {left, right})
    assert bridge.opposite in bridge.touches.numbers


def test_laying_a_tile_leaves_the_board_before_as_it_was():
    board = grown(1, 20)
    before = list(board.tiles())
    chosen = board.placements(ALL_TILES)[0]
    board.lay(chosen.cell, chosen.corners)
    assert list(board.tiles()) == before


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.integers(1, 40))
def test_a_listed_placement_is_legal_and_every_other_turning_of_the_tile_there_is_not(seed, count):
    board = grown(seed, count)
    laid = as_set(BY_CORNERS[corners] for _, corners in board.tiles())
    rack = as_set(seeded(seed).sample(list(members(ALL_TILES & ~laid)), 9))
    listed = {(placement.cell, placement.corners) for placement in board.placements(rack)}
    cells = {cell for cell, _ in listed} | {placement.cell for placement in board.placements(ALL_TILES)}
    for tile in members(rack):
        for cell in cells:
            for corners in tile.rotations:
                assert (code_of(board, cell, corners) is None) is ((cell, corners) in listed)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.tuples(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6)))
def test_a_board_may_be_begun_anywhere(seed, first):
    shift = (first[0] - (first[0] + first[1]) % 2, first[1])
    here, there = grown(seed, 15), grown(seed, 15, first if sum(first) % 2 == 0 else shift)
    assert [(x + shift[0], y + shift[1]) for (x, y), _ in here.tiles()] == [cell for cell, _ in there.tiles()]
    assert len(here.hexagons()) == len(there.hexagons())


def test_whether_anything_fits_agrees_with_the_list():
    for seed in range(30):
        board = grown(seed, 30)
        for tile in TILES:
            assert board.can_place(tile.bit) is bool(board.placements(tile.bit))


def test_a_set_of_tiles_is_a_number_with_a_bit_each():
    names = ["0-0-0", "1-2-3", "5-5-5"]
    mask = as_set(BY_NAME[name] for name in names)
    assert [tile.name for tile in members(mask)] == names
    assert sum_of(mask) == 21
    assert sum_of(ALL_TILES) == 420
