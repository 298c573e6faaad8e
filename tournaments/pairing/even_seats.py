"""The last cost: among seatings that are equal in everything before, one that lets more people have the seat they lack.

Exchanges two people of different tables only where no other cost changes by that. Knows how uneven a table's seats
must be at the least, and not who gets which: that is settled afterwards.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from tournaments.pairing.budget import Budget
from tournaments.pairing.chance import Chance
from tournaments.pairing.costs import after, excess
from tournaments.pairing.problem import Problem

MOST_TRIED = 400
"""Exchanges tried for a table whose seats are uneven."""
MOST_IN_ALL = 8_000
PASSES = 3
HALF = 0.5

Tables = list[list[int]]


class EvenSeats:
    def __init__(self, problem: Problem, tables: Tables, chance: Chance, budget: Budget) -> None:
        self.problem = problem
        self.tables = [list(table) for table in tables]
        self.chance = chance
        self.budget = budget
        largest = max(problem.sizes)
        self.uneven = np.array(
            [
                [excess(after(each.seats, seat), problem.prefer) for seat in range(largest)]
                for each in problem.playing
            ]
        )
        self.home = np.empty(problem.people, dtype=np.int64)
        for number, table in enumerate(self.tables):
            self.home[table] = number
        self.costs = [self._cost(table) for table in self.tables]
        self.tried = 0
        self.leaving = np.zeros(problem.people)
        for table in self.tables:
            self._at_home(table)

    def improved(self) -> Tables:
        for _pass in range(PASSES):
            bad = [number for number, cost in enumerate(self.costs) if cost]
            if not sum([self._mend(number) for number in bad]):
                break
        return self.tables

    def _cost(self, table: list[int]) -> int:
        uneven = self.uneven[table, : len(table)]
        people, seats = linear_sum_assignment(uneven)
        return int(uneven[people, seats].sum())

    def _mend(self, number: int) -> bool:
        """Exchange somebody of this table for somebody of another, the first that helps."""
        if self.tried > MOST_IN_ALL or self.budget.over():
            return False
        for one, other in self._free_exchanges(number):
            self.tried += 1
            there = int(self.home[other])
            left = [other if each == one else each for each in self.tables[number]]
            right = [one if each == other else each for each in self.tables[there]]
            costs = self._cost(left), self._cost(right)
            if sum(costs) < self.costs[number] + self.costs[there]:
                self.tables[number], self.tables[there] = left, right
                self.costs[number], self.costs[there] = costs
                self.home[other], self.home[one] = number, there
                self._at_home(left)
                self._at_home(right)
                return True
        return False

    def _free_exchanges(self, number: int) -> list[tuple[int, int]]:
        """Some pairs of one from here and one from elsewhere whose exchange changes no other cost, by chance."""
        problem, weight, here = self.problem, self.problem.weight, self.tables[number]
        joining = weight[:-1, here].sum(1)
        leaving = self.leaving
        found: list[NDArray[np.int64]] = []
        elsewhere = (self.home != number) & ~problem.locked[:-1]
        for one in here:
            if problem.locked[one]:
                continue
            with_all = self._with_tables(one)[self.home]
            change = with_all - 2 * weight[one, :-1] + joining - leaving[one] - leaving
            free = elsewhere & (np.abs(change) < HALF)
            if problem.mixed:
                free &= problem.short[:-1] == problem.short[one]
            others = np.flatnonzero(free)
            found.append(np.column_stack((np.full(len(others), one), others)))
        every = np.concatenate(found) if found else np.empty((0, 2), dtype=np.int64)
        if not len(every):
            return []
        chosen = self.chance.many(np.full(min(MOST_TRIED, 2 * len(every)), len(every), dtype=np.int64))
        return [(int(one), int(other)) for one, other in every[chosen]]

    def _at_home(self, table: list[int]) -> None:
        """Note what each of them has to do with their own table."""
        self.leaving[table] = self.problem.weight[np.ix_(table, table)].sum(1)

    def _with_tables(self, one: int) -> NDArray[np.float64]:
        """What this one would have to do with each table."""
        summed = np.bincount(self.home, weights=self.problem.weight[one, :-1], minlength=len(self.tables))
        return summed.astype(np.float64)
