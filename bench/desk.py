"""The judge's desk under load: forty tables at the pace of play, forty as fast as they can, a very long match."""

import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.house import ROOT, data_folder, python
from bench.row import Row, percentile, tell
from tests.hall import Hall
from tests.load.judge import Judge
from tests.load.phone import Phone
from tests.services import own_services

TABLES = 40
PACE = 3.0
"""Seconds between two entries at a table."""
SPECTATORS = 500
PLAY_SECONDS = 30.0
RUSH_SECONDS = 10.0
EARLY, LATE = 20, 2_000
UNLIMITED = {"REQUESTS_PER_SECOND": "0", "LINK_REQUESTS_PER_SECOND": "0", "STREAMS_PER_ADDRESS": "0"}
"""All who are measured have one address."""


@dataclass(frozen=True)
class Measured:
    waits: list[float]
    again: int
    seconds: float

    @property
    def p99(self) -> float:
        return percentile(self.waits, 99) * 1000

    @property
    def rate(self) -> float:
        return len(self.waits) / self.seconds


def rows() -> Iterable[Row]:
    yield from pace()
    yield rush("SQLite")
    yield rush("PostgreSQL")
    yield long_match()


def pace() -> Iterator[Row]:
    """One event a table every three seconds, first with nobody watching, then with everybody."""
    with hall() as running:
        told = prepared(running)
        alone = score(running.port, told, PLAY_SECONDS, at_pace)
        tell(f"nobody watching: p99 {alone.p99:.0f} ms of {len(alone.waits)}")
        told = prepared(running)
        with watched(running.port, told) as seen:
            measured = score(running.port, told, PLAY_SECONDS, at_pace)
        tell(f"{SPECTATORS} watching: p99 {measured.p99:.0f} ms of {len(measured.waits)}; they saw {seen}")
    yield Row(
        f"append over HTTP, {TABLES} tables at the pace of play, {SPECTATORS} watching, p99",
        f"{measured.p99:.0f} ms, {measured.again + seen['lost']} errors",
        f"nobody watching {alone.p99:.0f} ms",
        f"{measured.p99 / alone.p99:.1f}",
        "≤ 150 ms, 0 errors",
        measured.p99 <= 150 and measured.again == 0 and seen["lost"] == 0 and seen["messages"] > SPECTATORS,
    )


def rush(database: str) -> Row:
    """Everybody as fast as they can; beside it, the same phones asking whether there is anything new."""
    with ExitStack() as stack:
        variables = stack.enter_context(own_services("redis")) if database == "PostgreSQL" else {}
        running = stack.enter_context(hall("--web", "2", **variables))
        told = prepared(running)
        asking = score(running.port, told, RUSH_SECONDS, ask_only)
        measured = score(running.port, told, RUSH_SECONDS, as_fast_as_possible)
    tell(f"{database}: {measured.rate:.0f} events/s, asking {asking.rate:.0f}/s")
    return Row(
        f"events/s over HTTP, saturated, two web processes, {database}",
        f"{measured.rate:.0f}/s, {measured.again} errors",
        f"asking only {asking.rate:.0f}/s",
        f"{measured.rate / asking.rate:.2f}",
        "≥ 150/s",
        measured.rate >= 150 and measured.again == 0,
    )


def long_match() -> Row:
    with data_folder() as data:
        output = python("-m", "bench.parts.long_match", str(EARLY), str(LATE), data=data).communicate()[0]
    early, late = (statistics.median(taken) * 1000 for taken in json.loads(output))
    return Row(
        f"cost of a match's {LATE}th event",
        f"{late:.2f} ms",
        f"its {EARLY}th {early:.2f} ms",
        f"{late / early:.2f}",
        "≤ 1.5",
        late / early <= 1.5,
    )


# -- in detail -----------------------------------------------------------------------------------

Play = Callable[[Judge, float, list[float]], None]


@contextmanager
def hall(*arguments: str, **variables: str) -> Iterator[Hall]:
    """The whole program; on the disk of the program, not in a folder kept in memory."""
    (ROOT / "var").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=ROOT / "var") as folder:
        running = Hall(Path(folder), UNLIMITED | variables, arguments)
        try:
            yield running.wait_until_up()
        finally:
            running.stop()


def prepared(running: Hall) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(running.run("-m", "tests.load.prepare", str(TABLES)))
    return told


@contextmanager
def watched(port: int, told: dict[str, Any]) -> Iterator[dict[str, int]]:
    """While half of the people watch the standings and the others a table each."""
    paths = [path for table in told["tables"] for path in (told["home"], table["page"])]
    command = [sys.executable, "-m", "bench.parts.spectators", str(port), str(SPECTATORS), *paths]
    people = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    seen: dict[str, int] = {}
    assert people.stdout
    people.stdout.readline()
    yield seen
    seen |= json.loads(people.communicate()[0])


def score(port: int, told: dict[str, Any], seconds: float, play: Play) -> Measured:
    """All tables at once; how long each entry took."""
    waits: list[float] = []
    judges = [Judge(Phone(port), **table) for table in told["tables"]]

    def run(judge: Judge) -> None:
        with closing(judge.phone):
            play(judge, end, waits)

    for judge in judges:
        judge.come_in()
    end = time.monotonic() + seconds
    with ThreadPoolExecutor(len(judges)) as pool:
        list(pool.map(run, judges))
    return Measured(waits, sum(judge.again for judge in judges), seconds)


def at_pace(judge: Judge, end: float, waits: list[float]) -> None:
    time.sleep(random.uniform(0, PACE))  # noqa: S311 - not all in step
    while time.monotonic() < end:
        taken = timed(judge.enter_next)
        waits.append(taken)
        time.sleep(max(0.0, PACE - taken))


def as_fast_as_possible(judge: Judge, end: float, waits: list[float]) -> None:
    while time.monotonic() < end:
        waits.append(timed(judge.enter_next))


def ask_only(judge: Judge, end: float, waits: list[float]) -> None:
    """The cheapest answer that Django gives here: that there is nothing new."""
    path = f"{judge.page}?seen={judge.phone.headers['live-version']}"
    while time.monotonic() < end:
        waits.append(timed(lambda: judge.phone.get(path, **{"HX-Request": "true"})))


def timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
