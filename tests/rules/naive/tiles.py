"""The 56 tiles, and the names and turnings of each (matrix R1).

A tile is its three numbers, ascending. Knows nothing of boards, racks or points.
"""

from functools import cache

Tile = tuple[int, int, int]

TILES: list[Tile] = [(a, b, c) for a in range(6) for b in range(6) for c in range(6) if a <= b <= c]
TRIOS: list[Tile] = [tile for tile in TILES if tile[0] == tile[1] == tile[2]]


def name(tile: Tile) -> str:
    """How a record writes a tile."""
    return f"{tile[0]}-{tile[1]}-{tile[2]}"


NAMED: dict[str, Tile] = {name(tile): tile for tile in TILES}


@cache
def turnings(tile: Tile) -> tuple[Tile, ...]:
    """The different ways of reading a tile clockwise: three, or one for a trio."""
    a, b, c = tile
    return tuple(dict.fromkeys([(a, b, c), (b, c, a), (c, a, b)]))


def exists_in_some_order(text: str) -> bool:
    """Whether a written tile is one of the 56, whatever the order of its numbers."""
    return any(text == f"{a}-{b}-{c}" for a in range(6) for b in range(6) for c in range(6))


def total(tiles: list[Tile]) -> int:
    """The sum of all numbers on these tiles."""
    return sum(sum(tile) for tile in tiles)
