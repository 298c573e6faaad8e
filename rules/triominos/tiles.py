"""The 56 tiles: every multiset of three numbers from 0 to 5, once.

On a real tile the numbers read clockwise in ascending order, so a tile has three rotations and no
mirror image. Knows nothing of boards, racks or points beyond a tile's own sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from rules.api import Message, RuleError, gettext_noop

NUMBERS = range(6)

Corners = tuple[int, int, int]
"""Three numbers read clockwise, beginning at any corner."""


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """One of the 56, each an object of its own. ``bit`` is its place in a set written as an integer."""

    name: str
    numbers: Corners
    bit: int
    sum: int
    is_trio: bool

    @property
    def rotations(self) -> tuple[Corners, ...]:
        """The different ways it can be turned: three, or one for a trio."""
        a, b, c = self.numbers
        return tuple(dict.fromkeys(((a, b, c), (b, c, a), (c, a, b))))

    def __str__(self) -> str:
        return self.name


TILES = tuple(
    Tile("-".join(map(str, numbers)), numbers, 1 << index, sum(numbers), len(set(numbers)) == 1)
    for index, numbers in enumerate(combinations_with_replacement(NUMBERS, 3))
)
ALL_TILES = (1 << len(TILES)) - 1
BY_NAME = {tile.name: tile for tile in TILES}
BY_CORNERS = {corners: tile for tile in TILES for corners in tile.rotations}
BY_BIT = {tile.bit: tile for tile in TILES}
TRIOS = tuple(tile for tile in reversed(TILES) if tile.is_trio)
"""From 5-5-5 down to 0-0-0."""
ZERO = BY_NAME["0-0-0"]


def tile_named(name: str) -> Tile:
    """The tile of that name, its numbers in ascending order."""
    tile = BY_NAME.get(name)
    if tile is None:
        raise no_such_tile(name)
    return tile


def tile_of(numbers: Corners) -> Tile:
    """The tile whose corners read so, clockwise. Raises ``no-such-tile`` or ``mirrored-tile``."""
    tile = BY_CORNERS.get(numbers)
    if tile is not None:
        return tile
    name = "-".join(map(str, numbers))
    if tuple(sorted(numbers)) not in BY_CORNERS:
        raise no_such_tile(name)
    raise mirrored_tile(name)


def no_such_tile(name: str) -> RuleError:
    return RuleError(
        "no-such-tile", Message(gettext_noop("There is no tile %(tile)s among the 56."), {"tile": name})
    )


def mirrored_tile(name: str) -> RuleError:
    return RuleError(
        "mirrored-tile",
        Message(
            gettext_noop("No tile reads %(tile)s: on every tile the numbers rise clockwise."), {"tile": name}
        ),
    )


def as_set(tiles: Iterable[Tile]) -> int:
    """The tiles as one integer, a bit each."""
    mask = 0
    for tile in tiles:
        mask |= tile.bit
    return mask


def members(mask: int) -> Iterator[Tile]:
    """The tiles of a set, in ascending order."""
    while mask:
        bit = mask & -mask
        yield BY_BIT[bit]
        mask ^= bit


def sum_of(mask: int) -> int:
    """What the tiles of a set add up to."""
    return sum(tile.sum for tile in members(mask))
