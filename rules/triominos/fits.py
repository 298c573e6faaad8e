"""Which tiles fit between three numbers, some of them free: one look-up, made when the program starts.

Knows nothing of where on a board that is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
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


def _table() -> Iterator[Fits]:
    """Of every tile, turned in every way: between its own numbers it fits, and where some of them are free."""
    fits = defaultdict[tuple[int, ...], list[tuple[Tile, Corners]]](list)
    for corners, tile in BY_CORNERS.items():
        for wanted in product(*((number, FREE) for number in corners)):
            fits[wanted].append((tile, corners))
    for wanted in product((*NUMBERS, FREE), repeat=3):
        yield Fits(as_set(tile for tile, _ in fits[wanted]), tuple(fits[wanted]))


_TABLE = tuple(_table())
