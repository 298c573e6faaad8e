"""Who takes which seat at a table, and which number the table gets. Who sits together is settled before."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from tournaments.pairing.api import Contender
from tournaments.pairing.chance import Chance
from tournaments.pairing.costs import after, excess
from tournaments.pairing.problem import Problem

UNEVEN = 1_000_000
USED = 1_000


def seat(table: Sequence[Contender], prefer: int, chance: Chance) -> tuple[list[Contender], int]:
    """The order round the table that leaves the least uneven seats; then the less used seat; then chance."""
    seats = range(len(table))
    uneven = np.array([[excess(after(each.seats, seat), prefer) for seat in seats] for each in table])
    used = np.array([[_used(each, seat) for seat in seats] for each in table])
    luck = chance.many(np.full(len(table) ** 2, USED // 8, dtype=np.int64)).reshape(len(table), -1)
    people, chosen = linear_sum_assignment(uneven * UNEVEN + used * USED + luck)
    order: list[Contender] = [table[person] for person in people[np.argsort(chosen)]]
    return order, int(uneven[people, chosen].sum())


def least_uneven(table: Sequence[Contender], prefer: int) -> int:
    """What the seats of this table cost at best."""
    seats = range(len(table))
    uneven = np.array([[excess(after(each.seats, seat), prefer) for seat in seats] for each in table])
    people, chosen = linear_sum_assignment(uneven)
    return int(uneven[people, chosen].sum())


def number_tables(problem: Problem, tables: Sequence[Sequence[int]]) -> dict[int, list[int]]:
    """Fixed tables keep their number; the others are counted from the strongest, around them."""
    fixed = {group[0]: number for number, group in problem.fixed}
    numbered = {fixed[each]: list(table) for table in tables for each in table if each in fixed}
    rest = [table for table in tables if not any(each in fixed for each in table)]
    rest.sort(key=lambda table: (-sum(problem.points[each] for each in table) / len(table), min(table)))
    free = [number for number in range(1, len(tables) + 1) if number not in numbered]
    numbered.update({number: list(table) for number, table in zip(free, rest, strict=True)})
    return dict(sorted(numbered.items()))


def _used(each: Contender, seat: int) -> int:
    """Squares grow by this: many uses of one seat weigh more than one use of many."""
    return 2 * (each.seats[seat] if seat < len(each.seats) else 0) + 1
