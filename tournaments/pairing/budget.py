"""How long a search may go on: until a moment, or for a fixed amount of work or a share of that; and who looks on.

Without a time limit nothing here looks at a clock, so the work done is the same on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic

from tournaments.pairing.api import Watch

REPORT_EVERY = 0.1
"""Seconds between two reports to whoever looks on."""


class Budget:
    def __init__(
        self, seconds: float | None, watch: Watch | None = None, effort: float | None = None
    ) -> None:
        self.seconds = seconds
        self.effort = 1.0 if seconds is None and effort is None else effort
        self.watch = watch
        self.began = monotonic()
        self.stopped = False
        self._reported = 0.0

    @property
    def timed(self) -> bool:
        return self.seconds is not None

    @property
    def endless(self) -> bool:
        """Whether nothing but the clock ends it."""
        return self.effort is None

    def work(self, amount: int) -> int:
        """The share of this amount of work that is wanted."""
        return amount if self.effort is None else max(1, round(amount * self.effort))

    def left(self) -> float:
        """Seconds left; endless without a limit."""
        return float("inf") if self.seconds is None else self.seconds - (monotonic() - self.began)

    def over(self, share: float = 1.0) -> bool:
        """Whether this share of the time is used up, or somebody said stop."""
        if self.stopped:
            return True
        return self.seconds is not None and monotonic() - self.began >= self.seconds * share

    def report(self, done: float, cost: Callable[[], Mapping[str, float]]) -> bool:
        """Tell whoever looks on, now and then. Says whether to go on."""
        if self.watch is None or monotonic() - self._reported < REPORT_EVERY:
            return not self.stopped
        self._reported = monotonic()
        if self.seconds is not None:
            done = max(done, (self._reported - self.began) / self.seconds)
        self.watch.progress(min(1.0, done), cost())
        self.stopped = self.stopped or self.watch.cancelled()
        return not self.stopped
