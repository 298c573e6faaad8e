"""Every sensible way to split people over tables, compared before anything is paired.

Pure arithmetic: no search, no database. The expected repeats are an estimate and are called so; the fewest
possible ones are proved by counting.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import comb

from tournaments.pairing.api import LARGEST_TABLE, SMALLEST_TABLE, CannotPair
from tournaments.pairing.schedule import system as schedule

MINUTES = {2: 25, 3: 35, 4: 45, 5: 55, 6: 65}
"""A match, by how many play it. A guess to begin with: a club knows its own."""
PAUSE = 10

EXCESS = 0.028
RISES_FROM, FALLS_WITHIN = 0.55, 0.25
"""What rounds paired one at a time repeat beyond the least that is possible, measured for 12 to 40 people at
tables of 2 to 6: nothing until about half of all pairs have met, at most 2.8 % of all pairs for each seat
beyond the second when all could have met once, and little again a quarter further."""


@dataclass(frozen=True, slots=True)
class Split:
    """One way to seat everybody, and what it means for the tournament."""

    sizes: tuple[int, ...]
    """The largest table first."""
    out: int
    """How many sit out in each round."""
    off_size: int
    """Tables that are not of the preferred size."""
    repeats_least: int
    """Over all rounds, proved by counting: no pairing can have fewer."""
    repeats_expected: int
    """Over all rounds paired one at a time: an estimate."""
    schedule_rounds: int
    """For how many rounds a known schedule repeats nobody; 0 where none is known for these tables."""
    minutes: int
    """For all rounds: the largest table takes longest."""
    recommended: bool = False

    @property
    def tables(self) -> int:
        return len(self.sizes)


def plan(
    people: int,
    allow: frozenset[int],
    rounds: int,
    prefer: int | None = None,
    minutes: Mapping[int, int] | None = None,
    pause: int = PAUSE,
) -> tuple[Split, ...]:
    """The splits, the recommended one first and marked. Raises ``CannotPair`` where nobody can be seated."""
    if not allow or not allow <= set(range(SMALLEST_TABLE, LARGEST_TABLE + 1)):
        raise CannotPair("no-such-size", allow=sorted(allow))
    if people < min(allow):
        raise CannotPair("too-few-players" if people else "nobody")
    lengths = {**MINUTES, **(minutes or {})}
    found = [_described(people, sizes, rounds, prefer, lengths, pause) for sizes in _sensible(people, allow)]
    found.sort(key=lambda split: _merit(split, prefer))
    return (replace(found[0], recommended=True), *found[1:])


def repeats_least(people: int, sizes: tuple[int, ...], rounds: int) -> int:
    """Meetings that must be repeated: there are more seats together than pairs, or fewer tables than people at one.

    Counted as the pairing counts them: a third meeting of the same two repeats two.
    """
    pairs = comb(people, 2)
    met, more = divmod(rounds * sum(comb(size, 2) for size in sizes), pairs) if pairs else (0, 0)
    by_pairs = pairs * comb(met, 2) + more * met
    by_tables = 0
    if sum(sizes) == people:
        by_tables = max(0, rounds - 1) * sum(_forced(size, len(sizes)) for size in sizes)
    return max(by_pairs, by_tables)


def repeats_expected(people: int, sizes: tuple[int, ...], rounds: int) -> int:
    """The least there can be, and what pairing one round at a time was measured to add to it."""
    pairs = comb(people, 2)
    if not pairs:
        return 0
    cover = rounds * sum(comb(size, 2) for size in sizes) / pairs
    seats = sum(sizes) / len(sizes)
    return repeats_least(people, sizes, rounds) + round(pairs * EXCESS * max(0.0, seats - 2) * _swell(cover))


def _swell(cover: float) -> float:
    """How much of the excess there is when every pair has met ``cover`` times on average."""
    beyond = cover % 1 if cover > 1 else 0.0
    within = cover if cover <= 1 else beyond
    rising = max(0.0, (within - RISES_FROM) / (1 - RISES_FROM)) ** 2
    falling = max(0.0, 1 - beyond / FALLS_WITHIN) if cover > 1 else 0.0
    return max(rising, falling)


def _forced(size: int, tables: int) -> int:
    """How many of one table must share a table in the next round, where there are only so many tables."""
    fewer, more = divmod(size, tables)
    return more * comb(fewer + 1, 2) + (tables - more) * comb(fewer, 2)


def _sensible(people: int, allow: frozenset[int]) -> list[tuple[int, ...]]:
    """Even splits with as few out as can be, and tables of one size with fewer out than one of them holds."""
    ways = next(found for seated in range(people, 0, -1) if (found := _all(seated, allow)))
    alike = {(size,) * (people // size) for size in allow if people >= size}
    return sorted({*ways, *alike}, reverse=True)


def _all(people: int, allow: frozenset[int]) -> list[tuple[int, ...]]:
    """Every even split of them all; where the allowed sizes leave gaps and none is even, every split."""
    even = []
    for tables in range(1, people // min(allow) + 1):
        small, larger = divmod(people, tables)
        if small in allow and (not larger or small + 1 in allow):
            even.append((small + 1,) * larger + (small,) * (tables - larger))
    return even or list(_any(people, sorted(allow, reverse=True)))


def _any(people: int, sizes: list[int]) -> Iterator[tuple[int, ...]]:
    if people == 0:
        yield ()
    elif sizes:
        for tables in range(people // sizes[0], -1, -1):
            for rest in _any(people - tables * sizes[0], sizes[1:]):
                yield (sizes[0],) * tables + rest


def _described(
    people: int,
    sizes: tuple[int, ...],
    rounds: int,
    prefer: int | None,
    minutes: Mapping[int, int],
    pause: int,
) -> Split:
    usual = prefer if prefer is not None else max(set(sizes), key=lambda size: (sizes.count(size), size))
    whole = len(set(sizes)) == 1 or set(sizes) == {sizes[0], sizes[0] - 1}
    known = (
        schedule.longest(sum(sizes), sizes[0]) if whole and len(sizes) == -(-sum(sizes) // sizes[0]) else 0
    )
    return Split(
        sizes=sizes,
        out=people - sum(sizes),
        off_size=sum(size != usual for size in sizes),
        repeats_least=repeats_least(people, sizes, rounds),
        repeats_expected=repeats_expected(people, sizes, rounds),
        schedule_rounds=known if people == sum(sizes) else 0,
        minutes=rounds * minutes[max(sizes)] + max(0, rounds - 1) * pause,
    )


def _merit(split: Split, prefer: int | None) -> tuple[float, ...]:
    """As pairing minimises: who sits out, then the sizes if one is preferred, then repeats, then time."""
    uneven = len(set(split.sizes)) - 1
    sizes = (split.off_size,) if prefer is not None else ()
    return (split.out, *sizes, split.repeats_expected, uneven, split.minutes, -len(split.sizes))
