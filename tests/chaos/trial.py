"""One trial: a tournament is played to its end in a set-up that is hurt, and then everything is compared."""

import json
import random
import time
from collections.abc import Callable, Container
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from tests.chaos.bots import BadLine, Organiser, play
from tests.chaos.report import Findings, compare
from tests.chaos.setups import KINDS, Setup, told
from tests.chaos.trouble import Trouble
from tests.load.crowd import Crowd
from tests.load.judge import Judge, ask_until_answered
from tests.load.phone import Phone

SETTLE_SECONDS = 120.0
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Size:
    tables: int
    rounds: int
    limit: int
    """Points at which a match ends."""
    spectators: int
    kills: int
    seconds: float
    """How long the entering shall take at least: judges think for so long."""


ENTRIES = {100: 27, 200: 54, 400: 135}
"""How many entries the bots' match to so many points has."""


@dataclass
class Trial:
    setup: Setup
    size: Size
    seed: int
    tell: Tell
    kinds: Container[str] = KINDS
    judges: list[Judge] = field(default_factory=list)
    crowds: list[Crowd] = field(default_factory=list)
    seen: list[dict[str, Any]] = field(default_factory=list)
    """The audit after each round: what was final then has to stay as it was."""

    def run(self) -> Findings:
        began = time.monotonic()
        size = self.size
        options = ["--people", "--limit", str(size.limit), "--rounds", str(size.rounds)]
        place = told(self.setup, "-m", "tests.load.prepare", str(size.tables), *options)
        chance = random.Random(self.seed)  # noqa: S311 - repeatable is what is wanted here
        entries = size.tables * size.rounds * ENTRIES[size.limit]
        trouble = Trouble(
            self.setup,
            self.seed,
            max(1, entries // size.kills),
            self._acknowledged,
            self._progress,
            self.kinds,
        )
        with closing(BadLine(self.setup.ports, chance)) as line:
            organiser = Organiser(line, place["home"], place["session"])
            trouble.start()
            try:
                for number in range(1, size.rounds + 1):
                    self._play_round(organiser, number, place, chance)
            finally:
                trouble.stop()
        settled = self._audit_when_settled()
        return compare(
            self.judges,
            self.crowds,
            trouble.struck,
            [*self.seen, settled],
            *self._views(place["home"]),
            seconds=time.monotonic() - began,
        )

    def _play_round(
        self, organiser: Organiser, number: int, place: dict[str, Any], chance: random.Random
    ) -> None:
        organiser.pair(number)
        self.tell(f"round {number} begins")
        pages = [
            f"{place['home']}rounds/{number}/tables/{table}/" for table in range(1, self.size.tables + 1)
        ]
        here = [
            Judge(
                BadLine(self.setup.ports, random.Random(chance.random())),  # noqa: S311
                card,
                page,
                (number, table),
                limit=self.size.limit,
            )
            for table, (card, page) in enumerate(zip(place["cards"], pages, strict=True), start=1)
        ]
        self.judges += here
        pause = self.size.seconds / (ENTRIES[self.size.limit] * self.size.rounds)
        enough = Event()
        with (
            Crowd(self.setup.ports, [place["home"], *pages], self.size.spectators) as crowd,
            ThreadPoolExecutor(len(here)) as pool,
        ):
            self.crowds.append(crowd)
            playing = [
                pool.submit(play, judge, lambda: chance.uniform(0, 2 * pause), enough) for judge in here
            ]
            try:
                for each in playing:
                    each.result()
            finally:
                enough.set()
            organiser.wait_until_over(number)
        self.seen.append(self._audit())

    def _audit(self) -> dict[str, Any]:
        """What there is. Between the rounds it may be hurt too, and is asked for again; what it finds is no reason to."""
        deadline = time.monotonic() + SETTLE_SECONDS
        while True:
            try:
                return told(self.setup, "-m", "tests.chaos.audit")
            except AssertionError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.5)

    def _audit_when_settled(self) -> dict[str, Any]:
        """What there is when nothing is due any more."""
        deadline = time.monotonic() + SETTLE_SECONDS
        while (found := self._audit())["due"] and time.monotonic() < deadline:
            time.sleep(0.2)
        return found

    def _views(self, home: str) -> tuple[dict[str, set[bytes]], dict[str, Any]]:
        """Every public page's live part as each process shows it, one that knows nothing yet among them."""
        pages = [home, *(f"{home}rounds/{number}/" for number in range(1, self.size.rounds + 1))]
        pages += [judge.page for judge in self.judges]
        paths = [f"/live/fragment?at={page}" for page in pages] + [f"{home}standings.json"]
        views: dict[str, set[bytes]] = {path: set() for path in paths}
        for port in (*self.setup.ports, None):
            with closing(Phone(self.setup.fresh_port() if port is None else port)) as phone:
                for path in paths:
                    ask_until_answered(lambda path=path: phone.get(path))  # type: ignore[misc]
                    views[path].add(_without_address(phone.body))
        standings: dict[str, Any] = json.loads(next(iter(views[f"{home}standings.json"])))
        return views, standings

    def _acknowledged(self) -> int:
        return sum(judge.version for judge in self.judges)

    def _progress(self, line: str) -> None:
        self.tell(f"{self._acknowledged()} entries, {line}")


def _without_address(body: bytes) -> bytes:
    """A page says in one place under which address it was asked for."""
    if not body.startswith(b"{"):
        return body
    told = json.loads(body)
    told.pop("url", None)
    return json.dumps(told, sort_keys=True).encode()
