"""How many tables of which size: fewest people out, sizes even, most tables as preferred."""

from __future__ import annotations

from tournaments.pairing.api import CannotPair


def allowed(people: int, prefer: int, seats: frozenset[int]) -> frozenset[int]:
    """One more or one fewer than preferred where that seats everybody, else all the rules allow."""
    near = seats & {prefer - 1, prefer, prefer + 1}
    if any(set(_even(people, tables)) <= near for tables in range(1, people + 1)):
        return near
    return seats


def split(people: int, prefer: int, allow: frozenset[int]) -> tuple[int, ...]:
    """Table sizes, the largest first. Whoever they do not hold sits out."""
    if people < min(allow):
        raise CannotPair("too-few-players")
    for seated in range(people, 0, -1):
        found = [
            sizes
            for tables in range(1, seated // min(allow) + 1)
            if set(sizes := _even(seated, tables)) <= allow
        ]
        if found:
            return min(found, key=lambda sizes: (_others(sizes, prefer), -sizes.count(prefer), -len(sizes)))
    raise CannotPair("too-few-players")


def _even(people: int, tables: int) -> tuple[int, ...]:
    small, larger = divmod(people, tables)
    return (small + 1,) * larger + (small,) * (tables - larger)


def _others(sizes: tuple[int, ...], prefer: int) -> int:
    return sum(size != prefer for size in sizes)
