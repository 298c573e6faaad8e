"""How long and where the local search looks: windows of tables that are neighbours in strength, kicked in turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.budget import Budget
from tournaments.pairing.local_search import HALF, LocalSearch
from tournaments.pairing.problem import Whole

WINDOW = 16
"""Tables that are reseated together. More find more and take longer."""
PATIENCE = 6
KICKED = 3
EXCHANGES = 3
MOST_CHAIRS_KICKED = 9_000
"""Without a clock: divided by the size of the tables, so many kicks in all."""
IDLE_KICKS = 700
"""So many kicks that win nothing are enough."""
ENDLESS = 10**9


class Improvement:
    """One search, taken up and left again as often as wanted. The best found is always there."""

    def __init__(
        self,
        search: LocalSearch,
        budget: Budget,
        enough: Callable[[Whole], bool],
        told: Callable[[], Mapping[str, float]],
    ) -> None:
        self.search = search
        self.budget = budget
        self.enough = enough
        self.told = told
        self.kicks = 0

    def begin(self) -> None:
        """Settle the first seating, window by window, then whatever still has a repeat or the like."""
        search = self.search
        order = search.by_strength()
        for start in range(0, len(order), WINDOW // 2):
            if self.budget.over():
                return
            search.settle(order[start : start + WINDOW], PATIENCE)

    def go_on(self, idle: int, share: float, most: int = ENDLESS) -> None:
        """Kick until so many did nothing, or the share of the time is used up."""
        search, waited = self.search, 0
        if not self.budget.endless:
            most = min(most, self.budget.work(MOST_CHAIRS_KICKED) // search.large)
            idle = self.budget.work(idle)
        while self.kicks < most:
            if waited >= idle or self.budget.over(share):
                return
            if waited % 64 == 0 and self.enough(search.tables):
                return
            if not self.budget.report(self.kicks / most, self.told):
                return
            waited = 0 if self._try(*self._window()) else waited + 1

    def _try(self, window: NDArray[np.int64], centre: int) -> bool:
        """Kick what lies round the centre and settle all. What is worse is taken back."""
        search = self.search
        before = search.tables[window].copy()
        cost = search.costs(before).sum()
        start = max(0, min(centre - search.chance.one(KICKED), len(window) - KICKED))
        search.kick(window[start : start + KICKED], EXCHANGES)
        search.settle(window, PATIENCE)
        won = cost - search.costs(search.tables[window]).sum()
        if won < -HALF:
            search.tables[window] = before
        return bool(won > HALF)

    def _window(self) -> tuple[NDArray[np.int64], int]:
        """Neighbours in strength round a table that costs anything, and where in the window that table is.

        Every other time, a table that has a repeat or the like, and far ones with it.
        """
        search = self.search
        self.kicks += 1
        order = search.by_strength()
        costs = search.costs()[order]
        serious = np.flatnonzero(costs >= search.problem.serious)
        if self.kicks % 2 == 0 and len(serious) and len(order) > WINDOW:
            one = int(serious[search.chance.one(len(serious))])
            rest = np.array(search.chance.order(len(order))[: WINDOW - 1])
            chosen = np.unique(np.append(rest, one))
            return np.asarray(order[chosen]), int(np.searchsorted(chosen, one))
        costly = np.flatnonzero(costs > HALF)
        centre = int(costly[search.chance.one(len(costly))]) if len(costly) else search.chance.one(len(order))
        start = max(0, min(centre - search.chance.one(WINDOW), len(order) - WINDOW))
        return np.asarray(order[start : start + WINDOW]), centre - start
