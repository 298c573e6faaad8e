"""The planner's comparison as a page shows it: only ways that pairing would really seat people in.

Knows languages; the arithmetic is ``tournaments.pairing.planner``'s.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from django.utils.translation import gettext as _

from rules.registry import registry
from tournaments.models import Stage, Tournament
from tournaments.pairing import planner, sizes
from tournaments.pairing.api import LARGEST_TABLE, SMALLEST_TABLE, CannotPair
from tournaments.pairing.words import refusal

MOST_SHOWN = 8


@dataclass(frozen=True, slots=True)
class SplitView:
    """One way to seat everybody, in words."""

    split: planner.Split
    tables: str
    """Such as “3 × 4 + 2 × 3”."""
    length: str
    recommended: bool
    chosen: bool

    @property
    def sends(self) -> str:
        return " ".join(map(str, self.split.sizes))


@dataclass(frozen=True, slots=True)
class Comparison:
    splits: list[SplitView]
    problem: str = ""


def sizes_of_rules(tournament: Tournament) -> list[int]:
    """The table sizes that the tournament's rules seat."""
    engine = registry().engines.get(tournament.rules_key)
    every = range(SMALLEST_TABLE, LARGEST_TABLE + 1)
    return [size for size in every if engine is None or size in engine.seats]


def compare(stage: Stage, people: int, allow: Iterable[int], rounds: int) -> Comparison:
    """The ways to seat so many, the best first and recommended; or why there is none."""
    try:
        found = planner.plan(people, frozenset(allow), rounds)
    except CannotPair as error:
        return Comparison([], refusal(error, _))
    made = cache(lambda prefer, allowed: _made(people, prefer, allowed))
    possible = [
        split for split in found if made(usual_size(split.sizes), frozenset(split.sizes)) == split.sizes
    ][:MOST_SHOWN]
    now = frozenset(stage.allow)
    return Comparison(
        [
            SplitView(
                split=split,
                tables=in_words(split.sizes),
                length=as_hours(split.minutes),
                recommended=at == 0,
                chosen=now == frozenset(split.sizes) and stage.table_size == usual_size(split.sizes),
            )
            for at, split in enumerate(possible)
        ]
    )


def usual_size(tables: tuple[int, ...]) -> int:
    """The size that stands there most often; of two that do, the larger."""
    return max(set(tables), key=lambda size: (tables.count(size), size))


def _made(people: int, prefer: int, allow: frozenset[int]) -> tuple[int, ...]:
    """The tables that pairing makes of so many, once these sizes are chosen."""
    try:
        return sizes.split(people, prefer, allow)
    except CannotPair:
        return ()


def in_words(tables: Iterable[int]) -> str:
    return " + ".join(f"{len(list(same))} × {size}" for size, same in groupby(tables))


def as_hours(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    if not hours:
        return _("%(minutes)s min") % {"minutes": rest}
    return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": f"{rest:02}"}
