"""A figure and the tiles laid in it: what may lie where, and whether all of it is covered.

Tiles may be laid in any order and need not touch. Knows nothing of players or points; ``tangram`` makes a
game of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.api import Message, RuleError, gettext_noop
from rules.triominos.board import Cell
from rules.triominos.figures import Figure, points_of
from rules.triominos.tiles import BY_CORNERS, Corners, tile_of

EQUAL, ANY = "equal", "any"
Laid = tuple[Cell, Corners]


class Covering(NamedTuple):
    """``corners`` says whether touching ones must be equal; ``laid`` is in the order laid."""

    figure: Figure
    corners: str
    laid: tuple[Laid, ...] = ()

    def tiles(self) -> int:
        """The tiles laid, as a set."""
        return sum(BY_CORNERS[corners].bit for _, corners in self.laid)

    def open(self) -> list[Cell]:
        """The cells not covered yet."""
        covered = {cell for cell, _ in self.laid}
        return [cell for cell in self.figure.cells if cell not in covered]

    def numbers(self) -> dict[int, int]:
        """The numbers that the points carry, where touching corners are equal; otherwise none."""
        if self.corners == ANY:
            return {}
        return {
            point: number
            for cell, corners in self.laid
            for point, number in zip(points_of(cell), corners, strict=True)
        }

    def lay(self, cell: Cell, corners: Corners) -> Covering:
        """With one more tile. Raises the first rule that it breaks."""
        if tile_of(corners).bit & self.tiles():
            raise _refusal("tile-already-laid", gettext_noop("That tile has already been laid."))
        if cell not in self.figure.cells:
            raise _refusal("outside-figure", gettext_noop("That cell is not one of the figure’s."))
        if cell not in self.open():
            raise _refusal("cell-occupied", gettext_noop("A tile already lies there."))
        numbers = self.numbers()
        for point, number in zip(points_of(cell), corners, strict=True):
            if numbers.get(point, number) != number:
                raise _refusal("corner-mismatch", gettext_noop("A corner would touch another number."))
        return self._replace(laid=(*self.laid, (cell, corners)))

    def placements(self) -> Iterator[Laid]:
        """Every tile not laid yet, turned every way, on every open cell where it fits."""
        used, numbers = self.tiles(), self.numbers()
        free = [corners for corners, tile in BY_CORNERS.items() if not tile.bit & used]
        for cell in self.open():
            wanted = [numbers.get(point) for point in points_of(cell)]
            for corners in free:
                if all(want in (None, number) for want, number in zip(wanted, corners, strict=True)):
                    yield cell, corners


class CoveringError(Exception):
    """The first thing that is wrong with a filling, and with which of its tiles, counted from 1."""

    def __init__(self, error: RuleError, tile: int | None = None) -> None:
        super().__init__(str(error) if tile is None else f"tile {tile}: {error}")
        self.code, self.message, self.tile = error.code, error.message, tile


def check(figure: Figure, corners: str, laid: Iterable[Laid]) -> Covering:
    """The figure covered exactly by these tiles. Raises ``CoveringError``."""
    covering = Covering(figure, corners)
    for number, (cell, numbers) in enumerate(laid, start=1):
        try:
            covering = covering.lay(cell, numbers)
        except RuleError as error:
            raise CoveringError(error, number) from None
    if left := len(covering.open()):
        message = Message(gettext_noop("Cells that are not covered: %(left)s."), {"left": left})
        raise CoveringError(RuleError("incomplete", message))
    return covering


def _refusal(code: str, text: str) -> RuleError:
    return RuleError(code, Message(text))
