"""Chance that is the same everywhere: whole numbers from Python's own generator, handed out in bulk.

numpy's generators may give other numbers in another version; this one is fixed by the language.
"""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

BULK = 1 << 15


class Chance:
    def __init__(self, seed: int) -> None:
        self._random = Random(seed)  # noqa: S311 - repeatable is what is wanted here
        self._refill()

    def many(self, below: NDArray[np.int64]) -> NDArray[np.int64]:
        """One number for each limit, from nought to below it."""
        count = len(below)
        if self._used + count > BULK:
            self._refill()
        drawn = self._bulk[self._used : self._used + count]
        self._used += count
        return drawn % below

    def one(self, below: int) -> int:
        if self._used >= BULK:
            self._refill()
        self._used += 1
        return int(self._bulk[self._used - 1]) % below

    def order(self, count: int) -> list[int]:
        """The numbers up to ``count`` in random order."""
        keys = [(self._random.random(), index) for index in range(count)]
        return [index for _key, index in sorted(keys)]

    def _refill(self) -> None:
        self._bulk = np.frombuffer(self._random.randbytes(4 * BULK), dtype="<u4").astype(np.int64)
        self._used = 0
