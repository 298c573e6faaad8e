"""The search for a high record of solitaire B: anneal mosaics, lay the whole ones out, keep the best.

A run starts from random numbers and cools down; the next one begins anew. Each record has been played
through by the engine. Can be stopped between any two slices, and has a record, laid greedily, before the
first. Knows nothing of clocks, files or signals.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from rules.triominos.board import EMPTY, Placement
from rules.triominos.grid import WIDTH, corners_of, joined
from rules.triominos.mosaic import Mosaic, Whole, cooling
from rules.triominos.solitaire_record import Laid, Verified, played
from rules.triominos.tiles import ALL_TILES, TILES, ZERO, Corners
from rules.triominos.twist import twist

RUN = 200_000
"""Steps of a run."""
SLICE = 4_000
"""Steps between two looks at the heat, and at whether to stop."""
HOT, COLD = 0.3, 0.12


class Progress(NamedTuple):
    """How many steps were made in all, and the best record so far."""

    steps: int
    best: Verified


def search(seed: int, run: int = RUN) -> Iterator[Progress]:
    """Ever better records, for as long as somebody asks for them. The same seed finds the same ones."""
    rng = Random(seed)  # noqa: S311  (a game, not a secret)
    best = greedy(rng)
    steps = 0
    yield Progress(steps, best)
    while True:
        mosaic = Mosaic(rng)
        for done in range(0, run, SLICE):
            whole = mosaic.anneal(SLICE, cooling(HOT, COLD, done / run), best.total)
            steps += SLICE
            best = best if whole is None else lay_out(whole)
            yield Progress(steps, best)


def greedy(rng: Random) -> Verified:
    """A record that lays at each turn what earns most then; tried until all tiles find a place."""
    while True:
        board, left = EMPTY.lay((0, 0), ZERO.numbers)[0], ALL_TILES ^ ZERO.bit
        while found := board.placements(left):
            best = max(found, key=lambda each: (_earning(each), rng.random()))
            board, _ = board.lay(best.cell, best.corners)
            left ^= best.tile.bit
        if not left:
            return played(list(board.tiles()))


def _earning(placement: Placement) -> tuple[int, int]:
    """What it earns; then how twisted the tile is, since those find no place at the end."""
    return placement.touch.corners + placement.touch.hexagons, twist(placement.tile)


# -- from a mosaic to a record -------------------------------------------------------------------


def lay_out(whole: Whole) -> Verified:
    """The mosaic's tiles as laid, from 0-0-0 on."""
    start = whole.cells[TILES.index(ZERO)]
    return played([_laid(whole, cell, start) for cell in joined(set(whole.cells), start)])


def _laid(whole: Whole, cell: int, start: int) -> Laid:
    """A cell seen from the first; where that points down, all is given half a turn, as [0, 0] points up."""
    x, y = cell % WIDTH - start % WIDTH, cell // WIDTH - start // WIDTH
    a, b, c = (whole.numbers[point] for point in corners_of(cell))
    if not start & 1:
        return (x, y), (a, b, c)
    return (-x, -y), _half_turn(cell, (a, b, c))


def _half_turn(cell: int, corners: Corners) -> Corners:
    """Corners are read from the top or from the top left, which half a turn changes."""
    a, b, c = corners
    return (c, a, b) if cell & 1 else (b, c, a)
