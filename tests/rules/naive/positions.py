"""Positions and how many ways each tile can be laid on them: the perft file and what writes it.

``python -m tests.rules.naive.positions`` writes ``tests/rules/data/placements.txt`` anew. One
position a line: the tiles in the order laid, `x,y:corners`; then how many placements each unlaid
tile has (tiles that have none are not named); then how many of them make which figure. Does not
know the engine that is to agree.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from .board import Cell, Corners, Laid, figure, meetings, placements, placements_of_many
from .mosaic import filled, laying_order
from .seeds import seeded
from .tiles import TILES, Tile, turnings

FILE = Path(__file__).parents[1] / "data" / "placements.txt"
SIZES = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 21, 25, 30, 35, 40, 45, 48, 50]
HEADER = """\
# How many ways there are to lay each tile. Written by tests/rules/naive/positions.py.
# tiles as laid, x,y:corners | tile=placements of every tile that fits | figure=placements that make it
# A tile on an empty table may lie on any cell: what is counted there is its turnings.
"""


@dataclass
class Position:
    """What lies on the table, and the answers."""

    laid: Laid
    counts: dict[Tile, int]
    figures: dict[str, int]


Ways = dict[tuple[Cell, Corners], str | None]
"""All placements of all unlaid tiles, and the figure that each makes."""


def unlaid(laid: Laid) -> list[Tile]:
    """The tiles that are not on the table."""
    on_table = [tuple(sorted(corners)) for corners in laid.values()]
    return [tile for tile in TILES if tile not in on_table]


def all_ways(laid: Laid) -> Ways:
    found = placements_of_many(laid, unlaid(laid))
    made = {cell: figure(laid, cell) for ways in found.values() for cell, _ in ways}
    return {(cell, corners): made[cell] for ways in found.values() for cell, corners in ways}


def grow(rng: Random, crowding: float, size: int = 56) -> Iterator[tuple[Laid, Ways]]:
    """A table from its first tile on, as far as it goes, and all that can be laid each time.

    The more crowding, the more often a tile goes where it meets the most corners: figures come
    from tables that are dense.
    """
    laid: Laid = {(rng.randint(-3, 3), rng.randint(-3, 3)): rng.choice(turnings(rng.choice(TILES)))}
    ways = all_ways(laid)
    yield laid, ways
    while len(laid) < size and ways:
        cell, corners = rng.choice(list(ways))
        if rng.random() < crowding:
            met = {cell: len(list(meetings(laid, cell))) for cell, _ in ways}
            most = max(met.values())
            cell, corners = rng.choice([way for way in ways if met[way[0]] == most])
        laid = {**laid, cell: corners}
        ways = all_ways(laid)
        yield laid, ways


def grow_mosaic(rng: Random, size: int, holes: int) -> Iterator[tuple[Laid, Ways]]:
    """The same for a table that ends as a dense patch."""
    laid: Laid = {}
    for cell, corners in laying_order(rng, filled(rng, size, holes)):
        laid = {**laid, cell: corners}
        yield laid, all_ways(laid)


def measure(laid: Laid) -> Position:
    """Count by brute force."""
    if not laid:
        return Position({}, {tile: len(turnings(tile)) for tile in TILES}, {})
    found = {tile: placements(laid, tile) for tile in unlaid(laid)}
    made = Counter(figure(laid, cell) for ways in found.values() for cell, _ in ways)
    return Position(
        laid,
        {tile: len(ways) for tile, ways in found.items() if ways},
        {name: count for name, count in sorted(made.items(), key=str) if name is not None},
    )


def digits(numbers: tuple[int, int, int]) -> str:
    return "".join(str(number) for number in numbers)


def to_line(position: Position) -> str:
    return " | ".join(
        [
            " ".join(f"{x},{y}:{digits(corners)}" for (x, y), corners in position.laid.items()),
            " ".join(f"{digits(tile)}={count}" for tile, count in position.counts.items()),
            " ".join(f"{name}={count}" for name, count in position.figures.items()),
        ]
    ).strip()


def numbers(text: str) -> tuple[int, int, int]:
    a, b, c = (int(digit) for digit in text)
    return a, b, c


def from_line(line: str) -> Position:
    tiles, counts, figures = (part.split() for part in line.split("|"))
    laid: Laid = {}
    for tile in tiles:
        cell, corners = tile.split(":")
        x, y = cell.split(",")
        laid[int(x), int(y)] = numbers(corners)
    return Position(
        laid,
        {numbers(tile): int(count) for tile, count in (each.split("=") for each in counts)},
        {name: int(count) for name, count in (each.split("=") for each in figures)},
    )


def read_file() -> list[Position]:
    return [from_line(line) for line in FILE.read_text().splitlines() if not line.startswith("#")]


def write_file() -> None:
    """Tables grown more and less densely, looked at on the way; and the empty one."""
    lines = [to_line(measure({}))]
    for crowding in [0.0, 0.5, 1.0]:
        seed = 0
        tables: list[Laid] = []
        while len(tables) < max(SIZES):
            tables = [laid for laid, _ in grow(seeded(seed), crowding, max(SIZES))]
            seed += 1
        lines += [to_line(measure(tables[size - 1])) for size in SIZES]
    for seed in range(8):
        tables = [laid for laid, _ in grow_mosaic(seeded(seed), 20, seed % 4 * 2)]
        lines += [to_line(measure(tables[size - 1])) for size in [13, 16, 19]]
    FILE.write_text(HEADER + "\n".join(lines) + "\n")


if __name__ == "__main__":
    write_file()
