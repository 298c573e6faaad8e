"""Whole random tournaments, paired round by round by somebody else and checked each time.

Exchanges records only: a request goes out, a pairing comes back. Everything that happens at tournaments
happens here: mixed sizes, late entries, withdrawals, a round missed, clubs, people kept apart, fixed tables; few
points and many, small fields and now and then a large one, and some in which nothing happens at all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Any

from tournaments.checking.checker import check
from tournaments.checking.faults import Fault

Record = dict[str, Any]
Pair = Callable[[Record], Record]

CLUBS = ("", "", "Hattem", "Bueil", "Żółw", "São")
LARGEST = 6
LARGE_FIELDS = 0.01
QUIET = 0.1
"""Tournaments in which everybody stays and the number of rounds is known."""
FINE_POINTS = 0.2
"""Tournaments in which points are summed up from deals."""


@dataclass(frozen=True, slots=True)
class Checked:
    """One round of a random tournament."""

    round: int
    request: Record
    pairing: Record
    faults: tuple[Fault, ...]


@dataclass(slots=True)
class Guest:
    """Somebody at a random tournament, with what a tournament remembers of them."""

    id: str
    club: str
    points: float = 0
    sat_out: int = 0
    short: int = 0
    seats: list[int] = field(default_factory=lambda: [0] * LARGEST)
    here: bool = True

    def record(self) -> Record:
        full = {"id": self.id, "points": self.points, "club": self.club, "sat_out": self.sat_out}
        full |= {"short": self.short, "seats": list(self.seats)}
        return {name: value for name, value in full.items() if value not in ("", 0) or name == "id"}


class RandomTournament:
    """The same by the same number and seed."""

    def __init__(
        self,
        number: int,
        seed: int,
        system: str = "swiss",
        limits: Mapping[str, float] = MappingProxyType({}),
    ) -> None:
        """``limits`` go into every request as they are: ``seconds`` or ``effort``."""
        self.random = Random(f"tournament {number} of {seed}")  # noqa: S311 - repeatable is what is wanted here
        self.system, self.limits = system, limits
        self.quiet = self.random.random() < QUIET
        self.fine = self.random.random() < FINE_POINTS
        self.prefer = self.random.randint(2, LARGEST)
        near = {each for each in (self.prefer - 1, self.prefer + 1) if 2 <= each <= LARGEST}
        more = self.random.choice([set(), near, near, {self.random.choice(sorted(near))}])
        self.allow = sorted({self.prefer, *more})
        if self.random.random() < 0.1:  # with gaps, perhaps without the preferred size itself
            self.allow = sorted(self.random.sample(range(2, LARGEST + 1), self.random.randint(1, 3)))
        self.guests: list[Guest] = []
        self.met: dict[tuple[str, str], int] = {}
        for _ in range(self._people()):
            self._comes()
        ids = [guest.id for guest in self.guests]
        pairs = 0 if self.quiet else self.random.randint(0, 3)
        apart = [sorted(self.random.sample(ids, 2)) for _ in range(pairs)]
        self.apart = [list(each) for each in sorted(set(map(tuple, apart)))]
        self.rounds = self.random.randint(1, 7)

    def play(self, pair: Pair) -> Iterator[Checked]:
        """Every round, paired and checked; played on only while there is nothing wrong."""
        for number in range(1, self.rounds + 1):
            self._people_move()
            request = self._request(number)
            pairing = pair(request)
            faults = tuple(check(request, pairing))
            yield Checked(number, request, pairing, faults)
            if faults or "error" in pairing:
                return
            self._remember(pairing)

    def _people(self) -> int:
        if self.quiet:
            return self.prefer * self.random.randint(3, 8)
        if self.random.random() < LARGE_FIELDS:
            return self.random.randint(41, 240)
        return self.random.choice([self.random.randint(2, 14), self.random.randint(2, 40)])

    def _comes(self, points: float = 0) -> None:
        self.guests.append(Guest(f"g{len(self.guests) + 1}", self.random.choice(CLUBS), points))

    def _people_move(self) -> None:
        if self.quiet:
            return
        if self.random.random() < 0.2:
            self._comes(self.random.choice([0, 0, 1.5]))
        for guest in self.guests:
            if self.random.random() < (0.03 if guest.here else 0.3):
                guest.here = not guest.here

    def _request(self, number: int) -> Record:
        there = sorted(
            (guest for guest in self.guests if guest.here), key=lambda guest: (-guest.points, guest.id)
        )
        ids = {guest.id for guest in there}
        request: Record = {
            "format": "pairing-request/1",
            "system": self.system,
            "sizes": {"prefer": self.prefer, "allow": self.allow},
            "seed": self.random.getrandbits(32),
            "players": [guest.record() for guest in there],
            "met": [[*pair, times] for pair, times in sorted(self.met.items()) if ids.issuperset(pair)],
            "apart": [pair for pair in self.apart if ids.issuperset(pair)],
            "fixed": self._fixed(sorted(ids)),
        }
        if self.quiet:
            request |= {"round": number, "rounds": self.rounds}
        return {**request, **self.limits}

    def _fixed(self, ids: list[str]) -> dict[str, int]:
        """A few of them, never so many that the tables could not hold them."""
        tables = len(ids) // max(self.allow)
        if self.quiet or tables < 1 or self.random.random() < 0.7:
            return {}
        who = self.random.sample(ids, self.random.randint(1, 2))
        return {each: self.random.randint(1, tables) for each in who}

    def _remember(self, pairing: Record) -> None:
        guest = {each.id: each for each in self.guests}
        for each in pairing["out"]:
            guest[each].sat_out += 1
        for table in pairing["tables"]:
            order = self.random.sample(table["seats"], len(table["seats"]))
            for place, each in enumerate(order):
                guest[each].points += self._won(len(order) - place)
                guest[each].short += len(order) != self.prefer
                guest[each].seats[table["seats"].index(each)] += 1
                for other in order[:place]:
                    pair = (each, other) if each < other else (other, each)
                    self.met[pair] = self.met.get(pair, 0) + 1

    def _won(self, behind: int) -> float:
        if self.fine:
            return 100 * behind + self.random.randint(-250, 99) + self.random.choice([0, 0, 0.1, 0.25])
        return behind * self.random.choice([1, 1, 0.5])


def same(one: Record, other: Record) -> bool:
    """Whether two answers are the same, to the letter."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
