"""Which tiles fit between three numbers, some of them free: one look-up, made when the program starts.

Knows nothing of where on a board that is.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from rules.triominos.tiles import BY_CORNERS, NUMBERS, Corners, Tile, as_set

COUNT_BITS = 3
"""A point is kept as ``number << COUNT_BITS`` plus how many of its six cells are filled."""
FREE = 6
"""Stands for the number of a point that has none yet."""
UNLABELLED = FREE << COUNT_BITS


class Fits(NamedTuple):
    """The tiles, turned, that fit between three given or free numbers; ``any`` is their set."""

    any: int
    each: tuple[tuple[Tile, Corners], ...]


def fitting(one: int, two: int, three: int) -> Fits:
    """What fits a cell whose three points are kept so."""
    return _TABLE[((one >> COUNT_BITS) * 7 + (two >> COUNT_BITS)) * 7 + (three >> COUNT_BITS)]


def _between(wanted: tuple[int, ...]) -> Fits:
    each = tuple(
        (tile, corners)
        for corners, tile in BY_CORNERS.items()
        if all(want in (FREE, number) for want, number in zip(wanted, corners, strict=True))
    )
    return Fits(as_set(tile for tile, _ in each), each)


_TABLE = tuple(_between(wanted) for wanted in product((*NUMBERS, FREE), repeat=3))
