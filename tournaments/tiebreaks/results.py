"""What the standings are computed from, in plain data: tables that have ended, and who had none.

Knows nothing of how it is stored. Entrants are their start numbers, so that anybody can compute it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.tiebreaks.placing import Scheme

Made = Mapping[str, tuple[int, int]]
"""For each reason of a score line: how many lines, and their points."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """One finished table: each entrant's place and points there, and what they did where that was followed."""

    round: int
    prefer: int
    """The table size that was wanted in that round."""
    places: Mapping[int, int]
    totals: Mapping[int, int]
    made: Mapping[int, Made] = field(default_factory=dict)
    deals_won: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoundOf:
    """A round that everybody knows of, whether or not its tables have ended."""

    number: int
    prefer: int
    seated: frozenset[int]
    """At a table, ended or not."""
    out: frozenset[int] = frozenset()
    """Sat out by lot. Who is in neither was absent."""


@dataclass(frozen=True, slots=True)
class Fine:
    """A penalty that stands, as far as points and the count of them go."""

    entrant: int
    round: int
    """From which running scores count it."""
    placing: Fraction = Fraction(0)
    """Placing points taken off."""
    points: int = 0
    """Match points taken off."""


@dataclass(frozen=True, slots=True)
class Story:
    """All that has happened so far."""

    entrants: tuple[int, ...]
    tables: tuple[TableResult, ...]
    rounds: tuple[RoundOf, ...] = ()
    scheme: Scheme = field(default_factory=Scheme)
    head_start: Mapping[int, Fraction] = field(default_factory=dict)
    """Points that the organiser gave to late entries."""
    joined: Mapping[int, int] = field(default_factory=dict)
    """The round in which they came; without it, the first."""
    seed: int = 0
    """Of the lots."""
    fines: tuple[Fine, ...] = ()
    """Warnings and points that the organiser took off, those taken back left out."""
