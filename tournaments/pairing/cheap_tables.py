"""Every table that costs less than its people pay for it: what linear programming calls pricing.

Complete: a table that is not found is not that cheap. People pay a price each; a table's cost is a sum over its
pairs, none of them negative, so that half a table already says how cheap the whole can become.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Tables = NDArray[np.int64]
Numbers = NDArray[np.float64]

CHUNK = 500_000
"""Numbers looked at in one go."""


class TooMany(Exception):
    """More tables than are worth listing."""


class Patience:
    """How much may be listed in all, counted in numbers looked at; and whether somebody has said stop."""

    def __init__(self, numbers: int, tables: int, over: Callable[[], bool]) -> None:
        self.numbers = numbers
        self.tables = tables
        self._over = over

    def spend(self, numbers: int) -> None:
        self.numbers -= numbers
        if self.numbers < 0 or self._over():
            raise TooMany


def cheap_tables(
    between: Numbers, prices: Numbers, size: int, below: float, patience: Patience
) -> tuple[Tables, Numbers]:
    """All tables of this size whose cost less their prices is below, and that difference for each.

    ``between`` may hold infinity for two who cannot meet.
    """
    people = len(prices)
    tables = np.arange(people, dtype=np.int64)[:, None]
    paid = -prices
    for seated in range(1, size):
        tables, paid = _one_more(between, prices, tables, paid, size - seated - 1, below, patience)
        if not len(tables):
            return np.empty((0, size), dtype=np.int64), np.empty(0)
    return tables, paid


def _one_more(
    between: Numbers,
    prices: Numbers,
    tables: Tables,
    paid: Numbers,
    missing: int,
    below: float,
    patience: Patience,
) -> tuple[Tables, Numbers]:
    found: list[Tables] = []
    worth: list[Numbers] = []
    total = 0
    rows = max(1, CHUNK // len(prices))
    for start in range(0, len(tables), rows):
        part, cost = tables[start : start + rows], paid[start : start + rows]
        patience.spend(part.size * len(prices))
        adds = between[part].sum(1) - prices
        adds[np.arange(len(prices))[None, :] <= part[:, -1:]] = np.inf
        hope = cost[:, None] + adds
        if missing:
            hope = hope + missing * _least_after(adds)
        row, added = np.nonzero(hope < below)
        total += len(row)
        if total > patience.tables:
            raise TooMany
        found.append(np.column_stack((part[row], added)))
        worth.append(cost[row] + adds[row, added])
    return np.concatenate(found), np.concatenate(worth)


def _least_after(adds: Numbers) -> Numbers:
    """For each person, the least that anybody further down adds."""
    least = np.full_like(adds, np.inf)
    least[:, :-1] = np.minimum.accumulate(adds[:, :0:-1], axis=1)[:, ::-1]
    return least
