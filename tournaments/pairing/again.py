"""Other tables for people of a round that has begun elsewhere: as near to what is there as the numbers allow.

Changes as few tables as it can: somebody has left, or come, and most of the hall sits already. Knows no
system and no search; what has begun is not its business.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import count
from random import Random

from tournaments.pairing.api import Contender, Reason, Request, Seating
from tournaments.pairing.arranging import Arrangement
from tournaments.pairing.mending import price
from tournaments.pairing.reasons import company
from tournaments.pairing.seating import check, seat_order
from tournaments.pairing.sizes import split

Why = dict[str, tuple[Reason, ...]]


def nearest(request: Request, plan: Sequence[Seating], closed: Collection[int]) -> Arrangement:
    """The people of the request at as many tables as they need. ``plan`` is where they sit now, ``closed``
    are numbers that no new table may have. Raises ``CannotPair``."""
    check(request)
    people = {each.id: each for each in request.contenders}
    sizes = split(len(people), request.prefer, request.allow)
    groups = {table.number: [each for each in table.seats if each in people] for table in plan}
    wanted = _sizes_for(groups, sizes, _free_numbers({*closed, *groups}))
    pool = _too_many(groups, wanted, list(people))
    seated = {each for group in groups.values() for each in group}
    new = sorted(
        (each for each in people.values() if each.id not in seated and each.id not in pool),
        key=lambda each: -each.sat_out,
    )
    out = []
    for one in [*pool, *(each.id for each in new)]:
        open_ = [number for number in groups if len(groups[number]) < wanted[number]]
        if not open_:
            out.append(one)
            continue
        best = min(open_, key=lambda number: _claim(request, people, groups[number], one, number))
        groups[best].append(one)
    return Arrangement(_seated(request, people, groups, plan), tuple(out))


def reasons_for(request: Request, after: Arrangement, changed: Collection[int]) -> Why:
    """For everybody at a table that was made anew, and for who sits out now."""
    people = {each.id: each for each in request.contenders}
    by_lot = len({each.points for each in people.values()}) == 1
    why: Why = {}
    for table in after.tables:
        for each in table.seats if table.number in changed else ():
            others = [people[one] for one in table.seats if one != each]
            met = [one.id for one in others if request.meetings(each, one.id)]
            told = [Reason("mended"), *([] if by_lot else company(people[each], others, by_lot=False))]
            if met:
                told.append(Reason("meets-again-here", {"who": met}))
            if len(table.seats) != request.prefer:
                told.append(Reason("odd-by-hand", {"size": len(table.seats), "prefer": request.prefer}))
            why[each] = tuple(told)
    return why | {each: (Reason("sits-out", {"left": len(after.out)}),) for each in after.out}


# -- in detail -----------------------------------------------------------------------------------


def _sizes_for(groups: dict[int, list[str]], sizes: Sequence[int], free: Iterator[int]) -> dict[int, int]:
    """A size for each table: the largest groups get the largest. What is too many goes, what is missing comes."""
    by_size = sorted(groups, key=lambda number: (-len(groups[number]), number))
    for number in by_size[len(sizes) :]:
        if groups[number]:
            continue
        del groups[number]
    by_size = [number for number in by_size if number in groups]
    wanted = dict(zip(by_size, sizes, strict=False))
    for size in sizes[len(by_size) :]:
        number = next(free)
        groups[number], wanted[number] = [], size
    return wanted


def _too_many(groups: dict[int, list[str]], wanted: dict[int, int], order: Sequence[str]) -> list[str]:
    """Whoever has to leave their table: the lowest of it in the standings, or all where it is dissolved."""
    rank = {each: index for index, each in enumerate(order)}
    pool: list[str] = []
    for number in list(groups):
        if number not in wanted:
            pool += groups.pop(number)
            continue
        by_rank = sorted(groups[number], key=rank.__getitem__)
        leaving = by_rank[wanted[number] :]
        pool += leaving
        groups[number] = [each for each in groups[number] if each not in leaving]
    return sorted(pool, key=rank.__getitem__)


def _claim(
    request: Request, people: dict[str, Contender], group: Sequence[str], one: str, number: int
) -> tuple[bool, tuple[int, int], float]:
    apart = sum((people[one].points - people[each].points) ** 2 for each in group)
    return request.fixed.get(one, number) != number, price([*group, one], request), apart


def _seated(
    request: Request, people: dict[str, Contender], groups: dict[int, list[str]], plan: Sequence[Seating]
) -> tuple[Seating, ...]:
    """A table with the same people keeps their seats."""
    before = {table.number: table.seats for table in plan}
    random = Random(request.seed)  # noqa: S311 - repeatable is what is wanted here
    return tuple(
        Seating(number, before[number])
        if set(before.get(number, ())) == set(group)
        else Seating(number, tuple(seat_order([people[each] for each in group], request.prefer, random)))
        for number, group in sorted(groups.items())
    )


def _free_numbers(taken: Collection[int]) -> Iterator[int]:
    return (number for number in count(1) if number not in taken)
