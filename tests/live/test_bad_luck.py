"""What a hall full of spectators may meet: a server that dies, readers that do not read, everybody coming at once."""

import os
import re
import resource
import signal
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from tests.conftest import StartHall
from tests.hall import Hall, eventually
from tests.load.crowd import Crowd
from tests.load.judge import Judge
from tests.load.servers import Servers
from tests.load.watcher import Told, Watcher

pytestmark = pytest.mark.no_job

PEOPLE = 500
BACK_WITHIN = 30.0
FULLEST = 0.1
"""Of all who come back, the share that may come in one quarter of a second; evenly spread it would be 0.036."""
SMALL = 4_096
IDLE = 20
MOST_QUEUED = 512 * 1024
"""Bytes; what a system keeps by itself are millions."""


def number_of(told: Told) -> int:
    """Of a table's page: which version of the match it shows."""
    found = re.search(r'data-version="(\d+)"', told.data)
    assert found, told
    return int(found.group(1))


def until_number(stream: Iterator[Told], number: int) -> list[int]:
    """All that is told until this version is."""
    numbers = []
    for told in stream:
        numbers.append(number_of(told))
        if numbers[-1] == number:
            break
    return numbers


def resident(pid: int) -> int:
    """Kilobytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS")))


def longest_queue(port: int) -> int:
    """The most bytes that the system keeps for somebody who is connected to this port."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return max(int(line[4].split(":")[0], 16) for line in lines if line[1].endswith(f":{port:04X}"))


@contextmanager
def allowed_files(soft: int) -> Iterator[None]:
    """What is started meanwhile may open only so many files, until it asks for more."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.fixture(scope="module")
def hall(start_module_hall: StartHall) -> Iterator[Hall]:
    """Of a system that at first allows a process fewer files than people come."""
    with allowed_files(PEOPLE // 2):
        running: Hall = start_module_hall()
    yield running.wait_until_up()
    running.stop()


def test_all_come_back_to_a_server_that_died(hall: Hall, judge: Judge) -> None:
    with Crowd(hall.port, judge.page, PEOPLE) as crowd:
        crowd.wait_until_back(1, judge.version)
        os.kill(hall.children()["live"], signal.SIGKILL)
        judge.enter_next()  # answered by the server that was started again
        crowd.wait_until_back(2, judge.version, BACK_WITHIN)
        judge.enter_next()
        crowd.wait_until_back(2, judge.version)
    assert crowd.fullest_slot(2) <= FULLEST
    assert (crowd.refused, crowd.backwards) == (0, 0)


def test_who_is_back_and_has_seen_all_is_told_nothing(hall: Hall, judge: Judge) -> None:
    with Crowd(hall.port, judge.page, 20) as crowd:
        crowd.wait_until_back(1, judge.version)
        os.kill(hall.children()["live"], signal.SIGKILL)
        crowd.wait_until(lambda person: person.answered == 2, BACK_WITHIN)
        judge.enter_next()
        crowd.wait_until_back(2, judge.version)
    assert {tuple(person.numbers) for person in crowd.people} == {(judge.version - 1, judge.version)}


def test_two_hundred_come_in_a_second_and_the_others_are_told(hall: Hall, judge: Judge) -> None:
    with (
        Crowd(hall.port, judge.page, 20) as there,
        Crowd(hall.port, judge.page, 400, per_second=200) as coming,
    ):
        there.wait_until_back(1, judge.version)
        while not all(person.answered for person in coming.people):
            judge.enter_next()
            there.wait_until_back(1, judge.version)
        coming.wait_until_back(1, judge.version)
    assert (there.refused, coming.refused) == (0, 0)
    assert (there.backwards, coming.backwards) == (0, 0)


def test_who_never_reads_costs_the_others_nothing_and_is_let_go(hall: Hall, judge: Judge) -> None:
    live = hall.children()["live"]
    with ExitStack() as stack:
        reader = stack.enter_context(closing(Watcher(hall.port, judge.page)))
        told = reader.told()
        until_number(told, judge.version)
        before = resident(live)
        idle = [
            stack.enter_context(closing(Watcher(hall.port, judge.page, packed=False, buffer=SMALL)))
            for _ in range(IDLE)
        ]

        def all_gone_after_one_more() -> bool:
            judge.enter_next()
            until_number(told, judge.version)
            assert longest_queue(hall.port) < MOST_QUEUED
            return all(each.hung_up() for each in idle)

        eventually(all_gone_after_one_more, timeout=90.0)
        # For each at most what was on its way to them (64 kB and one view more), however much was entered.
        assert resident(live) - before < IDLE * 200


def test_who_reads_again_is_told_the_newest_and_nothing_older(hall: Hall, judge: Judge) -> None:
    with (
        closing(Watcher(hall.port, judge.page)) as quick,
        closing(Watcher(hall.port, judge.page, packed=False, buffer=SMALL)) as slow,
    ):
        told = quick.told()
        for _ in range(30):
            judge.enter_next()
            until_number(told, judge.version)
        numbers = until_number(slow.told(), judge.version)
    assert numbers == sorted(set(numbers))
    assert len(numbers) < 30  # what was old when there was room for it was left out


def test_who_has_seen_what_the_server_has_not_is_told_what_is_true(hall: Hall, judge: Judge) -> None:
    """As after a backup was restored: the database is right, and it is said once."""
    with closing(Watcher(hall.port, judge.page, seen="from-another-time")) as watcher:
        told = watcher.told()
        assert number_of(next(told)) == judge.version
        judge.enter_next()
        assert number_of(next(told)) == judge.version


def test_nobody_is_told_anything_older_than_they_saw_elsewhere(hall: Hall, judge: Judge) -> None:
    """What another process showed them may be newer than what this one has looked at."""
    with (
        Servers(hall, 1) as other,
        closing(Watcher(other.port, judge.page)) as there,
        closing(Watcher(hall.port, judge.page)) as here,
    ):
        told_there = there.told()
        until_number(told_there, judge.version)
        until_number(here.told(), judge.version)
        for _ in range(20):
            judge.enter_next()
            seen = next(told for told in told_there if number_of(told) == judge.version)
            with closing(Watcher(hall.port, judge.page, seen=seen.version)) as returned:
                judge.enter_next()
                assert number_of(next(returned.told())) == judge.version
