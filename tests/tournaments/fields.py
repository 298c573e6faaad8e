"""Made-up tournaments for pairing: who is how strong, who has met whom, and the request for the next round.

The rounds before are paired in a hurry, so that a field of a thousand is ready in a second.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random

from tournaments.pairing import swiss
from tournaments.pairing.api import Contender, Pairing, PastRound, Played, Request, Watch
from tournaments.pairing.budget import Budget
from tournaments.pairing.chairs import seat
from tournaments.pairing.chance import Chance
from tournaments.pairing.field import settled
from tournaments.pairing.improve import Improvement
from tournaments.pairing.local_search import LocalSearch
from tournaments.pairing.problem import Problem
from tournaments.pairing.twos import pair_twos

Pair = Callable[[Request], Sequence[Sequence[str]]]


@dataclass
class Tournament:
    people: int
    size: int
    seed: int
    fine: bool = False
    """Whether points are many and odd, as when deals are summed up, or few and round, as for places."""
    allow: frozenset[int] = frozenset()
    rounds: int | None = None
    points: dict[str, float] = field(default_factory=dict)
    met: Counter[tuple[str, str]] = field(default_factory=Counter)
    seats: dict[str, list[int]] = field(default_factory=dict)
    short: Counter[str] = field(default_factory=Counter)
    sat_out: Counter[str] = field(default_factory=Counter)
    past: list[PastRound] = field(default_factory=list)
    wins: list[dict[str, bool]] = field(default_factory=list)
    """Round by round, who came in first."""

    def __post_init__(self) -> None:
        self.random = Random(self.seed)  # noqa: S311 - a made-up past, no secret
        ids = [f"{number:04}" for number in range(self.people)]
        self.strength = {each: self.random.gauss(0, 1) for each in ids}
        self.points = dict.fromkeys(ids, 0)
        self.seats = {each: [0] * 6 for each in ids}
        self.allow = self.allow or frozenset({self.size})

    def request(self, seconds: float | None = None) -> Request:
        order = sorted(self.points, key=lambda each: (-self.points[each], each))
        return Request(
            contenders=tuple(
                Contender(
                    id=each,
                    points=self.points[each],
                    seats=tuple(self.seats[each]),
                    short=self.short[each],
                    sat_out=self.sat_out[each],
                )
                for each in order
            ),
            prefer=self.size,
            allow=self.allow,
            seed=self.seed * 100 + len(self.past),
            seconds=seconds,
            met=dict(self.met),
            round=len(self.past) + 1,
            rounds=self.rounds,
            past=tuple(self.past),
        )

    def play(self, tables: Sequence[Sequence[str]]) -> None:
        """Everybody plays at their table; the stronger win more often."""
        here = {each for table in tables for each in table}
        out = [each for each in self.points if each not in here]
        self.sat_out.update(out)
        self.wins.append({})
        for table in tables:
            self.met.update(combinations(sorted(table), 2))
            if len(table) != self.size:
                self.short.update(table)
            for chair, each in enumerate(table):
                self.seats[each][chair] += 1
            ranked = sorted(table, key=lambda each: -(self.strength[each] + self.random.gauss(0, 1)))
            for place, each in enumerate(ranked):
                behind = len(table) - 1 - place
                self.wins[-1][each] = place == 0
                self.points[each] += self.random.randint(20, 100) + 60 * behind if self.fine else behind
        played = tuple(Played(number, tuple(table)) for number, table in enumerate(tables, start=1))
        self.past.append(PastRound(played, tuple(out)))

    def play_rounds(self, rounds: int, pair: Pair | None = None) -> Tournament:
        for _ in range(rounds):
            self.play((pair or in_a_hurry)(self.request()))
        return self


def in_a_hurry(request: Request) -> list[list[str]]:
    """Hardly searched: enough for a past that looks like one."""
    made = Problem(settled(request))
    chance, budget = Chance(request.seed), Budget(None)
    if set(made.sizes) == {2}:
        tables = [list(pair) for pair in pair_twos(made, chance, budget)[0]]
    else:
        search = LocalSearch(made, chance)
        going = Improvement(search, budget, lambda _tables: False, dict)
        going.begin()
        going.go_on(30, 1.0, most=30)
        tables = search.seating()
    seats = [seat([made.playing[each] for each in table], made.prefer, chance)[0] for table in tables]
    return [[each.id for each in table] for table in seats]


def seated(pairing: Pairing) -> list[tuple[str, ...]]:
    return [table.seats for table in pairing.tables]


def as_now(request: Request) -> list[tuple[str, ...]]:
    """Paired as the product does it."""
    return seated(swiss.pair(request))


def blind(request: Request) -> list[tuple[str, ...]]:
    """Paired with no thought for later rounds."""
    return seated(swiss.pair(replace(request, rounds=None)))


class Looking(Watch):
    """Remembers what it was told; says stop after so many reports."""

    def __init__(self, stop_after: int | None = None) -> None:
        self.reports: list[float] = []
        self.stop_after = stop_after

    def progress(self, done: float, cost: object) -> None:
        self.reports.append(done)

    def cancelled(self) -> bool:
        return self.stop_after is not None and len(self.reports) >= self.stop_after
