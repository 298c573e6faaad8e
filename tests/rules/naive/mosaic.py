"""Dense patches of table, and orders in which they may be laid.

Random play hardly ever makes two sides at once, or a double or triple hexagon: those come from
here. A patch is filled by giving each point a number and going back when no tile fits; then it is
laid tile by tile, each beside one that is there already, and what closes most comes last. Does not
know whose turn it is.
"""

from random import Random

from .board import Cell, Corners, Laid, Point, meetings, points, side_neighbours
from .tiles import Tile, turnings

ROW = 3**0.5
"""How high a row is, in half sides."""


def filled(rng: Random, size: int, holes: int = 0) -> Laid:
    """This many cells of a disc, all corners equal where they touch, no tile twice."""
    while True:
        cells = disc(rng, size + holes)
        for _ in range(holes):
            cells.remove(rng.choice(cells))
        order = list(dict.fromkeys(point for cell in cells for point in points(cell)))
        numbers: dict[Point, int] = {}
        if in_one_piece(cells) and fill(rng, cells, order, numbers, [], [5000]):
            return {cell: read(cell, numbers) for cell in cells}


def in_one_piece(cells: list[Cell]) -> bool:
    """Whether each cell can be reached from the first over sides."""
    reached: Laid = {cells[0]: (0, 0, 0)}
    for _ in cells:
        reached |= {cell: (0, 0, 0) for cell in cells if side_neighbours(reached, cell)}
    return len(reached) == len(cells)


def disc(rng: Random, size: int) -> list[Cell]:
    """The cells nearest to a point where six meet, or to the middle of one."""
    middle_x, middle_y = rng.choice([(1.0, 0.0), (1.0, 2 / 3)])

    def distance(cell: Cell) -> float:
        across = sum(x for x, _ in points(cell)) / 3 - middle_x
        down = (sum(y for _, y in points(cell)) / 3 - middle_y) * ROW
        return across**2 + down**2

    return sorted(((x, y) for x in range(-8, 9) for y in range(-5, 6)), key=distance)[:size]


def read(cell: Cell, numbers: dict[Point, int]) -> Corners:
    one, two, three = points(cell)
    return numbers[one], numbers[two], numbers[three]


def fill(
    rng: Random,
    cells: list[Cell],
    order: list[Point],
    numbers: dict[Point, int],
    used: list[Tile],
    patience: list[int],
) -> bool:
    """Give the next point each number in turn, and see whether the rest can follow."""
    patience[0] -= 1
    if len(numbers) == len(order):
        return True
    point = order[len(numbers)]
    for number in rng.sample(range(6), 6):
        numbers[point] = number
        made = tiles_at(point, cells, numbers)
        fits = made is not None and len({*used, *made}) == len(used) + len(made)
        if fits and patience[0] > 0 and fill(rng, cells, order, numbers, used + (made or []), patience):
            return True
        del numbers[point]
    return False


def tiles_at(point: Point, cells: list[Cell], numbers: dict[Point, int]) -> list[Tile] | None:
    """The tiles that this point completes, or None if one of them is no tile."""
    found: list[Tile] = []
    for cell in cells:
        if point in points(cell) and all(each in numbers for each in points(cell)):
            corners = read(cell, numbers)
            a, b, c = sorted(corners)
            if corners not in turnings((a, b, c)):
                return None
            found.append((a, b, c))
    return found


def laying_order(rng: Random, patch: Laid) -> list[tuple[Cell, Corners]]:
    """All cells of a patch, each after one beside it; mostly those first that meet the fewest."""
    laid: Laid = {}
    while len(laid) < len(patch):
        met = {
            cell: len(list(meetings(laid, cell)))
            for cell in patch
            if cell not in laid and (not laid or side_neighbours(laid, cell))
        }
        fewest = [cell for cell in met if met[cell] == min(met.values())]
        cell = rng.choice(fewest if rng.random() < 0.9 else list(met))
        laid[cell] = patch[cell]
    return list(laid.items())
