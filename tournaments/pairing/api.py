"""What goes into a pairing and what comes out, in plain data. Every system has this one shape.

Knows no database, no language and no system. Ids are text: the record's own, or an entrant's number written out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

SMALLEST_TABLE = 2
LARGEST_TABLE = 6

COSTS = ("out", "sizes", "repeats", "apart", "spread", "club", "seats")
"""In the order in which they are minimised, each before the next."""


@dataclass(frozen=True, slots=True)
class Contender:
    """Somebody to be seated, with what they have behind them."""

    id: str
    points: float = 0.0
    club: str = ""
    sat_out: int = 0
    short: int = 0
    """Rounds at a table that was not of the preferred size."""
    seats: tuple[int, ...] = (0,) * LARGEST_TABLE
    """How often in the first, second … seat."""


@dataclass(frozen=True, slots=True)
class Seating:
    """One table of a round: its number and who sits there, first seat first."""

    number: int
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A table of an earlier round of the same stage, with how it ended."""

    number: int
    seats: tuple[str, ...]
    places: Mapping[str, int] = field(default_factory=dict)
    """1 is the best; equals share a place. Empty where the match was never finished."""


@dataclass(frozen=True, slots=True)
class PastRound:
    """An earlier round of the same stage."""

    tables: tuple[Played, ...]
    out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """A round to be paired. Contenders stand in standings order, those of this round alone."""

    contenders: tuple[Contender, ...]
    prefer: int
    allow: frozenset[int]
    seed: int = 0
    seconds: float | None = None
    """Without it a fixed amount of work is done, the same on any machine; with it alone, as much as it allows."""
    met: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """How often two have shared a table, under their ids in ascending order."""
    apart: frozenset[tuple[str, str]] = frozenset()
    """Pairs to be kept apart, their ids in ascending order."""
    fixed: Mapping[str, int] = field(default_factory=dict)
    """Who must sit at which table."""

    round: int = 1
    """Counted from 1 within the stage."""
    rounds: int | None = None
    """Planned in the stage, where that is known: what is seated now must leave the rest possible."""
    seeding: tuple[str, ...] = ()
    """Everybody of the stage in the order in which they came into it, also who has left since."""
    past: tuple[PastRound, ...] = ()
    """The rounds of the stage so far."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The system's own options."""
    effort: float | None = None
    """Share of the fixed amount of work that is done at most. Beside ``seconds``, whichever is used up first ends it."""

    def meetings(self, one: str, other: str) -> int:
        return self.met.get(pair_key(one, other), 0)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is as it is: a stable code and what fills its sentence in. Words are made elsewhere."""

    code: str
    args: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who sits where, who sits out, what it cost, what is proved of that, and why."""

    tables: tuple[Seating, ...]
    out: tuple[str, ...]
    cost: Mapping[str, float]
    bound: Mapping[str, float] = field(default_factory=dict)
    """Proved lower bounds, never a hope."""
    proven: bool = False
    """Every cost up to the spread equals its bound."""
    why: Mapping[str, tuple[Reason, ...]] = field(default_factory=dict)
    """For each of them, also who sits out."""

    @property
    def everybody(self) -> set[str]:
        return {each for table in self.tables for each in table.seats} | set(self.out)


class Watch(Protocol):
    """Looks on while a pairing is searched for."""

    def progress(self, done: float, cost: Mapping[str, float]) -> None:
        """How far it is, 0 to 1, and the best found so far."""

    def cancelled(self) -> bool:
        """Whether to stop now with the best so far."""


class System(Protocol):
    """A way of making rounds, found under the entry-point group ``triomphe.pairing``."""

    key: str
    name: str
    """In English, marked for translation."""
    about: str
    """One sentence that says for whom it is. One that cannot make tables of every size has them in ``sizes``."""

    def rounds(self, people: int, prefer: int, options: Mapping[str, Any]) -> int | None:
        """How many rounds the system takes, where that is not the organiser's choice."""

    def pair(self, request: Request, watch: Watch | None = None) -> Pairing:
        """The request's round. Raises ``CannotPair``."""


class CannotPair(Exception):
    """No seating is possible; the code says why."""

    def __init__(self, code: str, **args: Any) -> None:
        super().__init__(code)
        self.code = code
        self.args_ = args


def pair_key(one: str, other: str) -> tuple[str, str]:
    """Two people in the order in which pairs are written."""
    return (one, other) if one < other else (other, one)
