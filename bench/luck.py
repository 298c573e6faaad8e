"""Bad luck before thousands of spectators: the server dies, and very many come in a short time."""

import json
import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager

from bench.desk import hall
from bench.row import Row, percentile, tell
from tests.hall import Hall
from tests.load.crowd import SLOT, Crowd
from tests.load.judge import Judge
from tests.load.phone import Phone

SPECTATORS = 5_000
BACK_WITHIN = 30.0
FULLEST = 0.1
THERE, COMING, A_SECOND = 500, 1_000, 200
UPDATES = 5


def rows() -> Iterable[Row]:
    yield killed()
    yield rush()


def killed() -> Row:
    """From the kill until the last has come back and has seen what was entered meanwhile."""
    with hall() as running, judging(running) as judge, Crowd(running.port, judge.page, SPECTATORS) as crowd:
        crowd.wait_until_back(1, judge.version)
        tell(f"{SPECTATORS} are there")
        began = time.monotonic()
        os.kill(running.children()["live"], signal.SIGKILL)
        judge.enter_next()
        up = time.monotonic() - began
        crowd.wait_until_back(2, judge.version, timeout=120.0)
    seconds = max(person.heard_at[-1] for person in crowd.people) - began
    fullest = crowd.fullest_slot(2)
    wrong = crowd.refused + crowd.backwards
    return Row(
        f"{SPECTATORS} spectators, the server killed: until all were back with the newest; fullest {SLOT} s",
        f"{seconds:.1f} s; {fullest:.1%}; {wrong} refused or backwards",
        f"first answer after {up:.1f} s; told to come within 8 s",
        "–",
        f"≤ {BACK_WITHIN:.0f} s; ≤ {FULLEST:.0%}; 0",
        seconds <= BACK_WITHIN and fullest <= FULLEST and wrong == 0,
    )


def rush() -> Row:
    """What those who are there notice of those who come."""
    with hall() as running, judging(running) as judge, Crowd(running.port, judge.page, THERE) as there:
        there.wait_until_back(1, judge.version)
        before = list(told(judge, there))
        with Crowd(running.port, judge.page, COMING, per_second=A_SECOND) as coming:
            meanwhile = list(told(judge, there))
            coming.wait_until_back(1, judge.version)
        firsts = [person.heard_at[0] - person.asked_at[0] for person in coming.people]
        wrong = coming.refused + there.refused + coming.backwards + there.backwards
    return Row(
        f"{A_SECOND} new spectators a second, {COMING / A_SECOND:.0f} s: first view, p99; updates of {THERE} others, p99",
        f"{percentile(firsts, 99) * 1000:.0f} ms; {percentile(meanwhile, 99) * 1000:.0f} ms; {wrong} refused",
        f"their updates before {percentile(before, 99) * 1000:.0f} ms",
        f"{percentile(meanwhile, 99) / percentile(before, 99):.1f}",
        "≤ 500 ms; ≤ 500 ms; 0",
        max(percentile(firsts, 99), percentile(meanwhile, 99)) <= 0.5 and wrong == 0,
    )


# -- in detail -----------------------------------------------------------------------------------


@contextmanager
def judging(running: Hall) -> Iterator[Judge]:
    (table,) = json.loads(running.run("-m", "tests.load.prepare", "1"))["tables"]
    with closing(Phone(running.port)) as phone:
        judge = Judge(phone, **table)
        judge.come_in()
        yield judge


def told(judge: Judge, people: Crowd) -> Iterator[float]:
    """Some entries, each when everybody has the one before; how long each took to each of them."""
    for _ in range(UPDATES):
        judge.enter_next()
        entered = time.monotonic()
        people.wait_until_back(1, judge.version)
        yield from people.waits(judge.version, entered)
        time.sleep(0.5)
