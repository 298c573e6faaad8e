"""Two people who met at tables: how often, who ended before whom, and with how many points. Pure.

And what somebody's own matches hold besides: the longest run of wins.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeVar

Who = TypeVar("Who", bound=Hashable)


class Took(NamedTuple):
    """What somebody took home from a table."""

    place: int
    points: int


@dataclass(frozen=True, slots=True)
class Against:
    """One person's matches with another at the same table."""

    matches: int = 0
    before: int = 0
    """So often ended before the other."""
    behind: int = 0
    points: int = 0
    theirs: int = 0

    @property
    def level(self) -> int:
        return self.matches - self.before - self.behind

    @property
    def average(self) -> int:
        return round(Fraction(self.points, max(1, self.matches)))

    @property
    def their_average(self) -> int:
        return round(Fraction(self.theirs, max(1, self.matches)))

    def with_table(self, mine: Took, other: Took) -> Against:
        return Against(
            self.matches + 1,
            self.before + (mine.place < other.place),
            self.behind + (mine.place > other.place),
            self.points + mine.points,
            self.theirs + other.points,
        )


def met(me: Who, tables: Iterable[Mapping[Who, Took]]) -> dict[Who, Against]:
    """Everybody who sat at a table with me."""
    found: dict[Who, Against] = {}
    for table in tables:
        if me in table:
            for who, took in table.items():
                if who != me:
                    found[who] = found.get(who, Against()).with_table(table[me], took)
    return found


def longest_run(places: Iterable[int]) -> int:
    """So many first places one after the other; a shared one counts."""
    best = run = 0
    for place in places:
        run = run + 1 if place == 1 else 0
        best = max(best, run)
    return best
