"""A board drawn as SVG: tiles as triangles with their numbers, the last one marked, bonuses shown.

Pure text in, text out, and what pages show. Looks are presentation attributes and class names, never
``style``, so that a strict content security policy allows the drawing and a page's own CSS can change
it. Knows nothing of points or players.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from rules.triominos.board import EMPTY, Board, Cell
from rules.triominos.tiles import Corners

HALF, ROW = 32.0, 55.4
"""Half a side and the height of a row: together an equilateral triangle."""
MARGIN = 30.0
SHRINK = 0.92
"""Tiles are drawn a little smaller than their cells, so that a joint shows between them."""

TINTS = ("#e9e4d8", "#f6c9b7", "#f7e0a3", "#cfe3b4", "#b9dce4", "#d3c7ea")
"""One for each number: corners that meet carry the same."""
INK, TILE, FELT, GOLD, TEAL, LAST = "#2b2a33", "#fffdf6", "#255c4f", "#ffc94d", "#37d0c0", "#ff6f59"

Point = tuple[float, float]


def draw(board: Board, *, title: str = "", description: str = "", open_cells: Iterable[Cell] = ()) -> str:
    """The board as one ``<svg>`` element; ``open_cells`` are shown as places to lay a tile."""
    free = list(open_cells)
    tiles = list(board.tiles())
    cells = [cell for cell, _ in tiles] + free or [(0, 0)]
    left, top, width, height = _frame(cells)
    parts = [_open(cell) for cell in free]
    parts += [_tile(cell, corners) for cell, corners in tiles]
    parts += [_bridge(cell) for cell in bridged(board)]
    parts += [_hexagon(around) for around in board.hexagons()]
    parts += [_last(tiles[-1][0])] if tiles else []
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" role="img"'
        f' viewBox="{left:.1f} {top:.1f} {width:.1f} {height:.1f}">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
        f'<rect class="felt" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"'
        f' rx="18" fill="{FELT}"/>' + "".join(parts) + "</svg>\n"
    )


def bridged(board: Board) -> list[Cell]:
    """The cells whose tile closed a bridge when it was laid."""
    found, before = [], EMPTY
    for cell, corners in board.tiles():
        before, touch = before.lay(cell, corners)
        if touch.is_bridge and not touch.hexagons:
            found.append(cell)
    return found


# -- parts ---------------------------------------------------------------------------------------


def _tile(cell: Cell, corners: Corners) -> str:
    """The triangle, a kite of its number's tint in each corner, the three numbers."""
    around = outline(cell, SHRINK)
    name = "-".join(map(str, sorted(corners)))
    body = (
        f'<polygon class="edge" points="{_list(around)}" fill="{TILE}" stroke="{TILE}" stroke-width="3"'
        f' stroke-linejoin="round"/>'
    )
    kites = "".join(_kite(around, corner, number) for corner, number in enumerate(corners))
    texts = "".join(_number(around, corner, number) for corner, number in enumerate(corners))
    return f'<g class="tile" data-cell="{cell[0]},{cell[1]}" data-tile="{name}">{body}{kites}{texts}</g>'


def _kite(around: Sequence[Point], corner: int, number: int) -> str:
    """The third of a triangle that lies nearest to one corner."""
    here, after, before = around[corner], around[(corner + 1) % 3], around[(corner + 2) % 3]
    shape = (here, _between(here, after, 0.5), _middle(around), _between(here, before, 0.5))
    return f'<polygon class="corner n{number}" points="{_list(shape)}" fill="{TINTS[number]}"/>'


def _number(around: Sequence[Point], corner: int, number: int) -> str:
    x, y = _between(around[corner], _middle(around), 0.44)
    return (
        f'<text class="number" x="{x:.1f}" y="{y + 5.1:.1f}" font-size="14.5" font-weight="700" fill="{INK}"'
        f' font-family="ui-rounded, system-ui, sans-serif" text-anchor="middle">{number}</text>'
    )


def _bridge(cell: Cell) -> str:
    return (
        f'<polygon class="bridge" points="{_list(outline(cell, SHRINK))}" fill="none" stroke="{TEAL}"'
        f' stroke-width="5" stroke-linejoin="round"/>'
    )


def _hexagon(cells: Sequence[Cell]) -> str:
    """A ring along the outer corners of six cells."""
    points = {point for cell in cells for point in outline(cell)}
    x = sum(point[0] for point in points) / len(points)
    y = sum(point[1] for point in points) / len(points)
    ring = [(x + dx * HALF, y + dy * ROW) for dx, dy in ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))]
    return (
        f'<polygon class="hexagon" points="{_list(ring)}" fill="none" stroke="{GOLD}" stroke-width="5"'
        f' stroke-linejoin="round"/>'
    )


def _last(cell: Cell) -> str:
    """The mark of the tile laid last."""
    points = outline(cell, SHRINK)
    x, y = _middle(points)
    return (
        f'<g class="last"><polygon points="{_list(points)}" fill="none" stroke="{LAST}" stroke-width="4"'
        f' stroke-linejoin="round"/><circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{LAST}"/></g>'
    )


def _open(cell: Cell) -> str:
    return (
        f'<polygon class="open" data-cell="{cell[0]},{cell[1]}" points="{_list(outline(cell, 0.86))}"'
        f' fill="#ffffff" fill-opacity="0.10" stroke="#ffffff" stroke-opacity="0.55" stroke-width="2"'
        f' stroke-dasharray="6 6" stroke-linejoin="round"/>'
    )


# -- geometry ------------------------------------------------------------------------------------


def outline(cell: Cell, shrink: float = 1.0) -> tuple[Point, Point, Point]:
    """The corners of a cell, clockwise as its numbers are, drawn towards its middle."""
    x, y = cell
    if (x + y) % 2:
        corners = ((x - 1, y), (x + 1, y), (x, y + 1))
    else:
        corners = ((x, y), (x + 1, y + 1), (x - 1, y + 1))
    one, two, three = ((px * HALF, py * ROW) for px, py in corners)
    middle = _middle((one, two, three))
    return _between(middle, one, shrink), _between(middle, two, shrink), _between(middle, three, shrink)


def _frame(cells: Iterable[Cell]) -> tuple[float, float, float, float]:
    points = [point for cell in cells for point in outline(cell)]
    xs, ys = [point[0] for point in points], [point[1] for point in points]
    left, top = min(xs) - MARGIN, min(ys) - MARGIN
    return left, top, max(xs) + MARGIN - left, max(ys) + MARGIN - top


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _between(one: Point, other: Point, part: float) -> Point:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part


def _list(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
