"""The cheapest partition into tables, bounded by linear programming and closed by HiGHS where that is possible.

A price for each person bounds every seating from below: the prices, and for each table the least by which any
table undercuts them. The linear programme finds good prices. Tables too dear to be in a better seating than the
one at hand are then left out, and what remains is small enough to be decided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, vstack

from tournaments.pairing.budget import Budget
from tournaments.pairing.cheap_tables import Numbers, Patience, Tables, TooMany, cheap_tables
from tournaments.pairing.deciding import decide

MOST_LISTED = 200_000
MOST_LOOKED_AT = 20_000_000
MOST_LOOKED_AT_TIMED = 400_000_000
MOST_ADDED = 12
"""Tables added for each person in one step of the linear programme."""
MOST_STEPS = 80
TRUST = 0.6
FEW_DECIDED = (400, 1_200)
MOST_DECIDED = 2_400
MOST_DECIDED_TIMED = 40_000
"""Tables among which HiGHS decides, one time after the other; fewer where no clock would stop it."""
SURE = 1e-6
"""What is added and subtracted before a bound of floating numbers is called a bound of whole ones."""
ROUNDED_OFF = 1e-12
"""By what share a sum of so many floating numbers can be off, and more."""

Seating = list[list[int]]


@dataclass
class Proof:
    bound: int
    better: Seating | None = None


class Partition:
    """Costs between two are whole numbers, or infinity for two who cannot meet."""

    def __init__(
        self,
        between: Numbers,
        sizes: Sequence[int],
        known: Seating,
        budget: Budget,
        barred: Mapping[int, NDArray[np.bool_]] | None = None,
        step: int = 1,
    ) -> None:
        self.between = between
        self.barred = barred or {}
        """By size, who must not sit at such a table."""
        self.counts = Counter(sizes)
        self.known = known
        self.step = step
        """What any two seatings cost differs by a multiple of this."""
        self.budget = budget
        self.patience = Patience(
            MOST_LOOKED_AT_TIMED if budget.endless else budget.work(MOST_LOOKED_AT), MOST_LISTED, budget.over
        )
        self.people = sum(sizes)
        self.cost = int(sum(self._table_cost(table) for table in known))
        self.columns: dict[tuple[int, ...], float] = {
            tuple(sorted(table)): self._table_cost(table) for table in known
        }
        self.prices = self._first_prices()
        self.bound = -np.inf

    def prove(self) -> Proof:
        try:
            self._raise_bound()
            if self.whole_bound < self.cost:
                return self._decide()
        except TooMany:
            pass
        return Proof(min(self.whole_bound, self.cost))

    @property
    def whole_bound(self) -> int:
        """Holds for any prices, however they were found: only sums of floating numbers can be off."""
        return self._stepped(0 if self.bound < 0 else self.bound - max(SURE, ROUNDED_OFF * self.bound))

    def _stepped(self, bound: float) -> int:
        """The least cost from here on that a seating can have."""
        return self.cost - (self.cost - int(np.ceil(bound))) // self.step * self.step

    # -- bounding ---------------------------------------------------------------------------------

    def _first_prices(self) -> Numbers:
        """Everybody pays half of what they have to do with at the known table."""
        prices = np.zeros(self.people)
        for table in self.known:
            prices[table] = self.between[np.ix_(table, table)].sum(1) / 2
        return prices

    def _raise_bound(self) -> None:
        """Solve, price, add, until no table undercuts the prices."""
        prices, value, own = self.prices, float("inf"), False
        paid: Numbers | None = None
        for _step in range(MOST_STEPS):
            cheap = self._price(prices)
            if self.whole_bound >= self.cost or value - self.bound < SURE or self.budget.over():
                return
            if self._add(cheap) or paid is None:
                solved = self._solve()
                if solved is None:
                    return
                paid, value = solved
                own = False
            elif own:
                return
            else:
                own = True
            # Part of the way from the best prices so far: the programme's own jump to and fro.
            prices = paid if own else TRUST * paid + (1 - TRUST) * self.prices

    def _price(self, prices: Numbers) -> list[tuple[int, Tables, Numbers]]:
        """The tables that undercut these prices, by size; the bound that follows from the worst of them."""
        cheap, bound = [], prices.sum()
        for size, count in self.counts.items():
            tables, worth = self._cheap(prices, size, SURE)
            bound += count * min(0.0, worth.min(initial=0.0))
            cheap.append((size, tables, worth))
        if bound > self.bound:
            self.bound, self.prices = float(bound), prices
        return cheap

    def _add(self, cheap: Iterable[tuple[int, Tables, Numbers]]) -> int:
        """For each person the tables that undercut most."""
        before = len(self.columns)
        for _size, tables, worth in cheap:
            taken = np.zeros(self.people, dtype=int)
            for index in np.argsort(worth, kind="stable"):
                table = tables[index]
                if worth[index] < -SURE and taken[table].min() < MOST_ADDED:
                    taken[table] += 1
                    key = tuple(table.tolist())
                    self.columns.setdefault(key, self._table_cost(key))
        return len(self.columns) - before

    def _solve(self) -> tuple[Numbers, float] | None:
        tables = list(self.columns)
        solved = linprog(
            list(self.columns.values()),
            A_eq=self._rows(tables),
            b_eq=self._right(),
            bounds=(0, None),
            method="highs-ds",
            options={"time_limit": max(0.01, self.budget.left())} if self.budget.timed else {},
        )
        if solved.status != 0:
            return None
        return solved.eqlin.marginals[: self.people], float(solved.fun)

    def _rows(self, tables: Sequence[Sequence[int]]) -> csr_matrix:
        people = [each for table in tables for each in table]
        column = [index for index, table in enumerate(tables) for _ in table]
        rows = csr_matrix((np.ones(len(people)), (people, column)), shape=(self.people, len(tables)))
        if len(self.counts) == 1:
            return rows
        sizes = np.array([len(table) for table in tables])
        return vstack([rows, *(csr_matrix(sizes == size, dtype=float) for size in self.counts)]).tocsr()

    def _right(self) -> Numbers:
        counts = list(self.counts.values()) if len(self.counts) > 1 else []
        return np.array([1.0] * self.people + [float(each) for each in counts])

    # -- deciding ---------------------------------------------------------------------------------

    def _decide(self) -> Proof:
        """Among the tables that can be part of something better, the nearest to the prices first.

        Whatever a few of them decide is decided for all seatings up to the cost at which another table comes in.
        """
        tables, slack = self._candidates()
        floor, better = self.whole_bound, None
        for most in self._stages():
            if floor >= self.cost or self.budget.over():
                break
            ceiling = self.cost - self.step
            if most < len(slack):
                ceiling = min(ceiling, self._stepped(self.bound + slack[most] - self.step - self._tiny))
            if ceiling < floor:
                continue
            few = tables[: np.searchsorted(slack, ceiling - self.bound + self._tiny, side="right")]
            costs = np.array([self._table_cost(table) for table in few])
            gap = 0.9 * self.step / self.cost
            decided = decide(costs, self._rows(few), self._right(), gap, self.budget)
            floor = max(floor, self._stepped(min(ceiling + self.step, decided.bound)))
            if decided.chosen is not None and round(decided.cost) < self.cost:
                better = [few[index] for index in decided.chosen]
                self.cost = round(decided.cost)
        return Proof(min(floor, self.cost), better)

    def _stages(self) -> list[int]:
        """How many tables to decide among, one time after the other."""
        most = MOST_DECIDED_TIMED if self.budget.endless else self.budget.work(MOST_DECIDED)
        return [*(few for few in FEW_DECIDED if few < most), most]

    def _candidates(self) -> tuple[Seating, Numbers]:
        """Every table that a better seating can have, and how much dearer than the bound it makes one at least."""
        tables: Seating = []
        slack: list[Numbers] = []
        for size in self.counts:
            least = self._cheap(self.prices, size, SURE)[1].min(initial=0.0)
            room = self.cost - self.step - self.bound + least + self._tiny
            found, worth = self._cheap(self.prices, size, room)
            tables += found.tolist()
            slack.append(worth - least)
        dearer = np.concatenate(slack)
        order = np.argsort(dearer, kind="stable")
        return [tables[index] for index in order], dearer[order]

    @property
    def _tiny(self) -> float:
        return SURE * max(1.0, self.cost)

    def _cheap(self, prices: Numbers, size: int, below: float) -> tuple[Tables, Numbers]:
        barred = self.barred.get(size)
        paid = prices if barred is None else np.where(barred, -np.inf, prices)
        return cheap_tables(self.between, paid, size, below, self.patience)

    def _table_cost(self, table: Sequence[int]) -> float:
        index = list(table)
        return float(self.between[np.ix_(index, index)].sum() / 2)
