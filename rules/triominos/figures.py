"""The figures of the tangram: sets of cells to be covered exactly, kept as drawings in text files.

A drawing has a row of characters for each row of cells: ``^`` is a triangle that points up, ``v`` one that
points down, a dot or a blank is no cell. Neighbours in a row point in turn up and down. Above the drawing
stand ``title:`` and, if there is something to say, ``note:``. The key of a figure is the name of its file.

Knows nothing of tiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from rules.api import Message, RuleError, gettext_noop
from rules.triominos.board import Cell
from rules.triominos.lattice import STRIDE, corners_of, sides_of

UP, DOWN, BLANKS = "^", "v", ". "
HEADS = ("title", "note")
WIDEST = 120
"""Wider or higher drawings are not figures of at most 56 tiles, whatever they are."""


class Figure(NamedTuple):
    """Cells to be covered, row by row from the top."""

    key: str
    title: str
    cells: tuple[Cell, ...]
    note: str = ""

    @property
    def rim(self) -> int:
        """How many sides have a cell of the figure on one hand only."""
        inside = {code_of(cell) for cell in self.cells}
        return sum(side not in inside for code in inside for side in sides_of(code))


# -- our own -------------------------------------------------------------------------------------


@cache
def figures() -> Mapping[str, Figure]:
    """The figures that come with the program, the smallest first."""
    folder = files("rules.triominos") / "figures"
    drawn = [each for each in folder.iterdir() if each.name.endswith(".txt")]
    found = [parse(each.name.removesuffix(".txt"), each.read_text(encoding="utf-8")) for each in drawn]
    return {each.key: each for each in sorted(found, key=lambda figure: (len(figure.cells), figure.key))}


# -- reading -------------------------------------------------------------------------------------


def parse(key: str, text: str) -> Figure:
    """The figure that is drawn there. Raises ``bad-figure``."""
    heads, rows = _parted(text)
    cells: list[Cell] = []
    odd: int | None = None
    for y, row in enumerate(rows):
        for x, drawn in enumerate(row):
            if drawn in BLANKS:
                continue
            if drawn not in (UP, DOWN):
                raise _bad(
                    gettext_noop("A figure is drawn with ^, v and dots; there is a “%(drawn)s”."), drawn
                )
            shift = (x + y + (drawn == DOWN)) % 2
            odd = shift if odd is None else odd
            if odd != shift:
                raise _bad(gettext_noop("Triangles beside one another point up and down in turn."))
            cells.append((x + odd, y))
    if not cells:
        raise _bad(gettext_noop("No triangle is drawn there."))
    return Figure(key, heads.get("title", key), tuple(cells), heads.get("note", ""))


def _parted(text: str) -> tuple[dict[str, str], list[str]]:
    """What stands above the drawing, and the rows of the drawing."""
    heads: dict[str, str] = {}
    lines = text.splitlines()
    while lines and (not lines[0].strip() or lines[0].partition(":")[0] in HEADS):
        name, _, said = lines.pop(0).partition(":")
        if name.strip():
            heads[name] = said.strip()
    if len(lines) > WIDEST or any(len(line) > WIDEST for line in lines):
        raise _bad(gettext_noop("The drawing is too large for a figure."))
    return heads, lines


def _bad(text: str, drawn: str = "") -> RuleError:
    return RuleError("bad-figure", Message(text, {"drawn": drawn} if drawn else {}))


# -- drawing -------------------------------------------------------------------------------------


def code_of(cell: Cell) -> int:
    """The cell as one integer, as on a board."""
    return cell[0] + STRIDE * cell[1]


def points_of(cell: Cell) -> tuple[int, int, int]:
    """The corners of a cell, clockwise."""
    return corners_of(code_of(cell))


def drawing(cells: Iterable[Cell], numbers: Mapping[int, int]) -> str:
    """The figure with its sides, and the numbers at its points; a small circle where there is none."""
    marks: dict[tuple[int, int], str] = {}
    for cell in cells:
        ends = [_spot(point) for point in points_of(cell)]
        for (row, column), point in zip(ends, points_of(cell), strict=True):
            marks[row, column] = str(numbers.get(point, "o"))
        for one, other in zip(ends, (*ends[1:], ends[0]), strict=True):
            marks.update(_side(one, other))
    left = min(column for _, column in marks)
    lines: dict[int, str] = {}
    for row, column in sorted(marks):
        lines[row] = lines.get(row, "").ljust(column - left) + marks[row, column]
    return "\n".join(lines[row] for row in sorted(lines)) + "\n"


def _spot(point: int) -> tuple[int, int]:
    y = (point + STRIDE // 2) // STRIDE
    return 2 * y, 2 * (point - STRIDE * y)


def _side(one: tuple[int, int], other: tuple[int, int]) -> dict[tuple[int, int], str]:
    (row, column), (row2, column2) = sorted((one, other))
    if row == row2:
        return {(row, at): "-" for at in range(column + 1, column2)}
    return {(row + 1, (column + column2) // 2): "\\" if column2 > column else "/"}
