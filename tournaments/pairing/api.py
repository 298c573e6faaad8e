"""What goes into a pairing and what comes out, in plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

SMALLEST_TABLE = 2
LARGEST_TABLE = 6


@dataclass(frozen=True, slots=True)
class Contender:
    """Somebody to be seated, with what they have behind them."""

    id: int
    points: float = 0.0
    sat_out: int = 0
    short: int = 0
    """Rounds at a table that was not of the preferred size."""
    seats: tuple[int, ...] = (0,) * LARGEST_TABLE
    """How often in the first, second … seat."""


@dataclass(frozen=True, slots=True)
class Request:
    """A round to be paired. Contenders stand in standings order."""

    contenders: tuple[Contender, ...]
    prefer: int
    allow: frozenset[int]
    seed: int
    met: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """How often two have shared a table, under their ids in ascending order."""

    def meetings(self, one: int, other: int) -> int:
        return self.met.get((one, other) if one < other else (other, one), 0)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who sits where: table by table, seat by seat; who sits out; and what it cost."""

    tables: tuple[tuple[int, ...], ...]
    out: tuple[int, ...]
    cost: Mapping[str, float]

    @property
    def everybody(self) -> set[int]:
        return {each for group in (*self.tables, self.out) for each in group}


class CannotPair(Exception):
    """No seating is possible; the code says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
