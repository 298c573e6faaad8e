"""Swiss for tables: equals meet, and the same people do not meet again if it can be helped.

Starts from the standings cut into tables and exchanges two people as long as that makes the
round better: first fewer repeated meetings, then fewer second times at a short table, then
less difference in points. Deterministic by its seed.
"""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

from tournaments.pairing.api import Contender, Pairing, Request
from tournaments.pairing.sizes import split

NEIGHBOURS = 4
"""Exchanges are looked for among this many tables further down; a table with a repeat asks them all."""
MOST_PASSES = 40

Cost = tuple[int, int, float]


def pair(request: Request) -> Pairing:
    """Seat everybody the sizes allow."""
    sizes = split(len(request.contenders), request.prefer, request.allow)
    playing, out = _who_plays(request.contenders, sum(sizes))
    random = Random(request.seed)  # noqa: S311 - repeatable is what is wanted here
    tables = _cut(_shuffle_equals(playing, random), sizes)
    _improve(tables, request)
    return Pairing(
        tables=tuple(_seats(table, random) for table in tables),
        out=tuple(each.id for each in out),
        cost=_costs(tables, out, request),
    )


def _who_plays(contenders: tuple[Contender, ...], seats: int) -> tuple[list[Contender], list[Contender]]:
    """Those who sat out least sit out first, and of these the lowest in the standings."""
    by_claim = sorted(range(len(contenders)), key=lambda index: (contenders[index].sat_out, -index))
    out = set(by_claim[: len(contenders) - seats])
    return (
        [each for index, each in enumerate(contenders) if index not in out],
        [each for index, each in enumerate(contenders) if index in out],
    )


def _shuffle_equals(contenders: list[Contender], random: Random) -> list[Contender]:
    """In order of points; among equals, chance decides."""
    return sorted(contenders, key=lambda each: (-each.points, random.random()))


def _cut(contenders: list[Contender], sizes: tuple[int, ...]) -> list[list[Contender]]:
    rest = iter(contenders)
    return [[next(rest) for _ in range(size)] for size in sizes]


def _improve(tables: list[list[Contender]], request: Request) -> None:
    costs = [_table_cost(table, request) for table in tables]
    for _ in range(MOST_PASSES):
        changed = False
        for one in range(len(tables)):
            others = range(len(tables)) if costs[one][0] else range(one + 1, one + 1 + NEIGHBOURS)
            for other in others:
                if other != one and other < len(tables):
                    changed |= _exchange(tables, costs, one, other, request)
        if not changed:
            return


def _exchange(
    tables: list[list[Contender]], costs: list[Cost], one: int, other: int, request: Request
) -> bool:
    """The best exchange of two people between two tables, if any makes them better."""
    best, found = _sum(costs[one], costs[other]), None
    for left in range(len(tables[one])):
        for right in range(len(tables[other])):
            first, second = _swapped(tables[one], left, tables[other], right)
            cost = _table_cost(first, request), _table_cost(second, request)
            if _sum(*cost) < best:
                best, found = _sum(*cost), (first, second, cost)
    if found is None:
        return False
    tables[one], tables[other], (costs[one], costs[other]) = found
    return True


def _swapped(
    one: list[Contender], left: int, other: list[Contender], right: int
) -> tuple[list[Contender], list[Contender]]:
    first, second = one.copy(), other.copy()
    first[left], second[right] = second[right], first[left]
    return first, second


def _table_cost(table: list[Contender], request: Request) -> Cost:
    repeats, spread = 0, 0.0
    for one, other in combinations(table, 2):
        repeats += request.meetings(one.id, other.id)
        spread += (one.points - other.points) ** 2
    short = sum(each.short for each in table) if len(table) != request.prefer else 0
    return repeats, short, spread


def _sum(one: Cost, other: Cost) -> Cost:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _seats(table: list[Contender], random: Random) -> tuple[int, ...]:
    """The order round the table in which everybody gets the seat they had least."""
    shuffled = random.sample(table, len(table))
    best = min(
        permutations(shuffled),
        key=lambda order: sum((each.seats[seat] + 1) ** 2 for seat, each in enumerate(order)),
    )
    return tuple(each.id for each in best)


def _costs(tables: list[list[Contender]], out: list[Contender], request: Request) -> dict[str, float]:
    costs = [_table_cost(table, request) for table in tables]
    return {
        "out": len(out),
        "sizes": sum(len(table) != request.prefer for table in tables),
        "repeats": sum(cost[0] for cost in costs),
        "spread": sum(cost[2] for cost in costs),
    }
