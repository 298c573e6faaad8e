"""What is proved of a seating: lower bounds for its repeats, its pairs kept apart and its spread.

Every bound holds whatever the search did. The first costs nothing: people in order of points, cut into tables, spread
least. The second is the linear programme over tables (``partition``), which may find a better seating, too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.budget import Budget
from tournaments.pairing.costs import plain
from tournaments.pairing.partition import Partition, Proof, Seating
from tournaments.pairing.problem import Problem

LARGEST_FIELD = 128
LARGEST_FIELD_TIMED = 200


@dataclass(frozen=True)
class Bounds:
    """On the grid of the problem. The spread's holds for seatings with no more repeats and apart than bounded."""

    repeats: int = 0
    apart: int = 0
    spread: int = 0


def simple_bounds(problem: Problem) -> Bounds:
    """With one size of table no seating spreads less than the standings cut into tables."""
    if problem.mixed:
        return Bounds()
    rows = np.sort(problem.points).reshape(-1, problem.sizes[0])
    gaps = rows[:, :, None] - rows[:, None, :]
    return Bounds(spread=int((gaps**2).sum()) // 2)


def totals(problem: Problem, tables: Seating) -> Bounds:
    """The same three of a seating."""
    index = [np.ix_(table, table) for table in tables]
    return Bounds(
        *(
            int(sum(of[each].sum() for each in index)) // 2
            for of in (problem.met, problem.apart, problem.spread)
        )
    )


def prove(problem: Problem, tables: Seating, budget: Budget) -> tuple[Bounds, Seating | None]:
    """Better bounds, and a better seating where one was found on the way."""
    found, bounds = totals(problem, tables), simple_bounds(problem)
    if found == bounds or not _provable(problem, tables, budget):
        return bounds, None
    if found.repeats:
        proof = _partition(problem, problem.met, tables, budget)
        if proof.better is not None:
            return replace(bounds, repeats=proof.bound), proof.better
        bounds = replace(bounds, repeats=proof.bound)
    if found.repeats > bounds.repeats or found.apart:
        return bounds, None
    # A repeat more costs more than all the spread there is: so much that no better seating can have one.
    serious = found.spread + 1
    between = problem.spread + serious * problem.met if found.repeats else problem.spread
    proof = _partition(problem, between, tables, budget, forbid=not found.repeats, step=_step(problem, found))
    spread = max(bounds.spread, proof.bound - serious * found.repeats)
    return replace(bounds, spread=spread), proof.better


def true_spread(problem: Problem, bound: int) -> float:
    """A bound on the grid as a bound on the points. Where the grid is coarser than they are, a little less."""
    if not problem.exact:
        # Each difference of points is off by a step at most, so the root of the sum by the root of the pairs.
        root = max(0, isqrt(bound) - isqrt(problem.pairs) - 1)
        bound = root * root
    return plain(Fraction(bound) / problem.steps**2)


def _provable(problem: Problem, tables: Seating, budget: Budget) -> bool:
    if problem.people > (LARGEST_FIELD_TIMED if budget.endless else LARGEST_FIELD):
        return False
    if any(len(group) > 1 for _table, group in problem.fixed):
        return False
    return _barred(problem, tables) is not None


def _partition(
    problem: Problem,
    costs: NDArray[np.int64],
    tables: Seating,
    budget: Budget,
    *,
    forbid: bool = False,
    step: int = 1,
) -> Proof:
    between = costs[:-1, :-1].astype(np.float64)
    if forbid:
        between[(problem.met[:-1, :-1] > 0) | (problem.apart[:-1, :-1] > 0)] = np.inf
    alone = [group[0] for _table, group in problem.fixed]
    between[np.ix_(alone, alone)] = np.inf
    np.fill_diagonal(between, 0)
    return Partition(between, problem.sizes, tables, budget, _barred(problem, tables), step).prove()


def _step(problem: Problem, found: Bounds) -> int:
    """By multiples of what the spread of one seating differs from another's.

    All differences of points are multiples of one number. With one size of table the spread is that size times the sum
    of all squares less the squares of the tables' sums, and those are together as odd or even as the sum of all.
    """
    if found.repeats:
        return 1
    common = int(np.gcd.reduce(problem.points - problem.points[0])) or 1
    return common**2 * (1 if problem.mixed else 2)


def _barred(problem: Problem, tables: Seating) -> dict[int, NDArray[np.bool_]] | None:
    """Who may not sit at an odd table and who must: those with fewest such rounds take them.

    None where fixed people have upset that order: then nothing is proved.
    """
    short = problem.short[:-1]
    at_odd = sorted(each for table in tables if len(table) != problem.prefer for each in table)
    if not at_odd or len(at_odd) == problem.people or short.min() == short.max():
        return {}
    claim = np.sort(short)[: len(at_odd)]
    if int(short[at_odd].sum()) != int(claim.sum()):
        return None
    last = claim[-1]
    return {size: short > last if size != problem.prefer else short < last for size in set(problem.sizes)}
