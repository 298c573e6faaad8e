"""Where tiles touch, by points of the plane and by trying everything.

A point is measured in half sides to the right and in rows downwards, so that all are whole
numbers. Nothing is remembered between two questions but where cells' corners lie. Knows no
players, no points and no variants.
"""

from collections.abc import Iterator
from functools import cache

from .tiles import Tile, turnings

Cell = tuple[int, int]
Point = tuple[int, int]
Corners = tuple[int, int, int]
Laid = dict[Cell, Corners]
Placement = tuple[Cell, Corners]


@cache
def points(cell: Cell) -> tuple[Point, Point, Point]:
    """A cell's corners clockwise: up from its top, down from its top left."""
    x, y = cell
    if (x + y) % 2 == 0:
        return (x + 1, y), (x + 2, y + 1), (x, y + 1)
    return (x, y), (x + 2, y), (x + 1, y + 1)


@cache
def shared(cell: Cell) -> list[tuple[Cell, int, int]]:
    """Every corner of another cell that is a corner of this one: that cell, which corner, which of the other's."""
    x, y = cell
    box = [(x + across, y + down) for across in range(-2, 3) for down in range(-1, 2)]
    return [
        (other, mine, theirs)
        for other in box
        for mine in range(3)
        for theirs in range(3)
        if other != cell and points(cell)[mine] == points(other)[theirs]
    ]


def meetings(laid: Laid, cell: Cell) -> Iterator[tuple[Cell, int, int]]:
    """Every corner of a laid tile at a corner of this cell: that tile, which corner, its number."""
    for other, mine, theirs in shared(cell):
        if other in laid:
            yield other, mine, laid[other][theirs]


def side_neighbours(laid: Laid, cell: Cell) -> list[Cell]:
    """The laid tiles that have two corners in common with this cell."""
    met = [other for other, _, _ in meetings(laid, cell)]
    return [other for other in set(met) if met.count(other) == 2]


def fault(laid: Laid, cell: Cell, corners: Corners) -> str | None:
    """Why a tile may not lie here, or None if it may."""
    if cell in laid:
        return "cell-occupied"
    if laid and not side_neighbours(laid, cell):
        return "detached"
    if any(corners[mine] != number for _, mine, number in meetings(laid, cell)):
        return "corner-mismatch"
    return None


def hexagons(laid: Laid, cell: Cell) -> int:
    """How many points this cell fills up: six tiles round one of its corners (R7)."""
    tiles = {*laid, cell}
    return sum(sum(point in points(tile) for tile in tiles) == 6 for point in points(cell))


def figure(laid: Laid, cell: Cell) -> str | None:
    """What a tile on this cell makes: the best figure alone (R6, R9)."""
    if not laid:
        return None
    made = hexagons(laid, cell)
    if made:
        return {1: "hexagon", 2: "double-hexagon", 3: "triple-hexagon"}[made]
    sides = side_neighbours(laid, cell)
    if len(sides) >= 2:
        return "two-sides"
    touched = {mine for _, mine, _ in meetings(laid, cell)}
    return "bridge" if len(touched) == 3 else None


def cells_around(laid: Laid) -> list[Cell]:
    """Every cell of a box that is one cell wider than what lies on the table."""
    across = [x for x, _ in laid]
    down = [y for _, y in laid]
    return [
        (x, y) for y in range(min(down) - 1, max(down) + 2) for x in range(min(across) - 1, max(across) + 2)
    ]


def placements(laid: Laid, tile: Tile) -> list[Placement]:
    """Every way to lay this tile, by trying each turning on each cell."""
    return [
        (cell, corners)
        for cell in cells_around(laid)
        for corners in turnings(tile)
        if fault(laid, cell, corners) is None
    ]


def placements_of_many(laid: Laid, tiles: list[Tile]) -> dict[Tile, list[Placement]]:
    """The same for many tiles: each cell is asked once what it demands, then every tile is tried."""
    found: dict[Tile, list[Placement]] = {tile: [] for tile in tiles}
    for cell in cells_around(laid):
        if cell in laid or not side_neighbours(laid, cell):
            continue
        demands = [(mine, number) for _, mine, number in meetings(laid, cell)]
        for tile in tiles:
            for corners in turnings(tile):
                if all(corners[mine] == number for mine, number in demands):
                    found[tile].append((cell, corners))
    return found
