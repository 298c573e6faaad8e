"""Does things to a set-up, at random moments of a seeded kind: after so many entries, or when it has been quiet."""

import random
import time
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from threading import Event, Thread

from tests.chaos.setups import KINDS, Fault, Setup

QUIET_SECONDS = 4.0
"""Without an entry for so long something is done all the same: to a round that is being paired, or to a recovery."""
PATIENCE_SECONDS = 45.0
"""But only once: without an entry after that either, whatever is under way is left alone for so long."""
LASTS = (0.3, 3.0)
LOOK_SECONDS = 0.005
EVENLY = 4
"""How often a kill is drawn for each pause and each full disk."""


@dataclass
class Struck:
    fault: Fault
    at: float
    ended_at: float = 0.0


class Trouble:
    def __init__(
        self,
        setup: Setup,
        seed: int,
        every: int,
        acknowledged: Callable[[], int],
        tell: Callable[[str], None],
        kinds: Container[str] = KINDS,
    ) -> None:
        """``every``: so many entries lie between two strikes, on average."""
        self._faults = [fault for fault in setup.faults() if fault.kind in kinds]
        self._every, self._acknowledged, self._tell = every, acknowledged, tell
        self._chance = random.Random(seed)  # noqa: S311 - repeatable is what is wanted here
        self.struck: list[Struck] = []
        self._quiet_at = -1
        """After how many entries something was done because it was quiet."""
        self.problem: BaseException | None = None
        self._enough = Event()
        self._thread = Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """No more; what lasts is ended first."""
        self._enough.set()
        self._thread.join()
        if self.problem is not None:
            raise self.problem

    def count(self, kind: str) -> int:
        return sum(each.fault.kind == kind for each in self.struck)

    def _run(self) -> None:
        try:
            for fault in self._drawn():
                if not self._wait():
                    return
                self._strike(fault)
        except BaseException as problem:  # told by whoever waits for this thread
            self.problem = problem

    def _drawn(self) -> Iterator[Fault]:
        """Everything once before anything twice, in an order of chance."""
        while True:
            bag = [each for each in self._faults for _ in range(EVENLY if each.kind == "kill" else 1)]
            self._chance.shuffle(bag)
            yield from bag

    def _wait(self) -> bool:
        """Until it is time for the next; False when there is to be none."""
        goal = self._acknowledged() + self._chance.randint(1, 2 * self._every - 1)
        since, before = time.monotonic(), self._acknowledged()
        while not self._enough.wait(LOOK_SECONDS):
            now = self._acknowledged()
            if now != before:
                since, before = time.monotonic(), now
            quiet = PATIENCE_SECONDS if now == self._quiet_at else QUIET_SECONDS
            if time.monotonic() - since > quiet:
                self._quiet_at = now
                return True
            if now >= goal:
                return True
        return False

    def _strike(self, fault: Fault) -> None:
        struck = Struck(fault, time.monotonic())
        fault.strike()
        if fault.kind != "kill":
            self._enough.wait(self._chance.uniform(*LASTS))
            fault.end()
        struck.ended_at = time.monotonic()
        self.struck.append(struck)
        self._tell(f"{fault.kind} {fault.name}")
