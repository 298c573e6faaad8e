"""Counting in one process: cheap enough for every request, read only when somebody asks.

Knows nothing of where the numbers go. At most one label each: more is for a database.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from threading import Lock

Labels = dict[str, str]
PREFIX = "triomphe_"


@dataclass(frozen=True)
class Sample:
    """One line: what comes after the family's name, the labels, the number."""

    suffix: str
    labels: Labels
    value: float


@dataclass(frozen=True)
class Family:
    name: str
    kind: str
    help: str
    samples: list[Sample] = field(default_factory=list)


class Counter:
    def __init__(self, name: str, help_: str, label: str = "") -> None:
        self.name, self.help, self.label = name, help_, label
        self._values: dict[str, float] = {} if label else {"": 0.0}
        self._lock = Lock()

    def add(self, amount: float = 1.0, of: str = "") -> None:
        with self._lock:
            self._values[of] = self._values.get(of, 0.0) + amount

    def family(self) -> Family:
        with self._lock:
            values = list(self._values.items())
        return Family(
            self.name,
            "counter",
            self.help,
            [Sample("_total", {self.label: of} if of else {}, value) for of, value in values],
        )


class Histogram:
    """How often something took up to so many seconds."""

    def __init__(self, name: str, help_: str, bounds: Sequence[float], label: str = "") -> None:
        self.name, self.help, self.label, self._bounds = name, help_, label, tuple(bounds)
        self._rows: dict[str, list[float]] = {}
        self._lock = Lock()
        if not label:
            self._row("")

    def observe(self, seconds: float, of: str = "") -> None:
        row = self._rows.get(of) or self._row(of)
        with self._lock:
            row[bisect_left(self._bounds, seconds)] += 1
            row[-1] += seconds

    def family(self) -> Family:
        with self._lock:
            rows = {of: list(row) for of, row in self._rows.items()}
        return Family(
            self.name,
            "histogram",
            self.help,
            [each for of, row in rows.items() for each in self._samples({self.label: of} if of else {}, row)],
        )

    def _row(self, of: str) -> list[float]:
        with self._lock:  # a number for each bound, one for what is beyond the last, and the sum
            return self._rows.setdefault(of, [0.0] * (len(self._bounds) + 2))

    def _samples(self, labels: Labels, row: list[float]) -> Iterator[Sample]:
        upto = 0.0
        for bound, number in zip((*map(repr, self._bounds), "+Inf"), row, strict=False):
            upto += number
            yield Sample("_bucket", labels | {"le": bound}, upto)
        yield Sample("_sum", labels, row[-1])
        yield Sample("_count", labels, upto)


@dataclass
class Reading:
    """A number that somebody else keeps, and that is asked for when it is wanted."""

    name: str
    help: str
    kind: str = "gauge"
    read: Callable[[], float] = lambda: 0.0

    def family(self) -> Family:
        return Family(
            self.name,
            self.kind,
            self.help,
            [Sample("_total" if self.kind == "counter" else "", {}, float(self.read()))],
        )
