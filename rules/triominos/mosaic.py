"""A table of numbered points that is annealed until its triangles are the 56 tiles.

The points of a classic game add up in whatever order the tiles are laid: the first tile brings three
points of the lattice, a tile without a bonus brings one more, a tile with a bonus none, and each hexagon
is worth 10 beyond the 40. So a record of 56 tiles that opens with 0-0-0 and touches ``v`` points scores
460 + 40 × (58 − v) + 10 × hexagons, and the search is for an arrangement, not for an order.

Here an arrangement is a number at each of some points. A triangle whose numbers are those of a tile
holds it; where two triangles would, the first has it. Knows nothing of laying, turns or time.
"""

from __future__ import annotations

from math import exp, log
from random import Random
from typing import NamedTuple

from rules.triominos.fits import FREE
from rules.triominos.grid import AROUND, RING, SIZE, WIDTH, corners_of, disc, joined
from rules.triominos.tiles import BY_CORNERS, NUMBERS, TILES

NOTHING = len(TILES)
"""Stands for the tile of a triangle that is none, or lacks a number."""

_INDEX = {corners: TILES.index(tile) for corners, tile in BY_CORNERS.items()}
ROWS = tuple(
    tuple(_INDEX.get((one, two, three), NOTHING) for two in range(FREE + 1) for three in range(FREE + 1))
    for one in range(FREE + 1)
)
"""By the number of a point, then by those of two neighbours: which tile their triangle is."""

HEXAGON = 0.25
"""What a hexagon is worth, counted in points of the lattice that are saved."""
ASTRAY = 1.2
"""What a tile costs that does not lie with the others: a little more than the point that it could save."""
HOPE = 2 * HEXAGON
"""How much better than at first sight a change may turn out to be."""


class Whole(NamedTuple):
    """A mosaic in which all tiles hang together: its numbers, its cells, and what it scores."""

    numbers: tuple[int, ...]
    cells: tuple[int, ...]
    score: int


class Mosaic:
    """Numbers at points, and which cell holds which tile.

    ``points`` are those that tiles touch; ``numbered`` counts those without a tile too, and is what
    annealing pays for: numbers that cost nothing would be strewn everywhere.
    """

    def __init__(self, rng: Random, radius: float = 3.75, room: float = 4.6) -> None:
        self.rng = rng
        self.numbers = [FREE] * SIZE
        self.holders: list[list[int]] = [[] for _ in range(NOTHING + 1)]
        self.filled = [0] * SIZE
        self.numbered = self.points = self.hexagons = 0
        self.room = disc(room)
        for point in disc(radius):
            self.put(point, rng.choice(NUMBERS))

    @property
    def cost(self) -> float:
        astray = len(TILES) - self._together()
        return self.numbered + ASTRAY * astray - HEXAGON * self.hexagons

    @property
    def score(self) -> int:
        """What it scores as a record, if it is whole."""
        return 460 + 40 * (58 - self.points) + 10 * self.hexagons

    @property
    def is_whole(self) -> bool:
        return self._together() == len(TILES)

    def whole(self) -> Whole:
        """As it is now; asked only while it is whole."""
        cells = tuple(held[0] for held in self.holders[:NOTHING])
        return Whole(tuple(self.numbers), cells, self.score)

    def _together(self) -> int:
        """How many tiles hang together across sides, where most of them do."""
        left = {held[0] for held in self.holders[:NOTHING] if held}
        most = 0
        while len(left) > most:
            found = joined(left, next(iter(left)))
            left.difference_update(found)
            most = max(most, len(found))
        return most

    # -- changing ----------------------------------------------------------------------------------

    def put(self, point: int, number: int) -> None:
        """Write another number at a point, or none."""
        numbers = self.numbers
        before, after = ROWS[numbers[point]], ROWS[number]
        self.numbered += (number != FREE) - (numbers[point] != FREE)
        numbers[point] = number
        a, b, c, d, e, f = (numbers[point + step] for step in RING)
        pairs = (7 * a + b, 7 * b + c, 7 * c + d, 7 * d + e, 7 * e + f, 7 * f + a)
        for step, pair in zip(AROUND, pairs, strict=True):
            if before[pair] != after[pair]:
                self._leave(before[pair], point + step)
                self._take(after[pair], point + step)

    def _leave(self, tile: int, cell: int) -> None:
        if tile == NOTHING:
            return
        held = self.holders[tile]
        first = held[0] == cell
        held.remove(cell)
        if first:
            self._fill(cell, -1)
            if held:
                self._fill(held[0], 1)

    def _take(self, tile: int, cell: int) -> None:
        if tile == NOTHING:
            return
        held = self.holders[tile]
        held.append(cell)
        if len(held) == 1:
            self._fill(cell, 1)

    def _fill(self, cell: int, change: int) -> None:
        filled = self.filled
        for point in corners_of(cell):
            before, after = filled[point], filled[point] + change
            filled[point] = after
            self.points += (after > 0) - (before > 0)
            self.hexagons += (after == 6) - (before == 6)

    # -- annealing ---------------------------------------------------------------------------------

    def anneal(self, steps: int, heat: float, above: int = 0) -> Whole | None:
        """Try so many changes; one that costs ``d`` more is kept once in exp(d / heat) times.

        Answers the best whole one that was met, if it scores more than ``above``.
        """
        best = None
        cost = self.cost
        rng, numbers, holders, room = self.rng.random, self.numbers, self.holders, self.room
        size = len(room)
        # Written out, because the search spends its time here: nearly all changes are seen to be too dear
        # before anything is changed.
        for _ in range(steps):
            point = room[int(rng() * size)]
            old, new = numbers[point], int(rng() * 7)
            if new == old:
                continue
            a, b = numbers[point - 2], numbers[point - WIDTH - 1]
            c, d = numbers[point - WIDTH + 1], numbers[point + 2]
            e, f = numbers[point + WIDTH + 1], numbers[point + WIDTH - 1]
            if old == FREE and (a, b, c, d, e, f).count(FREE) > 4:
                continue
            pairs = (7 * a + b, 7 * b + c, 7 * c + d, 7 * d + e, 7 * e + f, 7 * f + a)
            before, after = ROWS[old], ROWS[new]
            change = (old == FREE) - (new == FREE)
            for pair in pairs:
                change += len(holders[before[pair]]) == 1
            for tile in {after[pair] for pair in pairs}:
                change -= tile != NOTHING and not holders[tile]
            patience = -heat * log(1.0 - rng())
            if change - HOPE <= patience:
                self.put(point, new)
                changed = self.cost
                if changed - cost <= patience:
                    cost = changed
                    if self.score > above and self.is_whole:
                        best, above = self.whole(), self.score
                else:
                    self.put(point, old)
                    cost = self.cost
        return best


def cooling(start: float, end: float, share: float) -> float:
    """The heat after that share of a run."""
    return start * exp(share * log(end / start))
