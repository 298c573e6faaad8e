"""Which of the given tables make the cheapest seating: whole tables or none, decided by HiGHS.

Knows a cost for each table and who sits at it, and nothing of where the tables come from.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import LinearConstraint, milp
from scipy.sparse import csr_matrix

from tournaments.pairing.budget import Budget

MOST_NODES = 200
INFEASIBLE = 2
HALF = 0.5
SURE = 1e-6


@dataclass(frozen=True)
class Decided:
    """``bound`` holds for every seating by these tables; it is infinite where there is none."""

    bound: float
    cost: float = np.inf
    chosen: NDArray[np.int64] | None = None
    """Which of the tables make the best seating that was found."""


def decide(
    costs: NDArray[np.float64], seats: csr_matrix, right: NDArray[np.float64], gap: float, budget: Budget
) -> Decided:
    """``gap`` is the share of the cost by which the best may be missed: less than any two seatings differ by."""
    if not len(costs):
        return Decided(np.inf)
    options: dict[str, float] = {"node_limit": MOST_NODES, "mip_rel_gap": gap}
    if budget.timed:
        options["time_limit"] = max(0.01, budget.left())
    solved = milp(
        costs,
        integrality=np.ones(len(costs)),
        bounds=(0, 1),
        constraints=LinearConstraint(seats, right, right),
        options=options,
    )
    if solved.status == INFEASIBLE:
        return Decided(np.inf)
    bound = 0.0
    if solved.mip_dual_bound is not None and np.isfinite(solved.mip_dual_bound):
        bound = solved.mip_dual_bound - SURE * max(1.0, abs(solved.mip_dual_bound))
    if solved.x is None:
        return Decided(bound)
    return Decided(bound, solved.fun, np.flatnonzero(solved.x > HALF))
