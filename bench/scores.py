"""SQLite score transactions with eight processes writing at once."""

import json
import statistics
from collections.abc import Iterable
from dataclasses import dataclass

from bench.house import data_folder, python
from bench.row import Row, percentile, tell

PROCESSES = 8
SECONDS = 4.0
ROUNDS = 3
LEAST_SHARE = 0.8
LONGEST_WAIT = 1.0


@dataclass(frozen=True)
class Result:
    waits: list[float]
    locked: int

    @property
    def rate(self) -> float:
        return (len(self.waits) - self.locked) / SECONDS

    def __str__(self) -> str:
        p99, longest = percentile(self.waits, 99) * 1000, max(self.waits) * 1000
        return f"{self.rate:.0f} tx/s, p99 {p99:.0f} ms, max {longest:.0f} ms, {self.locked} locked"


def measure(way: str, settings: str = "config.settings") -> Result:
    """All processes begin when the last is ready."""
    with data_folder() as data:
        writers = [
            python("-m", "bench.parts.score_writer", way, str(SECONDS), data=data, settings=settings)
            for _ in range(PROCESSES)
        ]
        for writer in writers:
            if writer.stdout:
                writer.stdout.readline()  # it is ready
        for writer in writers:
            if writer.stdin:
                writer.stdin.write("go\n")
                writer.stdin.flush()
        told = [json.loads(writer.communicate()[0]) for writer in writers]
    result = Result([wait for one in told for wait in one["waits"]], sum(one["locked"] for one in told))
    tell(f"{way} on {settings}: {result}")
    return result


def rows() -> Iterable[Row]:
    """Alternating, because the machine's speed changes while we measure."""
    ours, bare, queued, alone = [], [], [], []
    for _ in range(ROUNDS):
        ours.append(measure("service"))
        bare.append(measure("bare"))
        queued.append(measure("queued"))
        alone.append(measure("statements"))
    yield _row(ours, bare)
    yield Row(
        "the same beside bare sqlite3 that keeps the promises too: in turn, plain, not too long",
        f"{_rate(ours):.0f} tx/s",
        f"{_rate(queued):.0f} tx/s, max {_longest(queued) * 1000:.0f} ms",
        f"{_share(ours, queued):.2f}",
        "–",
    )
    yield Row(
        "what the database can do at most: the statements alone",
        f"{_rate(ours):.0f} tx/s",
        f"{_rate(alone):.0f} tx/s, max {_longest(alone) * 1000:.0f} ms",
        f"{_rate(ours) / _rate(alone):.2f}",
        "–",
    )


def _row(ours: list[Result], bare: list[Result]) -> Row:
    share = _share(ours, bare)
    locked = sum(result.locked for result in ours)
    return Row(
        f"scores, {PROCESSES} processes writing SQLite",
        f"{_rate(ours):.0f} tx/s, max {_longest(ours) * 1000:.0f} ms, {locked} locked",
        f"bare sqlite3 {_rate(bare):.0f} tx/s, max {_longest(bare) * 1000:.0f} ms",
        f"{share:.2f}",
        f"≥ {LEAST_SHARE}, max ≤ {LONGEST_WAIT:.0f} s, 0 locked",
        locked == 0 and _longest(ours) <= LONGEST_WAIT and share >= LEAST_SHARE,
    )


def _share(ours: list[Result], theirs: list[Result]) -> float:
    return statistics.median(a.rate / b.rate for a, b in zip(ours, theirs, strict=True))


def _rate(results: list[Result]) -> float:
    return statistics.median(result.rate for result in results)


def _longest(results: list[Result]) -> float:
    return max(max(result.waits) for result in results)
