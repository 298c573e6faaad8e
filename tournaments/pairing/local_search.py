"""Tables of any size by repeated assignment: take one off every table, seat them all anew as well as can be.

An assignment tries all exchanges round any ring of tables at once. What it cannot better is kicked: a few
neighbours are shuffled and settled again, and the result is kept if it is not worse. Knows costs as one weight
for two at a table, and neither seats nor table numbers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from tournaments.pairing.chance import Chance
from tournaments.pairing.problem import Problem, Whole

Tables = list[list[int]]

UNKNOWN = -1
HALF = 0.5
"""Weights are whole: what is nearer than this is equal."""


class LocalSearch:
    def __init__(self, problem: Problem, chance: Chance) -> None:
        self.problem = problem
        self.chance = chance
        self.empty = problem.people
        self.stride = problem.people + 1
        self.weight = problem.weight
        self.flat = np.ascontiguousarray(problem.weight).ravel()
        self.small, self.large = min(problem.sizes), max(problem.sizes)
        self.chairs_move = self.large - self.small == 1
        shorts = problem.short[:-1]
        self.shorts_count = problem.mixed and len(shorts) > 0 and shorts.min() != shorts.max()
        self.tables = self._first()
        self._prepare()

    # -- the first seating ------------------------------------------------------------------------

    def _first(self) -> Whole:
        """The standings cut into tables, equals in random order, fixed people where they belong."""
        problem = self.problem
        left = sorted(problem.sizes, reverse=True)
        tables: Tables = []
        for _number, group in sorted(problem.fixed, key=lambda each: -len(each[1])):
            fitting = [size for size in left if size >= len(group)]
            size = problem.prefer if problem.prefer in fitting else min(fitting)
            left.remove(size)
            tables.append(list(group) + [UNKNOWN] * (size - len(group)))
        tables += [[UNKNOWN] * left[index] for index in self.chance.order(len(left))]
        odd, preferred = self._by_claim(tables)
        for table in tables:
            rest = preferred if len(table) == problem.prefer else odd
            table[:] = [rest.pop(0) if each == UNKNOWN else each for each in table]
        return self._padded(tables)

    def _by_claim(self, tables: Tables) -> tuple[list[int], list[int]]:
        """Who begins at an odd table, who at a preferred one: each in order of points, equals by chance."""
        problem = self.problem
        free = [number for number in range(problem.people) if not problem.locked[number]]
        keys = dict(zip(free, self.chance.order(len(free)), strict=True))
        free.sort(key=lambda number: (-int(problem.points[number]), keys[number]))
        chairs = sum(table.count(UNKNOWN) for table in tables if len(table) != problem.prefer)
        if not self.shorts_count:
            rest = free.copy()
            return (rest, rest) if chairs else ([], rest)
        claim = sorted(free, key=lambda number: (int(problem.short[number]), -free.index(number)))
        odd = set(claim[:chairs])
        return [each for each in free if each in odd], [each for each in free if each not in odd]

    def _padded(self, tables: Tables) -> Whole:
        width = self.large
        return np.array([table + [self.empty] * (width - len(table)) for table in tables], dtype=np.int64)

    def _prepare(self) -> None:
        """Which chairs of each table may be given away: never a fixed one's, an empty one's if sizes may move."""
        may = ~self.problem.locked[self.tables]
        if not self.chairs_move:
            may &= self.tables < self.empty
        self.offers = may.sum(1)
        self.offered = np.argsort(~may, axis=1, kind="stable")
        self.movable = np.flatnonzero(self.offers)

    # -- what it costs ----------------------------------------------------------------------------

    def costs(self, tables: Whole | None = None) -> NDArray[np.float64]:
        """What each table weighs."""
        rows = self.tables if tables is None else tables
        between = self.flat.take(rows[:, :, None] * self.stride + rows[:, None, :]).sum((1, 2)) / 2
        if self.shorts_count:
            odd = (rows < self.empty).sum(1) != self.problem.prefer
            between = between + odd * self.problem.short[rows].sum(1) * self.problem.short_weight
        return np.asarray(between)

    def seating(self) -> Tables:
        return [[int(each) for each in row if each < self.empty] for row in self.tables]

    def take(self, tables: Tables) -> None:
        """Go on from this seating. Nobody with a fixed table has been moved in it."""
        self.tables = self._padded(tables)
        self._prepare()

    # -- steps ------------------------------------------------------------------------------------

    def reseat(self, window: NDArray[np.int64]) -> float:
        """Take one off each of these tables and seat them all anew. Says what was won."""
        rows = self.tables[window]
        every = np.arange(len(window))
        chairs = self.offered[window, self.chance.many(self.offers[window])]
        taken = rows[every, chairs]
        rows[every, chairs] = self.empty
        cost = self.flat.take((taken * self.stride)[:, None, None] + rows[None, :, :]).sum(2)
        if self.problem.mixed and self.chairs_move:
            cost = cost + self._size_cost(taken, rows)
        elif self.shorts_count:
            odd = (rows < self.empty).sum(1) + 1 != self.problem.prefer
            cost = cost + np.outer(self.problem.short[taken], odd) * self.problem.short_weight
        _order, chosen = linear_sum_assignment(cost)
        if (chosen == every).all():
            return 0.0
        won = float(cost.trace() - cost[every, chosen].sum())
        if won > -HALF:
            rows[chosen, chairs[chosen]] = taken
            self.tables[window] = rows
        return max(won, 0.0)

    def _size_cost(self, taken: Whole, rows: Whole) -> NDArray[np.float64]:
        """An empty chair may move only so far that every table keeps a size that is allowed."""
        after = (rows < self.empty).sum(1)[None, :] + (taken < self.empty)[:, None]
        cost = np.where((after < self.small) | (after > self.large), np.inf, 0.0)
        if self.shorts_count:
            short = self.problem.short
            both = short[rows].sum(1)[None, :] + short[taken][:, None]
            cost = cost + (after != self.problem.prefer) * both * self.problem.short_weight
        return cost

    def settle(self, window: NDArray[np.int64], patience: int) -> None:
        """Reseat until nothing was won so many times running."""
        idle = 0
        while idle < patience:
            idle = 0 if self.reseat(window) > HALF else idle + 1

    def kick(self, window: NDArray[np.int64], exchanges: int) -> None:
        """Exchange people between these tables at random."""
        for _ in range(exchanges):
            one, other = (int(window[self.chance.one(len(window))]) for _ in range(2))
            left = self.offered[one, self.chance.one(int(self.offers[one]))]
            right = self.offered[other, self.chance.one(int(self.offers[other]))]
            a, b = self.tables[one, left], self.tables[other, right]
            if (a < self.empty) == (b < self.empty):
                self.tables[one, left], self.tables[other, right] = b, a

    def by_strength(self) -> NDArray[np.int64]:
        """The tables that may change, the strongest first."""
        rows = self.tables[self.movable]
        real = rows < self.empty
        points = np.append(self.problem.points, 0)[rows].sum(1) / real.sum(1)
        return self.movable[np.argsort(-points, kind="stable")]
