"""Fill a figure with different tiles whose touching corners are equal, or prove that it cannot be done.

The search writes a number at one point of the figure after the other, always at the cell that is hardest
to fill, and turns back as soon as a cell has no tile left, or all open cells together have too few. It
starts again in another order from time to time, each time with twice the patience; only a search that ran
out of possibilities is a proof. One that was stopped says that it does not know.

The 56 tiles stay the same tiles when 1 is added to every number (and 5 becomes 0), so the first number may
be taken to be 0. What can be told by counting is told first: see ``twist``. Knows nothing of clocks, files
or turns.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Literal, NamedTuple

from rules.triominos.board import Cell
from rules.triominos.figures import Figure, points_of
from rules.triominos.fits import COUNT_BITS, FREE, fitting
from rules.triominos.tiles import ALL_TILES, NUMBERS, TILES, Corners
from rules.triominos.twist import least_twist

Status = Literal["filled", "impossible", "unknown"]
Laid = tuple[Cell, Corners]

FIRST_PATIENCE = 2_000
"""Nodes before the first new start."""
LOOK_UP = 256
"""Nodes between two looks at whether to stop."""

_POINTS = [number << COUNT_BITS for number in (*NUMBERS, FREE)]
FITTING = [fitting(*points).any for points in product(_POINTS, repeat=3)]
"""The set of tiles that fit between three numbers, by ``(one * 7 + two) * 7 + three``."""


class Answer(NamedTuple):
    """What is known about a figure. ``proof`` says how an impossibility was found out."""

    status: Status
    tiles: tuple[Laid, ...] = ()
    nodes: int = 0
    proof: Literal["", "too-many-cells", "twist", "search"] = ""


class Stopped(Exception):
    """Somebody asked to stop, or the nodes are used up."""


def fill(
    figure: Figure, seed: int = 1, nodes: int | None = None, stop: Callable[[], bool] = lambda: False
) -> Answer:
    """Fill the figure, or prove that it cannot be filled, within so many nodes and until asked to stop."""
    if len(figure.cells) > len(TILES):
        return Answer("impossible", proof="too-many-cells")
    if least_twist(len(figure.cells)) > figure.rim:
        return Answer("impossible", proof="twist")
    rng = Random(seed)  # noqa: S311  (a game, not a secret)
    used, patience = 0, FIRST_PATIENCE
    while True:
        limit = patience if nodes is None else min(patience, nodes - used)
        search = Search(figure, rng, limit, stop)
        try:
            found = search.run()
        except Stopped:
            used += search.nodes
            if stop() or (nodes is not None and used >= nodes):
                return Answer("unknown", nodes=used)
            patience *= 2
            continue
        used += search.nodes
        return Answer("filled", found, used) if found else Answer("impossible", nodes=used, proof="search")


class Search:
    """One search through all ways to number the points, in an order of its own."""

    def __init__(self, figure: Figure, rng: Random, limit: int, stop: Callable[[], bool]) -> None:
        self.figure, self.rng, self.limit, self.stop = figure, rng, limit, stop
        points = sorted({point for cell in figure.cells for point in points_of(cell)})
        index = {point: at for at, point in enumerate(points)}
        self.cells = [_three([index[point] for point in points_of(cell)]) for cell in figure.cells]
        self.at: list[list[int]] = [[] for _ in points]
        for cell, corners in enumerate(self.cells):
            for point in corners:
                self.at[point].append(cell)
        self.numbers = [FREE] * len(points)
        self.open = set(range(len(self.cells)))
        self.unused = ALL_TILES
        self.nodes = 0

    def run(self) -> tuple[Laid, ...]:
        """The tiles that fill the figure, or none where no numbers do. Raises ``Stopped``."""
        trail: list[_Choice] = []
        choice = self._choose(NUMBERS[:1])
        while True:
            if choice is not None:
                trail.append(choice)
            while not self._next(trail[-1]):
                trail.pop()
                if not trail:
                    return ()
            if not self.open:
                return self._laid()
            choice = self._choose(NUMBERS)

    # -- choosing ----------------------------------------------------------------------------------

    def _choose(self, allowed: range) -> _Choice | None:
        """The point to be numbered next, and the numbers that it may get; nothing on a dead end."""
        self._count()
        cell = self._hardest()
        if cell is None:
            return None
        point = max(
            (each for each in self.cells[cell] if self.numbers[each] == FREE),
            key=lambda each: len(self.at[each]),
        )
        ways = list(allowed)
        self.rng.shuffle(ways)
        return _Choice(point, ways)

    def _hardest(self) -> int | None:
        """The open cell with the fewest tiles; nothing if one has none, or all together too few."""
        numbers, unused = self.numbers, self.unused
        hardest, fewest, together = None, 1_000, 0
        for cell in self.open:
            one, two, three = self.cells[cell]
            tiles = FITTING[(numbers[one] * 7 + numbers[two]) * 7 + numbers[three]] & unused
            if not tiles:
                return None
            together |= tiles
            count = tiles.bit_count()
            if count < fewest:
                hardest, fewest = cell, count
        return hardest if together.bit_count() >= len(self.open) else None

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes > self.limit or (self.nodes % LOOK_UP == 0 and self.stop()):
            raise Stopped

    # -- trying ------------------------------------------------------------------------------------

    def _next(self, choice: _Choice) -> bool:
        """Take back what this choice wrote, and write its next number that may stand."""
        self._take_back(choice)
        while choice.ways:
            self.numbers[choice.point] = choice.ways.pop()
            if self._close_cells(choice):
                return True
            self._take_back(choice)
        return False

    def _close_cells(self, choice: _Choice) -> bool:
        """Give a tile to each cell that this number completes; whether all could get one."""
        numbers = self.numbers
        for cell in self.at[choice.point]:
            one, two, three = self.cells[cell]
            tiles = FITTING[(numbers[one] * 7 + numbers[two]) * 7 + numbers[three]] & self.unused
            if not tiles:
                return False
            if FREE not in (numbers[one], numbers[two], numbers[three]):
                self.unused ^= tiles
                self.open.remove(cell)
                choice.closed.append((cell, tiles))
        return True

    def _take_back(self, choice: _Choice) -> None:
        for cell, tile in choice.closed:
            self.unused ^= tile
            self.open.add(cell)
        choice.closed.clear()
        self.numbers[choice.point] = FREE

    def _laid(self) -> tuple[Laid, ...]:
        corners = (_three([self.numbers[point] for point in cell]) for cell in self.cells)
        return tuple(zip(self.figure.cells, corners, strict=True))


class _Choice:
    """A point, the numbers not yet tried there, and the cells that its number closed."""

    __slots__ = ("closed", "point", "ways")

    def __init__(self, point: int, ways: list[int]) -> None:
        self.point, self.ways = point, ways
        self.closed: list[tuple[int, int]] = []


def _three(values: list[int]) -> tuple[int, int, int]:
    one, two, three = values
    return (one, two, three)
