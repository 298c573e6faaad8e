"""A small piece of the lattice, for a search that keeps its points and cells in lists.

Points and cells are numbered as on a board, row after row from the top left, but narrower, so that copies
are cheap. Knows nothing of tiles.
"""

from __future__ import annotations

WIDTH = 27
"""Odd, so that the parity of a code is that of x + y, as on a board."""
MIDDLE = WIDTH // 2 * (WIDTH + 1)
"""An even code: a point, and a cell that points up."""
SIZE = WIDTH * WIDTH

RING = (-2, -WIDTH - 1, -WIDTH + 1, 2, WIDTH + 1, WIDTH - 1)
"""From a point to its neighbours, clockwise."""
AROUND = (-WIDTH - 1, -WIDTH, -WIDTH + 1, 1, 0, -1)
"""From a point to its cells: each lies between two neighbours of the ring."""


def disc(radius: float) -> list[int]:
    """The points not farther from the middle than so many steps."""
    found = []
    for code in range(0, SIZE, 2):
        y, x = divmod(code, WIDTH)
        dx, dy = x - MIDDLE % WIDTH, y - MIDDLE // WIDTH
        if dx * dx + 3 * dy * dy <= 4 * radius * radius:
            found.append(code)
    return found


def corners_of(cell: int) -> tuple[int, int, int]:
    """The points of a cell, clockwise, as on a board."""
    if cell & 1:
        return (cell - 1, cell + 1, cell + WIDTH)
    return (cell, cell + WIDTH + 1, cell + WIDTH - 1)


def joined(cells: set[int], start: int) -> list[int]:
    """The cells that hang together with the first across sides, in an order in which they can be laid."""
    order, seen = [start], {start}
    for cell in order:
        across = cell - WIDTH if cell & 1 else cell + WIDTH
        for each in (cell - 1, cell + 1, across):
            if each in cells and each not in seen:
                seen.add(each)
                order.append(each)
    return order
