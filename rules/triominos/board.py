"""The board: numbered lattice points, and the triangular cells that are filled.

A placement is legal when its cell is free, a side is shared and no point it touches carries another
number; a hexagon is a point all of whose six cells are filled. A board is never changed: laying a
tile gives another one. Knows nothing of players, racks, bonuses or points.

**Layout.** A cell ``(x, y)`` points up when x + y is even. Cells and points are kept as one integer
each, ``x + STRIDE * y`` counted from the first tile, and ``STRIDE`` is odd, so that an even cell points
up. A point holds its number and how many of its cells are filled in one small integer, ``number * 8 +
filled``: legality, bridge and hexagon are then one look-up a corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.api import Message, RuleError, gettext_noop
from rules.triominos.fits import COUNT_BITS, UNLABELLED, fitting
from rules.triominos.fits import FREE as FREE
from rules.triominos.lattice import REACH, STRIDE, around, corners_of, sides_of
from rules.triominos.tiles import BY_CORNERS, Corners, Tile, tile_of

Cell = tuple[int, int]

FILLED = (1 << COUNT_BITS) - 1


class Touch(NamedTuple):
    """What a tile meets on a cell: sides shared, corners touched, hexagons it completes."""

    sides: int
    corners: int
    hexagons: int

    @property
    def is_bridge(self) -> bool:
        """One side shared, and the corner opposite to it touches a laid tile."""
        return self.sides == 1 and self.corners == 3


class Bridge(NamedTuple):
    """The two numbers of the side matched, the number opposite, and a tile which that one touches."""

    side: tuple[int, int]
    opposite: int
    touches: Tile


class Placement(NamedTuple):
    """One way to lay a tile, and what it would meet there."""

    tile: Tile
    cell: Cell
    corners: Corners
    touch: Touch


class Board(NamedTuple):
    """Tiles as laid. The two dictionaries are read, never written, once the board is made."""

    origin: Cell
    laid: dict[int, Corners]
    points: dict[int, int]

    # -- reading ---------------------------------------------------------------------------------

    def tiles(self) -> Iterator[tuple[Cell, Corners]]:
        """Cells and corners in the order laid."""
        for code, corners in self.laid.items():
            yield self._cell(code), corners

    def hexagons(self) -> list[tuple[Cell, ...]]:
        """For each completed hexagon the six cells around its point."""
        return [
            tuple(self._cell(code) for code in around(point))
            for point, value in self.points.items()
            if value & FILLED == 6
        ]

    def numbers_at(self, cell: Cell) -> tuple[int | None, int | None, int | None]:
        """The numbers that the three corners of a cell already carry, clockwise."""
        code = self._code(cell)
        if code is None:
            return (None, None, None)
        a, b, c = (self.points.get(point) for point in corners_of(code))
        return (_number(a), _number(b), _number(c))

    def neighbours(self, cell: Cell) -> list[tuple[Corners, Cell]]:
        """The tiles that share a side with this cell."""
        code = self._code(cell)
        beside = sides_of(code) if code is not None else ()
        return [(self.laid[each], self._cell(each)) for each in beside if each in self.laid]

    def touch(self, cell: Cell) -> Touch:
        """What a tile would meet on that cell, whatever its numbers."""
        code = self._code(cell)
        return Touch(0, 0, 0) if code is None else self._touch(code)

    def bridge(self, cell: Cell) -> Bridge:
        """What a tile on that cell would bridge; asked only where ``touch`` says that it is a bridge."""
        code = self._near(cell)
        beside = next(each for each in sides_of(code) if each in self.laid)
        shared = corners_of(beside)
        opposite = next(point for point in corners_of(code) if point not in shared)
        side = [self.points[point] >> COUNT_BITS for point in corners_of(code) if point in shared]
        across = next(self.laid[each] for each in around(opposite) if each in self.laid)
        return Bridge((side[0], side[1]), self.points[opposite] >> COUNT_BITS, BY_CORNERS[across])

    def completed_by(self, cell: Cell) -> list[int]:
        """The numbers of the points that a tile on that cell would make hexagons of."""
        values = [self.points.get(point, 0) for point in corners_of(self._near(cell))]
        return [value >> COUNT_BITS for value in values if value & FILLED == 5]

    # -- laying ----------------------------------------------------------------------------------

    def lay(self, cell: Cell, corners: Corners) -> tuple[Board, Touch]:
        """The board with one more tile, and what the tile met.

        Raises ``cell-occupied``, ``detached`` or ``corner-mismatch``. The caller knows that the
        corners are those of a tile not laid yet.
        """
        if not self.laid:
            self = Board((cell[0] - (cell[0] + cell[1]) % 2, cell[1]), self.laid, self.points)
        code = self._code(cell)
        if code is None:
            raise _detached()
        if code in self.laid:
            raise RuleError("cell-occupied", Message(gettext_noop("A tile already lies there.")))
        sides = self._shared(code)
        if not sides and self.laid:
            raise _detached()
        points, met, hexagons = self.points.copy(), 0, 0
        for point, number in zip(corners_of(code), corners, strict=True):
            before = points.get(point)
            if before is None:
                points[point] = (number << COUNT_BITS) + 1
                continue
            if before >> COUNT_BITS != number:
                raise _mismatch(number, before >> COUNT_BITS)
            points[point] = before + 1
            met += 1
            hexagons += before & FILLED == 5
        laid = self.laid.copy()
        laid[code] = corners
        return Board(self.origin, laid, points), Touch(sides, met, hexagons)

    def placements(self, tiles: int) -> list[Placement]:
        """All legal ways to lay any tile of the set on a board that has been opened."""
        found: list[Placement] = []
        number = self.points.get
        for code in self._open_cells():
            one, two, three = corners_of(code)
            fits = fitting(number(one, UNLABELLED), number(two, UNLABELLED), number(three, UNLABELLED))
            if not fits.any & tiles:
                continue
            cell, touch = self._cell(code), self._touch(code)
            found += [
                Placement(tile, cell, corners, touch) for tile, corners in fits.each if tile.bit & tiles
            ]
        return found

    def can_place(self, tiles: int) -> bool:
        """Whether any tile of the set fits anywhere."""
        number = self.points.get
        return any(
            fitting(*(number(point, UNLABELLED) for point in corners_of(code))).any & tiles
            for code in self._open_cells()
        )

    def openings(self, cell: Cell, tiles: int) -> set[Touch]:
        """What the tiles of the set could meet on the free cells around a tile that was laid."""
        laid, number, found = self.laid, self.points.get, set()
        near = {each for point in corners_of(self._near(cell)) for each in around(point)}
        for code in near.difference(laid):
            if any(each in laid for each in sides_of(code)):
                fits = fitting(*[number(point, UNLABELLED) for point in corners_of(code)])
                if fits.any & tiles:
                    found.add(self._touch(code))
        return found

    # -- in detail -------------------------------------------------------------------------------

    def _open_cells(self) -> list[int]:
        """The free cells that share a side with a tile."""
        laid = self.laid
        beside = {code + 1 for code in laid}
        beside.update([code - 1 for code in laid])
        beside.update([code - STRIDE if code & 1 else code + STRIDE for code in laid])
        return sorted(beside.difference(laid))

    def _shared(self, code: int) -> int:
        """How many sides of a cell are those of laid tiles."""
        laid, across = self.laid, code - STRIDE if code & 1 else code + STRIDE
        return (code - 1 in laid) + (code + 1 in laid) + (across in laid)

    def _touch(self, code: int) -> Touch:
        values = [self.points[point] for point in corners_of(code) if point in self.points]
        return Touch(self._shared(code), len(values), sum([value & FILLED == 5 for value in values]))

    def _code(self, cell: Cell) -> int | None:
        """The cell as an integer, or nothing where no tile can ever reach."""
        x, y = cell[0] - self.origin[0], cell[1] - self.origin[1]
        if -REACH <= x <= REACH and -REACH <= y <= REACH:
            return x + STRIDE * y
        return None

    def _near(self, cell: Cell) -> int:
        return cell[0] - self.origin[0] + STRIDE * (cell[1] - self.origin[1])

    def _cell(self, code: int) -> Cell:
        y = (code + STRIDE // 2) // STRIDE
        return (self.origin[0] + code - STRIDE * y, self.origin[1] + y)


EMPTY = Board((0, 0), {}, {})


def board_of(tiles: Iterable[tuple[Cell, Corners]]) -> Board:
    """The board on which these were laid in this order. Raises as the rules do."""
    board = EMPTY
    for cell, corners in tiles:
        tile_of(corners)
        board, _ = board.lay(cell, corners)
    return board


def _number(value: int | None) -> int | None:
    return None if value is None else value >> COUNT_BITS


# -- refusals ------------------------------------------------------------------------------------


def _detached() -> RuleError:
    return RuleError(
        "detached", Message(gettext_noop("A tile must share a whole side with a tile on the board."))
    )


def _mismatch(number: int, there: int) -> RuleError:
    return RuleError(
        "corner-mismatch",
        Message(
            gettext_noop("The corner %(number)s would touch a %(there)s."), {"number": number, "there": there}
        ),
    )
