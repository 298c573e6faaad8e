"""Small fields by trying every seating: all seven costs, strictly in order, and so proved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import factorial, prod

from tournaments.pairing.chairs import least_uneven
from tournaments.pairing.chance import Chance
from tournaments.pairing.problem import Problem

MOST_SEATINGS = 6_000
"""Up to so many ways to make the tables are all tried."""

Tables = list[tuple[int, ...]]
Cost = tuple[int, ...]


def seatings(sizes: tuple[int, ...]) -> int:
    """How many ways there are to make these tables."""
    ways = factorial(sum(sizes)) // prod(factorial(size) for size in sizes)
    return ways // prod(factorial(times) for times in Counter(sizes).values())


def best_of_all(problem: Problem, chance: Chance) -> Tables:
    """The cheapest of all seatings; among equals, chance decides."""
    return _Every(problem, chance).best


class _Every:
    def __init__(self, problem: Problem, chance: Chance) -> None:
        self.problem = problem
        self.known: dict[tuple[int, ...], Cost] = {}
        self.home = {each: number for number, group in problem.fixed for each in group}
        self.groups = {number: set(group) for number, group in problem.fixed}
        self.cheapest: Cost | None = None
        self.best: Tables = []
        self._try([], (0,) * 6, chance.order(problem.people), Counter(problem.sizes))

    def _try(self, made: Tables, cost: Cost, left: list[int], sizes: Counter[int]) -> None:
        if not left:
            self.cheapest, self.best = cost, made
            return
        for table in self._tables(left, sizes):
            total = tuple(map(sum, zip(cost, self._cost(table), strict=True)))
            if self.cheapest is None or total < self.cheapest:
                rest = [each for each in left if each not in table]
                self._try([*made, table], total, rest, sizes - Counter({len(table): 1}))

    def _tables(self, left: list[int], sizes: Counter[int]) -> Iterator[tuple[int, ...]]:
        """Every table that the first of them can sit at."""
        for size in sizes:
            for others in combinations(left[1:], size - 1):
                table = (left[0], *others)
                if self._keeps_fixed(table):
                    yield table

    def _keeps_fixed(self, table: tuple[int, ...]) -> bool:
        homes = {self.home[each] for each in table if each in self.home}
        return not homes or (len(homes) == 1 and self.groups[homes.pop()] <= set(table))

    def _cost(self, table: tuple[int, ...]) -> Cost:
        key = tuple(sorted(table))
        if key not in self.known:
            self.known[key] = self._counted(key)
        return self.known[key]

    def _counted(self, table: tuple[int, ...]) -> Cost:
        problem, pairs = self.problem, list(combinations(table, 2))
        short = sum(int(problem.short[each]) for each in table) if len(table) != problem.prefer else 0
        return (
            short,
            *(
                int(sum(of[pair] for pair in pairs))
                for of in (problem.met, problem.apart, problem.spread, problem.club)
            ),
            least_uneven([problem.playing[each] for each in table], problem.prefer),
        )
