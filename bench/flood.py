"""Spectators cannot slow judges: how long an entry takes in a quiet hall and in one that is flooded."""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from bench.desk import PLAY_SECONDS, TABLES, at_pace, hall, prepared, score
from bench.house import ROOT
from bench.row import Row, tell

STREAMS = 5_000
ASKING = 300
"""Fragments a second."""
WORST = 2.0


def rows() -> Iterable[Row]:
    yield flooded()


def flooded() -> Row:
    with hall() as running:
        told = prepared(running)
        quiet = score(running.port, told, PLAY_SECONDS, at_pace)
        tell(f"quiet: p99 {quiet.p99:.0f} ms of {len(quiet.waits)}")
        told = prepared(running)
        with streams(running.port, told["home"]) as seen, asking(running.port, told["home"]) as asked:
            flood = score(running.port, told, PLAY_SECONDS, at_pace)
        tell(
            f"flooded: p99 {flood.p99:.0f} ms of {len(flood.waits)}; {asked['answered']} fragments; {seen['lost']} streams lost"
        )
    return Row(
        f"an entry, {TABLES} tables at the pace of play, {STREAMS} streams and {ASKING} fragments a second, p99",
        f"{flood.p99:.0f} ms, {flood.again + asked['failed'] + seen['lost']} errors",
        f"nobody watching {quiet.p99:.0f} ms",
        f"{flood.p99 / quiet.p99:.1f}",
        f"≤ {WORST:.0f}, 0 errors",
        flood.p99 <= WORST * quiet.p99 and flood.again == 0 and asked["failed"] == 0 and seen["lost"] == 0,
    )


# -- in detail -----------------------------------------------------------------------------------


@contextmanager
def streams(port: int, path: str) -> Iterator[dict[str, int]]:
    with beside("bench.parts.crowd", port, STREAMS, path) as told:
        yield told


@contextmanager
def asking(port: int, path: str) -> Iterator[dict[str, int]]:
    with beside("bench.parts.polling", port, ASKING, path) as told:
        yield told


@contextmanager
def beside(module: str, *arguments: object) -> Iterator[dict[str, int]]:
    """A program that says when it is ready, and what it saw when its input is closed."""
    command = [sys.executable, "-m", module, *map(str, arguments)]
    people = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert people.stdout
    told: dict[str, int] = {}
    try:
        people.stdout.readline()
        yield told
        told |= json.loads(people.communicate()[0])
    finally:
        people.kill()
        people.wait()
