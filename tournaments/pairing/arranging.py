"""A finished pairing changed by hand: two people exchanged, one moved, one put out; what it costs, what is still proved.

Plain data in, plain data out. Knows no system, no search and no database.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tournaments.pairing.api import CannotPair, Contender, Request, Seating, pair_key
from tournaments.pairing.costs import costs

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Who sits where and who sits out. Whoever is in neither has no place in the round."""

    tables: tuple[Seating, ...]
    out: tuple[str, ...] = ()

    def table_of(self, one: str) -> Seating | None:
        return next((table for table in self.tables if one in table.seats), None)

    @property
    def seated(self) -> set[str]:
        return {each for table in self.tables for each in table.seats}


def exchanged(before: Arrangement, one: str, other: str) -> Arrangement:
    """Each takes the other's place, also where that is sitting out."""
    if one == other:
        raise CannotPair("with-oneself", field="seats", ids=[one])
    if before.table_of(one) is None and before.table_of(other) is None:
        raise CannotPair("both-without-seat")
    turned = {one: other, other: one}
    return _settled(
        before,
        tuple(
            replace(table, seats=tuple(turned.get(each, each) for each in table.seats))
            for table in before.tables
        ),
        {one, other},
    )


def moved(before: Arrangement, one: str, number: int) -> Arrangement:
    """To the end of a table; those who sat after them at the old one move up."""
    here = before.table_of(one)
    if here and here.number == number:
        raise CannotPair("there-already", table=number)
    if all(table.number != number for table in before.tables):
        raise CannotPair("no-table-of-that-number", table=number)
    without = _without(before.tables, one)
    return _settled(
        before,
        tuple(
            replace(table, seats=(*table.seats, one)) if table.number == number else table
            for table in without
        ),
        {one},
    )


def put_out(before: Arrangement, one: str) -> Arrangement:
    """Sits out; those who sat after them move up."""
    if before.table_of(one) is None:
        raise CannotPair("out-already")
    return _settled(before, _without(before.tables, one), {one})


def check_arrangement(request: Request, after: Arrangement, sizes: frozenset[int]) -> None:
    """Refuse tables that the rules do not know, and people taken away from the table they are fixed at."""
    for table in after.tables:
        if len(table.seats) not in sizes:
            raise CannotPair(
                "size-by-hand",
                table=table.number,
                size=len(table.seats),
                least=min(sizes),
                most=max(sizes),
            )
    at = {each: table.number for table in after.tables for each in table.seats}
    for one, number in request.fixed.items():
        if at.get(one, number) != number:
            raise CannotPair("fixed-by-hand", who=[one], table=number)


def costs_after(
    request: Request, before: Arrangement, after: Arrangement, stated: Mapping[str, float]
) -> dict[str, float]:
    """True costs. How many sit out is counted on from what was stated: a system may count some who are not here."""
    people = {each.id: each for each in request.contenders}
    out = int(stated.get("out", 0)) + len(after.out) - len(before.out)
    return costs(request, [[people[each] for each in table.seats] for table in after.tables], out)


def bounds_after(
    request: Request,
    before: Arrangement,
    after: Arrangement,
    cost: tuple[Mapping[str, float], Mapping[str, float]],
    bound: Mapping[str, float],
) -> dict[str, float]:
    """What is still proved. A bound holds for the same people at the same sizes, and as long as nothing that
    comes before it has got worse: a seating with one repeat more may well spread less. ``cost``: before, after."""
    was, now = cost
    kept = {"out"} & set(bound)
    if now["out"] > was["out"]:
        return {key: bound[key] for key in kept}
    kept |= {"sizes"} & set(bound)
    if _field(request, before) == _field(request, after):
        for key, earlier in (("repeats", ()), ("apart", ("repeats",)), ("spread", ("repeats", "apart"))):
            if key in bound and all(now[each] <= was[each] for each in earlier):
                kept.add(key)
    return {key: bound[key] for key in bound if key in kept}


def meeting_again(request: Request, tables: Sequence[Seating]) -> dict[Pair, int]:
    """Pairs at a table who have met before, with how often."""
    found = {pair: request.met.get(pair, 0) for pair in pairs_of(tables)}
    return {pair: times for pair, times in found.items() if times}


def not_kept_apart(request: Request, tables: Sequence[Seating]) -> set[Pair]:
    return {pair for pair in pairs_of(tables) if pair in request.apart}


def pairs_of(tables: Sequence[Seating]) -> list[Pair]:
    return [pair_key(*pair) for table in tables for pair in combinations(table.seats, 2)]


def touched(before: Arrangement, after: Arrangement) -> tuple[set[int], set[str]]:
    """The numbers of the tables that differ, and everybody who sits or sat there or whose sitting out changed."""
    was = {table.number: table.seats for table in before.tables}
    now = {table.number: table.seats for table in after.tables}
    numbers = {number for number in was.keys() | now.keys() if was.get(number) != now.get(number)}
    people = set(before.out) ^ set(after.out)
    for number in numbers:
        people |= {*was.get(number, ()), *now.get(number, ())}
    return numbers, people


# -- in detail -----------------------------------------------------------------------------------


def _without(tables: Sequence[Seating], one: str) -> tuple[Seating, ...]:
    return tuple(replace(table, seats=tuple(each for each in table.seats if each != one)) for table in tables)


def _settled(before: Arrangement, tables: tuple[Seating, ...], about: set[str]) -> Arrangement:
    """Whoever of these has no seat now sits out."""
    seated = {each for table in tables for each in table.seats}
    out = [each for each in before.out if each not in seated]
    out += sorted(each for each in about if each not in seated and each not in out)
    return Arrangement(tables, tuple(out))


def _field(request: Request, arrangement: Arrangement) -> tuple[set[str], Counter[int], int]:
    """What a search takes as settled: who plays, the sizes, and whose turn it is to sit at an odd table."""
    people: dict[str, Contender] = {each.id: each for each in request.contenders}
    odd = [table for table in arrangement.tables if len(table.seats) != request.prefer]
    return (
        arrangement.seated,
        Counter(len(table.seats) for table in arrangement.tables),
        sum(people[each].short for table in odd for each in table.seats),
    )
