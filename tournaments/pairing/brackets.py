"""Who is still in a knockout, and in what order: read from the rounds that were really played.

Places at a table decide; of equals the one who stood higher goes on. Who was not there has lost. Knows
neither tables to come nor options.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pairing.api import CannotPair, PastRound, Played


@dataclass(frozen=True, slots=True)
class Field:
    """Everybody still in, the highest seed first, and who has gone, the last to go first."""

    order: tuple[str, ...]
    gone: tuple[str, ...] = ()

    def main(self, played: PastRound) -> list[Played]:
        """The tables of the knockout itself: not those for a third place."""
        return [table for table in played.tables if set(table.seats) <= set(self.order)]

    def waited(self, played: PastRound) -> list[str]:
        """Those still in who were there and had no match."""
        seated = {each for table in self.main(played) for each in table.seats}
        return [each for each in self.order if each in played.out and each not in seated]


def ranked(table: Played, order: Sequence[str]) -> list[str]:
    """Those of a table, the best first. Raises ``CannotPair`` where the match has no result."""
    if not set(table.seats) <= set(table.places):
        raise CannotPair("round-unfinished", table=table.number)
    standing = {each: index for index, each in enumerate(order)}
    return sorted(table.seats, key=lambda each: (table.places[each], standing.get(each, len(order))))


def after_tables(field: Field, played: PastRound, advance: int) -> Field:
    """The field one round later: the first ``advance`` of each table, and whoever had no match.

    Winners come in the order of the best seed at their table, then all the seconds in the opposite order,
    and so on.
    """
    standing = {each: index for index, each in enumerate(field.order)}
    results = [ranked(table, field.order) for table in field.main(played)]
    results.sort(key=lambda table: min(standing[each] for each in table))
    slots = [table[:advance] for table in results] + [[each] for each in field.waited(played)]
    slots.sort(key=lambda slot: min(standing[each] for each in slot))
    order: list[str] = []
    for place in range(max(map(len, slots), default=0)):
        at = [slot[place] for slot in slots if len(slot) > place]
        order.extend(reversed(at) if place % 2 else at)
    return _left(field, order, results)


def after_bracket(field: Field, played: PastRound) -> Field:
    """The same for a bracket of two at a table, where who meets whom was settled at the start.

    Where both of a match were missing one of them stays in, for the next opponent to have a walkover.
    """
    opposite = _opposites(field.order)
    results = [ranked(table, field.order) for table in field.main(played)]
    winners = {table[0] for table in results} | set(field.waited(played))
    lost = {each for table in results for each in table[1:]}
    order: list[str] = []
    for pair in opposite:
        stays = [each for each in pair if each in winners]
        order += stays or [each for each in pair if each not in lost][:1]
    return _left(field, order, results)


def folded(order: Sequence[str]) -> list[list[str]]:
    """First against last, second against last but one, in a bracket that is filled up with byes."""
    return [list(pair) for pair in _opposites(order)]


def dealt(order: Sequence[str], sizes: Sequence[int]) -> list[list[str]]:
    """To and fro over the tables, the last turn over the larger ones alone."""
    groups: list[list[str]] = [[] for _ in sizes]
    rest = list(order)
    forth = True
    while rest:
        open_ = [index for index, size in enumerate(sizes) if len(groups[index]) < size]
        for index in open_ if forth else reversed(open_):
            if rest:
                groups[index].append(rest.pop(0))
        forth = not forth
    return groups


def _opposites(order: Sequence[str]) -> list[tuple[str, ...]]:
    places = 1
    while places < len(order):
        places *= 2
    return [
        (order[index], *order[places - 1 - index : places - index])
        for index in range(places // 2)
        if index < len(order)
    ]


def _left(field: Field, order: list[str], results: Sequence[Sequence[str]]) -> Field:
    lost = [
        table[place]
        for place in range(1, max(map(len, results), default=0))
        for table in results
        if len(table) > place and table[place] not in order
    ]
    missing = [each for each in field.order if each not in order and each not in lost]
    return Field(tuple(order), (*lost, *missing, *field.gone))
