"""A tournament is a list of stages, each with its system; who goes on from one to the next, and as what seed.

Pure: takes orders of ids and gives orders of ids. Knows no database, and no system but by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Any

from tournaments.pairing.api import LARGEST_TABLE, SMALLEST_TABLE, CannotPair
from tournaments.pairing.brackets import dealt, folded
from tournaments.pairing.registry import Registry
from tournaments.pairing.sizes import split

MOST_TRIED = 5_040


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage: how it is paired, for how long, and how many go on."""

    system: str
    prefer: int = 4
    allow: frozenset[int] = frozenset({3, 4, 5})
    rounds: int | None = None
    """Where the system leaves that to the organiser."""
    options: Mapping[str, Any] = field(default_factory=dict)
    advance_k: int = 0
    """How many go on to the next stage: of each group where there are groups, else altogether. 0: everybody."""

    def all_options(self) -> dict[str, Any]:
        """The options with the allowed sizes, from which a system tells its number of rounds."""
        return {**self.options, "allow": sorted(self.allow)}

    def length(self, people: int, systems: Registry) -> int | None:
        """How many rounds the stage takes for so many people, where that is known."""
        own = systems.get(self.system).rounds(people, self.prefer, self.all_options())
        if own is None:
            return self.rounds
        return own if self.rounds is None else min(own, self.rounds)


@dataclass(frozen=True, slots=True)
class StageResult:
    """How a stage ended."""

    order: tuple[str, ...]
    """Everybody, the best first."""
    groups: tuple[tuple[str, ...], ...] = ()
    """Who was in which group, where there were groups."""
    withdrawn: frozenset[str] = frozenset()


def problems(stages: Sequence[Stage], systems: Registry) -> list[tuple[int, str]]:
    """What is wrong with a list of stages: the number of the stage, counted from 1, and a code."""
    found = [] if stages else [(1, "no-stage")]
    for number, stage in enumerate(stages, start=1):
        if stage.system not in systems.systems:
            found.append((number, "no-such-system"))
            continue
        if not stage.allow or not stage.allow <= set(range(SMALLEST_TABLE, LARGEST_TABLE + 1)):
            found.append((number, "no-such-size"))
        if not SMALLEST_TABLE <= stage.prefer <= LARGEST_TABLE:
            found.append((number, "no-such-size"))
        if stage.system == "double-elimination" and stage.prefer != SMALLEST_TABLE:
            found.append((number, "tables-of-two-only"))
        if stage.advance_k < 0 or (stage.rounds is not None and stage.rounds < 1):
            found.append((number, "not-a-number"))
    return found


def advance(result: StageResult, k: int, into: Stage | None = None) -> tuple[str, ...]:
    """The seeding of the next stage.

    Of one table of standings the first k; of groups the first k of each, all the firsts before all the
    seconds, each rank ordered so that people of one group meet as late as can be. Who has withdrawn is
    passed over, and the next in the order comes in their place.
    """
    there = [each for each in result.order if each not in result.withdrawn]
    if k < 0:
        raise CannotPair("nobody-advances")
    if not result.groups:
        return tuple(there[:k] if k else there)
    standing = {each: index for index, each in enumerate(there)}
    groups = [
        sorted((each for each in group if each in standing), key=standing.__getitem__)
        for group in result.groups
    ]
    group_of = {each: number for number, group in enumerate(groups) for each in group}
    ranks = max(map(len, groups), default=0)
    seeding: list[str] = []
    for rank in range(min(k, ranks) if k else ranks):
        at = sorted((group[rank] for group in groups if len(group) > rank), key=standing.__getitem__)
        seeding += _crossed(seeding, at, group_of, into) if seeding else at
    return tuple(seeding)


def _crossed(
    before: list[str], rank: list[str], group_of: Mapping[str, int], into: Stage | None
) -> list[str]:
    """The order of one rank that keeps people of one group apart longest; of equals the first found."""
    best, least = rank, _clashes([*before, *rank], group_of, into)
    for tried, order in enumerate(_orders(rank)):
        if least == 0 or tried >= MOST_TRIED:
            break
        if (found := _clashes([*before, *order], group_of, into)) < least:
            best, least = list(order), found
    return best


def _orders(rank: list[str]) -> list[tuple[str, ...]]:
    """Every order of a few; of many, the neighbours exchanged, the reverse and the turned ones."""
    if len(rank) <= 6:
        return list(permutations(rank))
    swapped = [each for at in range(0, len(rank), 2) for each in reversed(rank[at : at + 2])]
    bases = (rank, rank[::-1], swapped, swapped[::-1])
    return [(*base[by:], *base[:by]) for base in bases for by in range(len(rank))]


def _clashes(order: list[str], group_of: Mapping[str, int], into: Stage | None) -> float:
    """Pairs of one group, the sooner they may meet the more they count."""
    if into is not None and into.prefer != SMALLEST_TABLE:
        try:
            tables = dealt(order, split(len(order), into.prefer, into.allow))
        except CannotPair:
            return 0
        return sum(
            group_of[one] == group_of[other] for table in tables for one, other in combinations(table, 2)
        )
    total, weight = 0.0, 1.0
    parts = folded(order)
    while len(parts) > 1:
        total += weight * sum(
            group_of[one] == group_of[other] for part in parts for one, other in combinations(part, 2)
        )
        half = len(parts) // 2
        parts = [one + other for one, other in zip(parts[:half], reversed(parts[half:]), strict=False)]
        weight /= len(order)
    return total
