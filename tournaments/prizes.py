"""Who wins what: a list of prizes over the final order. Pure: no database, no language.

A line of the list goes to the first so many of a category, or of everybody. Who shares a rank shares the prize. Where
one person wins one prize only, the first line that applies to them is the one they win by.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True, slots=True)
class Contestant:
    """Somebody who can win something, as the standings have them."""

    id: int
    rank: int
    categories: Collection[int] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the prize list. Without a category it is for everybody."""

    id: int
    first: int = 1
    category: int | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """One who wins by a line, and in which place of it; equals share a place."""

    line: int
    place: int
    winner: int
    shared: bool = False


def award(contestants: Sequence[Contestant], lines: Iterable[Line], *, once: bool) -> list[Award]:
    """All awards, line by line, each line's best first. A line for which nobody is left has none.

    ``once``: nobody wins twice. A tie at the last place of a line is not broken: all of them win.
    """
    awards: list[Award] = []
    won: set[int] = set()
    ordered = sorted(contestants, key=lambda each: each.rank)
    for line in lines:
        found = _winners(line, [each for each in ordered if _may_win(each, line) and each.id not in won])
        awards += found
        if once:
            won.update(each.winner for each in found)
    return awards


def _may_win(contestant: Contestant, line: Line) -> bool:
    return line.category is None or line.category in contestant.categories


def _winners(line: Line, there: Sequence[Contestant]) -> list[Award]:
    found: list[Award] = []
    for _rank, group in groupby(there, key=lambda each: each.rank):
        if len(found) >= line.first:
            break
        equals = list(group)
        place = len(found) + 1
        found += [Award(line.id, place, each.id, shared=len(equals) > 1) for each in equals]
    return found
