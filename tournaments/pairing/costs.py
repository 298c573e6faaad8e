"""The costs of a seating, as the record states them. Plain arithmetic over the request: no search, no weights."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations

from tournaments.pairing.api import Contender, Request, pair_key


def costs(request: Request, tables: Sequence[Sequence[Contender]], out: int) -> dict[str, float]:
    """Each table with its first seat first."""
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    return {
        "out": out,
        "sizes": sum(len(table) != request.prefer for table in tables),
        "repeats": sum(request.meetings(one.id, other.id) for one, other in pairs),
        "apart": sum(_listed_apart(request, one, other) for one, other in pairs),
        "spread": plain(sum(((_exact(one) - _exact(other)) ** 2 for one, other in pairs), Fraction())),
        "club": sum(bool(one.club) and one.club == other.club for one, other in pairs),
        "seats": sum(
            excess(after(each.seats, seat), request.prefer)
            for table in tables
            for seat, each in enumerate(table)
        ),
    }


def excess(seats: Sequence[int], prefer: int) -> int:
    """How far the most used seat is before the least used one, beyond one. The seats of a preferred table count."""
    counted = [*seats, *(0,) * prefer][:prefer]
    return max(0, max(counted) - min(counted) - 1)


def after(seats: Iterable[int], seat: int) -> list[int]:
    """The counts with this seat taken once more."""
    counted = list(seats)
    counted += [0] * (seat + 1 - len(counted))
    counted[seat] += 1
    return counted


def plain(number: Fraction) -> float:
    """Whole where it is whole."""
    return int(number) if number.denominator == 1 else float(number)


def plain_points(one: Contender) -> float:
    return plain(_exact(one))


def _exact(one: Contender) -> Fraction:
    """The points as they are written in decimals."""
    return Fraction(repr(one.points))


def _listed_apart(request: Request, one: Contender, other: Contender) -> bool:
    return pair_key(one.id, other.id) in request.apart
