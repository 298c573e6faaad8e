"""From who plays with whom to a whole pairing: who is short of a seat, table numbers, seats, costs.

Shared by the systems that know who plays with whom; knows none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from random import Random

from tournaments.pairing.api import (
    LARGEST_TABLE,
    SMALLEST_TABLE,
    CannotPair,
    Contender,
    Pairing,
    Reason,
    Request,
    Seating,
)
from tournaments.pairing.costs import after, costs, excess
from tournaments.pairing.sizes import split

Groups = list[list[str]]
Why = dict[str, tuple[Reason, ...]]


def check(request: Request) -> None:
    """Refuse at once what no system can seat."""
    ids = [each.id for each in request.contenders]
    if not ids:
        raise CannotPair("nobody")
    if len(set(ids)) < len(ids):
        raise CannotPair("twice-entered", ids=sorted({each for each in ids if ids.count(each) > 1}))
    if not request.allow or not request.allow <= set(range(SMALLEST_TABLE, LARGEST_TABLE + 1)):
        raise CannotPair("no-such-size", allow=sorted(request.allow))
    if unknown := sorted(set(request.fixed) - set(ids)):
        raise CannotPair("unknown-id", ids=unknown)
    if any(number < 1 for number in request.fixed.values()):
        raise CannotPair("bad-table-number")


def who_plays(request: Request) -> tuple[list[Contender], list[Contender], tuple[int, ...]]:
    """Who gets a seat, who does not, and the sizes: only as many sit out as the allowed sizes force.

    Those who sat out least sit out first, and of these the lowest in the standings; who is to sit at a
    certain table is given a seat before all others.
    """
    check(request)
    people = request.contenders
    sizes = split(len(people), request.prefer, request.allow)
    by_claim = sorted(
        range(len(people)),
        key=lambda index: (people[index].id in request.fixed, people[index].sat_out, -index),
    )
    out = set(by_claim[: len(people) - sum(sizes)])
    return (
        [each for index, each in enumerate(people) if index not in out],
        [each for index, each in enumerate(people) if index in out],
        sizes,
    )


def finished(
    request: Request,
    groups: Iterable[Sequence[str]],
    why: Mapping[str, tuple[Reason, ...]],
    *,
    seats_given: bool = False,
) -> Pairing:
    """The pairing with these groups, in this order; whoever is in none sits out."""
    tables_ = [list(group) for group in groups]
    people = {each.id: each for each in request.contenders}
    random = Random(request.seed)  # noqa: S311 - repeatable is what is wanted here
    tables = tuple(
        Seating(
            number,
            tuple(
                group if seats_given else seat_order([people[each] for each in group], request.prefer, random)
            ),
        )
        for number, group in sorted(zip(numbers(tables_, request.fixed), tables_, strict=True))
    )
    return costed(request, tables, why)


def costed(request: Request, tables: tuple[Seating, ...], why: Mapping[str, tuple[Reason, ...]]) -> Pairing:
    """The tables as they are, with what they cost and what is known of that."""
    people = {each.id: each for each in request.contenders}
    seated = {each for table in tables for each in table.seats}
    out = tuple(each for each in people if each not in seated)
    cost = costs(request, [[people[each] for each in table.seats] for table in tables], len(out))
    return Pairing(
        tables,
        out,
        cost,
        bound={"repeats": 0, "spread": 0},
        proven=_nothing_to_gain(request, cost),
        why={each: why.get(each, ()) for each in people},
    )


def _nothing_to_gain(request: Request, cost: Mapping[str, float]) -> bool:
    """Without a search only this is proved: no cost is negative, and the sizes follow from the numbers."""
    if any(cost[each] for each in ("repeats", "apart", "spread")):
        return False
    try:
        sizes = split(len(request.contenders), request.prefer, request.allow)
    except CannotPair:
        return False
    least = {
        "out": len(request.contenders) - sum(sizes),
        "sizes": sum(size != request.prefer for size in sizes),
    }
    return all(cost[each] == least[each] for each in least)


def numbers(groups: Groups, fixed: Mapping[str, int]) -> list[int]:
    """A table number for each group: the one that somebody in it must have, else the next that is free."""
    wanted: list[int | None] = []
    for group in groups:
        asked = {fixed[each] for each in group if each in fixed}
        if len(asked) > 1:
            raise CannotPair("fixed-at-two-tables", ids=sorted(each for each in group if each in fixed))
        wanted.append(asked.pop() if asked else None)
    taken = [each for each in wanted if each is not None]
    if len(set(taken)) < len(taken):
        twice = sorted({each for each in taken if taken.count(each) > 1})
        raise CannotPair("fixed-not-together", tables=twice)
    free = iter(sorted(set(range(1, len(groups) + len(taken) + 1)) - set(taken)))
    return [next(free) if each is None else each for each in wanted]


def seat_order(table: Sequence[Contender], prefer: int, random: Random) -> list[str]:
    """The order round the table that costs least, and of these the one where seats are used most evenly."""
    shuffled = random.sample(list(table), len(table))
    price = [
        [(excess(after(each.seats, seat), prefer), _used(each, seat) ** 2) for seat in range(len(table))]
        for each in shuffled
    ]
    best = min(
        permutations(range(len(table))),
        key=lambda seats: (
            sum(price[who][seat][0] for who, seat in enumerate(seats)),
            sum(price[who][seat][1] for who, seat in enumerate(seats)),
        ),
    )
    return [shuffled[who].id for who in sorted(range(len(table)), key=lambda who: best[who])]


def _used(person: Contender, seat: int) -> int:
    return 1 + (person.seats[seat] if seat < len(person.seats) else 0)


def everybody(ids: Iterable[str], reason: Reason) -> Why:
    return dict.fromkeys(ids, (reason,))
