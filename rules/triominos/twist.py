"""The twist of a tile: what can be told about a figure, or about all 56 tiles, by counting alone.

Walk clockwise around a tile and note for each side by how much the number rises, 5 going on to 0: by 0 to
5. Count +1 for a side that rises by 1 or 2, −1 for one that rises by 4 or 5, nothing for 0 or 3. The sum is
the tile's twist: 0 for a tile with two equal numbers, and 1, 2 or 3 for the twenty others, because tiles
have no mirror image. Where two tiles share a side, one walks along it in the opposite direction, and the
two counts cancel. So the twists of all the tiles of a figure add up to the count along its rim, which is
at most the number of its sides: **a figure whose tiles have more twist than its rim has sides cannot be
filled.** All 56 tiles have a twist of 36.

Knows nothing of searching.
"""

from __future__ import annotations

from itertools import accumulate

from rules.triominos.tiles import TILES, Tile

COUNT = (0, 1, 1, 0, -1, -1)


def twist(tile: Tile) -> int:
    a, b, c = tile.numbers
    return COUNT[(b - a) % 6] + COUNT[(c - b) % 6] + COUNT[(a - c) % 6]


_LEAST = (0, *accumulate(sorted(twist(tile) for tile in TILES)))


def least_twist(count: int) -> int:
    """The least that so many different tiles can have together."""
    return _LEAST[count]
