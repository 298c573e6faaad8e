"""Spectators cannot slow judges: how long an entry takes in a quiet hall and in one that is flooded."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from bench.desk import PLAY_SECONDS, TABLES, Measured, at_pace, hall, prepared, score
from bench.house import ROOT
from bench.row import Row, percentile, tell
from config.priority import step_back

STREAMS = 5_000
ASKING = 300
"""Fragments a second."""
WORST = 2.0
TURNS = 3


def rows() -> Iterable[Row]:
    yield flooded()


def flooded() -> Row:
    """Quiet and flooded by turns: what else the machine has to do is in both."""
    quiet, flood = Waits(), Waits()
    with hall() as running:
        for _ in range(TURNS):
            told = prepared(running)
            quiet.add(score(running.port, told, PLAY_SECONDS, at_pace))
            tell(f"quiet: p99 {quiet.last:.0f} ms, load {os.getloadavg()[0]:.1f}")
            told = prepared(running)
            with streams(running.port, told["home"]) as seen, asking(running.port, told["home"]) as asked:
                flood.add(score(running.port, told, PLAY_SECONDS, at_pace))
            flood.errors += asked["failed"] + seen["lost"]
            tell(
                f"flooded: p99 {flood.last:.0f} ms, load {os.getloadavg()[0]:.1f}; {len(seen['versions'])} versions told, "
                f"{seen['lost']} streams lost, {asked['answered']} fragments and {asked['failed']} refused"
            )
    return Row(
        f"an entry, {TABLES} tables at the pace of play, {STREAMS} streams and {ASKING} fragments a second, p99",
        f"{flood.p99:.0f} ms, {flood.errors} errors",
        f"nobody watching {quiet.p99:.0f} ms",
        f"{flood.p99 / quiet.p99:.1f}",
        f"≤ {WORST:.0f}, 0 errors",
        flood.p99 <= WORST * quiet.p99 and flood.errors == 0,
    )


# -- in detail -----------------------------------------------------------------------------------


class Waits:
    """Of all turns together."""

    def __init__(self) -> None:
        self._all: list[float] = []
        self.last, self.errors = 0.0, 0

    def add(self, measured: Measured) -> None:
        self._all += measured.waits
        self.last, self.errors = measured.p99, self.errors + measured.again

    @property
    def p99(self) -> float:
        return percentile(self._all, 99) * 1000


@contextmanager
def streams(port: int, path: str) -> Iterator[dict[str, Any]]:
    with beside("bench.parts.crowd", port, STREAMS, path) as told:
        yield told


@contextmanager
def asking(port: int, path: str) -> Iterator[dict[str, Any]]:
    with beside("bench.parts.polling", port, ASKING, path) as told:
        yield told


@contextmanager
def beside(module: str, *arguments: object) -> Iterator[dict[str, Any]]:
    """A program that says when it is ready, and what it saw when its input is closed.

    Those who watch have machines of their own: what their part costs here must not be taken from the judges' part.
    """
    people = subprocess.Popen(
        [sys.executable, "-m", module, *map(str, arguments)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=step_back,
    )
    assert people.stdout
    told: dict[str, Any] = {}
    try:
        people.stdout.readline()
        yield told
        told |= json.loads(people.communicate()[0])
    finally:
        people.kill()
        people.wait()
