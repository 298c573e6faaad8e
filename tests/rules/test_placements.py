"""Where a tile may lie and what it makes there: the engine's board against the naive one.

The perft file fixes a few dozen positions for ever; ten thousand random ones are compared on the
way as tables grow. Does not look at players or points.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from rules.api import RuleError
from rules.triominos.board import EMPTY, Board, Placement, board_of
from rules.triominos.tiles import BY_NAME, as_set

from .naive import board as naive
from .naive.positions import Position, Ways, grow, grow_mosaic, measure, read_file, unlaid
from .naive.seeds import seeded
from .naive.tiles import TILES, Tile, name, turnings

POSITIONS = read_file()
PARTS = 8
GAMES = 272
"""Tables grown; together they pass through more than the 10,000 positions promised."""


def opened(laid: naive.Laid) -> Board:
    return board_of(laid.items())


def engine_placements(board: Board, tiles: list[Tile]) -> list[Placement]:
    return board.placements(as_set(BY_NAME[name(tile)] for tile in tiles))


def engine_figure(placement: Placement) -> str | None:
    """What the engine says that a placement makes, before any variant gives it points."""
    touch = placement.touch
    if touch.hexagons:
        return ["hexagon", "double-hexagon", "triple-hexagon"][touch.hexagons - 1]
    if touch.sides >= 2:
        return "two-sides"
    return "bridge" if touch.is_bridge else None


def test_the_perft_file_reaches_from_the_empty_table_to_fifty_tiles() -> None:
    sizes = [len(position.laid) for position in POSITIONS]
    assert (min(sizes), max(sizes)) == (0, 50)
    assert len(sizes) >= 36
    assert {figure for position in POSITIONS for figure in position.figures} == {
        "bridge",
        "two-sides",
        "hexagon",
        "double-hexagon",
        "triple-hexagon",
    }


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: f"{len(position.laid)} tiles")
def test_the_naive_count_is_what_the_perft_file_says(position: Position) -> None:
    assert measure(position.laid) == position


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: f"{len(position.laid)} tiles")
def test_the_engine_counts_what_the_perft_file_says(position: Position) -> None:
    if not position.laid:
        counts = {tile: sum(lays_first(corners) for corners in turnings(tile)) for tile in TILES}
        assert counts == position.counts
        return
    found = engine_placements(opened(position.laid), unlaid(position.laid))
    assert Counter(placement.tile.numbers for placement in found) == position.counts
    figures = Counter(engine_figure(placement) for placement in found)
    del figures[None]
    assert figures == position.figures


def lays_first(corners: naive.Corners) -> bool:
    up, _ = EMPTY.lay((0, 0), corners)
    down, _ = EMPTY.lay((-7, 4), corners)
    return list(up.tiles()) == [((0, 0), corners)] and list(down.tiles()) == [((-7, 4), corners)]


@pytest.mark.parametrize("part", range(PARTS))
def test_ten_thousand_random_positions_have_the_same_placements_figures_and_refusals(part: int) -> None:
    seen = 0
    figures: Counter[str | None] = Counter()
    for game in range(GAMES // PARTS):
        rng = seeded(part * GAMES + game)
        for laid, ways in some_table(rng, game):
            compare(rng, laid, ways)
            seen += 1
            figures.update(ways.values())
    assert seen >= 10_000 / PARTS
    assert {"bridge", "two-sides", "hexagon", "double-hexagon"} <= set(figures)


def some_table(rng: Random, game: int) -> Iterator[tuple[naive.Laid, Ways]]:
    """Every third table ends dense, the others grow as they like."""
    if game % 3 == 0:
        return grow_mosaic(rng, size=13 + game % 8, holes=game % 4)
    return grow(rng, crowding=game % 5 / 4)


def compare(rng: Random, laid: naive.Laid, ways: Ways) -> None:
    board = opened(laid)
    found = engine_placements(board, unlaid(laid))
    assert {(each.cell, each.corners): engine_figure(each) for each in found} == ways, laid
    assert len(found) == len(ways), laid
    cell = rng.choice(naive.cells_around(laid))
    corners = rng.choice(turnings(rng.choice(TILES)))
    assert refusal(board, cell, corners) == naive.fault(laid, cell, corners), (laid, cell, corners)


def refusal(board: Board, cell: naive.Cell, corners: naive.Corners) -> str | None:
    try:
        board.lay(cell, corners)
    except RuleError as error:
        return error.code
    return None
