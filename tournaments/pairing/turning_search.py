"""Finds the first round of a round robin in which everybody meets everybody (nearly) equally often.

Everybody stands in a circle, and perhaps one in the middle; turning the circle gives the next round. A
meeting of two becomes, in all turns, a meeting of every two who are as far apart: so only distances are
counted. The same sizes always give the same starter. ``python -m tournaments.pairing.turning_search SIZE``
prints the lines of a stored file. Knows nobody who plays.
"""

from __future__ import annotations

import math
import sys
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from random import Random

from tournaments.pairing.designs import Design, Round, turned, turning_length
from tournaments.pairing.sizes import split

STEPS, RUNS = 40_000, 4
LONG_STEPS, LONG_RUNS = 60_000, 60
"""For what is stored."""
HOT, COLD = 1.5, 0.4
MOST_STORED = 40


@cache
def found(size: int, sizes: tuple[int, ...], people: int, runs: int = RUNS, steps: int = STEPS) -> Design:
    """The most even round robin that was found for tables of these sizes; whoever they do not hold sits out."""
    best: Design | None = None
    for run in range(runs):
        design = turned(size, starter(sizes, people, Random(f"{sizes} {people} {run}"), steps), people)  # noqa: S311 - repeatable is what is wanted here
        if best is None or design.imbalance < best.imbalance:
            best = design
        if best.imbalance <= least(sizes, people):
            break
    assert best is not None  # noqa: S101 - at least one run was made
    return best


def starter(sizes: tuple[int, ...], people: int, random: Random, steps: int) -> Round:
    """The best of one run of annealing."""
    length = turning_length(sizes, people)
    row = random.sample(range(people), people)
    table_of = [number for number, size in enumerate(sizes) for _ in range(size)]
    table_of += [len(sizes)] * (people - len(table_of))
    members = _members(row, table_of, len(sizes))
    count = [0] * (length // 2 + 2)
    for table in members:
        for one, other in combinations(table, 2):
            name, weight = _distance(one, other, length)
            count[name] += weight
    distances = range(1, length // 2 + 1)
    wanted = float(_wanted(sizes, people))
    best, best_cost = list(row), _cost(count, distances)
    cost, heat = best_cost, HOT
    for _ in range(steps):
        if best_cost == 0:
            break
        heat *= (COLD / HOT) ** (1 / steps)
        left, right = int(random.random() * people), int(random.random() * people)
        if table_of[left] == table_of[right]:
            continue
        changes = _changes(row, table_of, members, left, right, length)
        change = 0.0
        for name, by in changes.items():
            change += (
                ((count[name] + by - wanted) ** 2 - (count[name] - wanted) ** 2)
                if name < len(count) - 1
                else 0
            )
        if change <= 0 or random.random() < math.exp(-change / heat):
            for name, by in changes.items():
                count[name] += by
            row[left], row[right] = row[right], row[left]
            members = _members(row, table_of, len(sizes))
            cost = _cost(count, distances)
            if cost < best_cost:
                best, best_cost = list(row), cost
    return tuple(tuple(sorted(table)) for table in _members(best, table_of, len(sizes)))


def least(sizes: tuple[int, ...], people: int) -> int:
    """The least imbalance that turning can have: 0 where the meetings come out, else 1."""
    wanted = _wanted(sizes, people)
    even = turning_length(sizes, people) % 2 == 0
    return 0 if wanted.denominator == 1 and not (even and wanted.numerator % 2) else 1


def _wanted(sizes: tuple[int, ...], people: int) -> Fraction:
    """How often every distance would have to be there. A meeting right across the circle counts twice."""
    length = turning_length(sizes, people)
    meetings = sum(comb(size, 2) for size in sizes)
    if length < people:
        meetings -= sizes[0] - 1
    distances = length // 2
    if not distances:
        return Fraction(0)
    return Fraction(meetings, distances) if length % 2 else Fraction(2 * meetings, 2 * distances - 1)


def _members(row: list[int], table_of: list[int], tables: int) -> list[list[int]]:
    members: list[list[int]] = [[] for _ in range(tables)]
    for each, table in zip(row, table_of, strict=True):
        if table < tables:
            members[table].append(each)
    return members


def _changes(
    row: list[int], table_of: list[int], members: list[list[int]], left: int, right: int, length: int
) -> dict[int, int]:
    """What an exchange of two people does to the count of each distance."""
    changes: dict[int, int] = {}
    for here, leaves, comes in (
        (table_of[left], row[left], row[right]),
        (table_of[right], row[right], row[left]),
    ):
        if here == len(members):
            continue
        for each in members[here]:
            if each != leaves:
                name, weight = _distance(leaves, each, length)
                changes[name] = changes.get(name, 0) - weight
                name, weight = _distance(comes, each, length)
                changes[name] = changes.get(name, 0) + weight
    return changes


def _distance(one: int, other: int, length: int) -> tuple[int, int]:
    """The distance round the circle, and how often one such meeting makes the same two meet in all turns.

    Meetings with the one in the middle come to everybody alike: they stand last, and nobody counts them.
    """
    if max(one, other) >= length:
        return length // 2 + 1, 1
    apart = (one - other) % length
    apart = min(apart, length - apart)
    return apart, 2 if 2 * apart == length else 1


def _cost(count: list[int], distances: range) -> int:
    """Imbalance beyond what cannot be helped."""
    seen = [count[each] for each in distances]
    return max(seen) - min(seen) if seen else 0


def main(arguments: list[str]) -> int:
    size = int(arguments[0])
    near = frozenset({size - 1, size, size + 1}) & frozenset(range(2, 7))
    for people in range(size + 1, MOST_STORED + 1):
        sizes = split(people, size, near)
        if len(sizes) > 1 and sum(sizes) == people:
            design = found(size, sizes, people, LONG_RUNS, LONG_STEPS)
            sys.stdout.write(f"# {people} people, imbalance {design.imbalance}\n")
            sys.stdout.write(
                " | ".join(" ".join(str(each + 1) for each in table) for table in design.rounds[0]) + "\n"
            )
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
