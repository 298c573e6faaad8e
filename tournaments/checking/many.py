"""Many random tournaments, side by side in as many processes as are wanted, told in the order of their numbers.

Each tournament depends on its number and the seed alone, so that the outcome is the same whatever the number of
processes. Knows neither who pairs nor how anything is shown.
"""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

from tournaments.checking.chance import Checked, Pair, RandomTournament, Record, same
from tournaments.checking.faults import Fault

REPEATED_EACH = 25
"""One tournament in so many is paired with the whole effort, and twice: it has to come out the same."""
AT_ONCE = 2
"""Tournaments handed to a process at a time."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the tournaments have in common."""

    pair: Pair
    seed: int = 0
    system: str = "swiss"
    seconds: float | None = None
    effort: float = 1.0

    def limits(self, number: int) -> dict[str, float]:
        if number % REPEATED_EACH == 0:
            return {}
        return {"effort": self.effort} if self.seconds is None else {"seconds": self.seconds}


@dataclass(frozen=True, slots=True)
class Outcome:
    """A tournament that was played to its end, or to its first faulty round."""

    number: int
    rounds: int
    refused: int
    faulty: Checked | None


def cores() -> int:
    """How many processes can work at the same time here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def outcomes(
    plan: Plan, numbers: range, processes: int, ready: Callable[[], None] | None = None
) -> Generator[Outcome, None, None]:
    """Of each tournament, in order of their numbers. Every process begins with ``ready``."""
    work = partial(outcome, plan)
    if processes <= 1:
        yield from map(work, numbers)
        return
    with _workers(processes, ready) as pool:
        yield from pool.map(work, numbers, chunksize=AT_ONCE)


def outcome(plan: Plan, number: int) -> Outcome:
    rounds = refused = 0
    for checked in _rounds(plan, number):
        rounds, refused = checked.round, refused + ("error" in checked.pairing)
        if checked.faults:
            return Outcome(number, rounds, refused, checked)
    return Outcome(number, rounds, refused, None)


def _rounds(plan: Plan, number: int) -> Iterator[Checked]:
    tournament = RandomTournament(number, plan.seed, plan.system, plan.limits(number))
    pair = partial(_answer, plan.pair)
    for checked in tournament.play(pair):
        yield checked
        if number % REPEATED_EACH == 0 and not same(checked.pairing, pair(checked.request)):
            fault = Fault("not-the-same", "the same request with the same seed gave another pairing")
            yield Checked(checked.round, checked.request, checked.pairing, (fault,))


def _answer(pair: Pair, request: Record) -> Record:
    """Whoever breaks down has given no pairing: that is a fault as well, and its record is wanted."""
    try:
        return pair(request)
    except Exception:
        return {"broke-down": traceback.format_exc()}


@contextmanager
def _workers(processes: int, ready: Callable[[], None] | None) -> Iterator[ProcessPoolExecutor]:
    pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_begin, initargs=(ready,))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(ready: Callable[[], None] | None) -> None:
    """Ctrl-C is for the one who waits for the outcomes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if ready is not None:
        ready()
