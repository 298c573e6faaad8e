"""A board as the desk draws it: where each tile lies in the picture, and what is marked on it.

The shapes themselves stand once in the page (``_board_shapes.html``); a tile here is where it lies, which way it
points and its numbers. Knows nothing of players, entries or forms.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from rules.triominos.board import Board, Cell
from rules.triominos.svg import bridged
from rules.triominos.tiles import Corners

HALF, ROW = 30, 52
"""Half a side and the height of a row: whole numbers, and an equilateral triangle to a thousandth."""
MARGIN_X, MARGIN_Y = 38, 58
"""Room for one more tile on every side: tiles of one row overlap by half."""
LEAST_WIDTH, LEAST_HEIGHT = 300, 220
"""So that a first tile does not fill the table."""
FIRST_CELLS: tuple[Cell, ...] = ((0, 0), (1, 0))
"""Where the first tile may be laid: one cell that points up and one that points down."""

NUMBERS_AT = {"u": ("0 15 -15", "22 48 48"), "d": ("-15 15 0", "14 14 40")}
"""Where the numbers of a tile stand, by the way it points."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board, ready to be put into a page."""

    frame: str
    """What is to be seen of the plane, as a ``viewBox``."""
    tiles: SafeString
    marks: SafeString
    data: str
    """The tiles once more, for scripts: x,y,numbers, in the order laid."""
    count: int
    hexagons: int
    bridges: int


def drawing_of(board: Board) -> Drawing:
    laid = list(board.tiles())
    bridges, hexagons = bridged(board), board.hexagons()
    marks = [_mark("arch", cell) for cell in bridges]
    marks += [_ring(around) for around in hexagons]
    marks += [_mark("newest", laid[-1][0])] if laid else []
    return Drawing(
        frame=frame_around([cell for cell, _corners in laid] or FIRST_CELLS),
        tiles=format_html_join("", "{}", ((tile_at(cell, corners),) for cell, corners in laid)),
        marks=format_html_join("", "{}", ((mark,) for mark in marks)),
        data=" ".join(place_text(cell, corners) for cell, corners in laid),
        count=len(laid),
        hexagons=len(hexagons),
        bridges=len(bridges),
    )


def tile_at(cell: Cell, corners: Corners) -> SafeString:
    """A tile on its cell: the triangle, its three corners in the tint of their number, the numbers."""
    way, (xs, ys) = _way(cell), NUMBERS_AT[_way(cell)]
    return format_html(
        '<g transform="translate({x} {y})"><use href="#b-{way}"/>{kites}<text x="{xs}" y="{ys}">{text}</text></g>',
        x=cell[0] * HALF,
        y=cell[1] * ROW,
        way=way,
        kites=format_html_join(
            "",
            '<use href="#b-{}{}" class="n{}"/>',
            ((way, corner, number) for corner, number in enumerate(corners)),
        ),
        xs=xs,
        ys=ys,
        text="".join(map(str, corners)),
    )


def place_text(cell: Cell, corners: Corners) -> str:
    """A placement as forms and scripts write it: ``x,y,abc``."""
    return f"{cell[0]},{cell[1]},{''.join(map(str, corners))}"


def frame_around(cells: Iterable[Cell]) -> str:
    """The part of the plane that shows these cells and one more around them."""
    cells = list(cells)
    left = min(x for x, _y in cells) * HALF - HALF - MARGIN_X
    right = max(x for x, _y in cells) * HALF + HALF + MARGIN_X
    top = min(y for _x, y in cells) * ROW - MARGIN_Y
    bottom = max(y for _x, y in cells) * ROW + ROW + MARGIN_Y
    more_x, more_y = max(0, LEAST_WIDTH - right + left) // 2, max(0, LEAST_HEIGHT - bottom + top) // 2
    return f"{left - more_x} {top - more_y} {right - left + 2 * more_x} {bottom - top + 2 * more_y}"


def close_up(cell: Cell) -> str:
    """The part of the plane around one cell."""
    x, y = cell[0] * HALF, cell[1] * ROW + ROW // 2
    return f"{x - 80} {y - 70} 160 140"


# -- in detail -----------------------------------------------------------------------------------


def _way(cell: Cell) -> str:
    return "d" if sum(cell) % 2 else "u"


def _mark(kind: str, cell: Cell) -> SafeString:
    return format_html(
        '<use href="#b-{}" class="{}" x="{}" y="{}"/>', _way(cell), kind, cell[0] * HALF, cell[1] * ROW
    )


def _ring(around: tuple[Cell, ...]) -> SafeString:
    """The point in which six cells meet lies on the middle cell of the three that share a row."""
    x = sum(cell[0] for cell in around) * HALF // len(around)
    y = max(cell[1] for cell in around) * ROW
    return format_html('<use href="#b-ring" class="ring" x="{}" y="{}"/>', x, y)
