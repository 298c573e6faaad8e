"""The lattice: triangular cells, their corners and neighbours, each kept as one integer.

A cell ``(x, y)`` points up when x + y is even. Cells and points are ``x + STRIDE * y``, and ``STRIDE`` is
odd, so that an even cell points up. Knows nothing of tiles.
"""

from __future__ import annotations

STRIDE = 257
REACH = 100
"""Farther from the first tile than any of the 56 can lie, and less than half of ``STRIDE``."""


def corners_of(code: int) -> tuple[int, int, int]:
    """The points of a cell, clockwise: an up cell from its top, a down cell from its top left."""
    if code & 1:
        return (code - 1, code + 1, code + STRIDE)
    return (code, code + STRIDE + 1, code + STRIDE - 1)


def sides_of(code: int) -> tuple[int, int, int]:
    """The cells across the three sides."""
    return (code - 1, code + 1, code - STRIDE if code & 1 else code + STRIDE)


def around(point: int) -> tuple[int, ...]:
    """The six cells that meet in a point."""
    above = point - STRIDE
    return (above - 1, above, above + 1, point + 1, point, point - 1)
