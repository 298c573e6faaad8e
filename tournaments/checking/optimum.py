"""The best seating of a few people, found by trying every one: to see whether what was called proved is true.

Who sits out and the table sizes are taken from the pairing, they are checked elsewhere. Gives up on more
than a few people.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import factorial

from tournaments.checking.counting import Tables, costs
from tournaments.checking.reading import Asked

MOST_SEATINGS = 300

Three = tuple[Fraction, Fraction, Fraction]


def best(asked: Asked, tables: Tables) -> tuple[Three, Three] | None:
    """Repeats, apart and spread at their least, each before the next; nothing where there are too many seatings.

    Twice: over all seatings, and over those alone in which the tables of another size fall to those who
    sat at such ones least. A request can be read either way; what is proved has to be true of one.
    """
    sizes = sorted(len(table) for table in tables)
    if _how_many(sizes) > MOST_SEATINGS:
        return None
    freely: Three | None = None
    fairly: tuple[Fraction, Three] | None = None
    for seating in _seatings(sorted(each for table in tables for each in table), sizes):
        if not _keeps_fixed(seating, asked):
            continue
        found = costs(asked, seating)
        three = found["repeats"], found["apart"], found["spread"]
        short = Fraction(
            sum(asked.people[each].short for table in seating if len(table) != asked.prefer for each in table)
        )
        freely = three if freely is None else min(freely, three)
        fairly = (short, three) if fairly is None else min(fairly, (short, three))
    return None if freely is None or fairly is None else (freely, fairly[1])


def _how_many(sizes: list[int]) -> int:
    ways = factorial(sum(sizes))
    for size in sizes:
        ways //= factorial(size)
    for size in set(sizes):
        ways //= factorial(sizes.count(size))
    return ways


def _seatings(people: list[str], sizes: list[int]) -> Iterator[Tables]:
    """Every way to part the people: the first of them sits at a table of each size in turn."""
    if not people:
        yield []
        return
    for size in sorted(set(sizes)):
        rest = list(sizes)
        rest.remove(size)
        for others in combinations(people[1:], size - 1):
            table = [people[0], *others]
            left = [each for each in people if each not in table]
            for further in _seatings(left, rest):
                yield [table, *further]


def _keeps_fixed(seating: Tables, asked: Asked) -> bool:
    """Who is fixed to one table sits together, and with nobody who is fixed to another."""
    seen: set[int] = set()
    for table in seating:
        at = {asked.fixed[each] for each in table if each in asked.fixed}
        if len(at) > 1 or at & seen:
            return False
        seen |= at
    return True
