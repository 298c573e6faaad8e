"""When what tells the hub of changes is away: nobody is sent off, and the newest is told when it is back."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from tests import needs
from tests.conftest import StartHall
from tests.hall import Hall
from tests.live.test_bad_luck import until_number
from tests.load.crowd import Crowd
from tests.load.judge import Judge
from tests.load.line import Line
from tests.load.watcher import Watcher
from tests.prepared import template
from tests.services import own_services

pytestmark = pytest.mark.brings_its_own
PEOPLE = 100
HEARTBEAT = b": \n\n"


@pytest.fixture(scope="module")
def services() -> Iterator[dict[str, str]]:
    needs.need_postgres()
    needs.need_redis()
    with own_services("redis", template()) as variables:
        yield variables


@pytest.fixture(scope="module")
def lines(services: dict[str, str]) -> Iterator[dict[str, Line]]:
    with Line.to(services["DATABASE_URL"]) as database, Line.to(services["REDIS_URL"]) as hints:
        yield {"DATABASE_URL": database, "REDIS_URL": hints}


@pytest.fixture(scope="module")
def hall(start_module_hall: StartHall, services: dict[str, str], lines: dict[str, Line]) -> Iterator[Hall]:
    """Two processes of each kind on servers, reached over lines that can be cut; the queue has one of its own."""
    over_lines = {name: line.through(services[name]) for name, line in lines.items()}
    running: Hall = start_module_hall("--web", "2", "--live", "2", **(services | over_lines))
    yield running.wait_until_up()
    running.stop()


def wait_for_heartbeat(watcher: Watcher) -> None:
    assert next(chunk for chunk in watcher.chunks() if b"retry" not in chunk) == HEARTBEAT


def processes(hall: Hall) -> set[int]:
    return {pid for name, pid in hall.children().items() if name in ("web", "live")}


@pytest.mark.parametrize("how", [Line.cut, Line.mute])
def test_without_redis_the_newest_is_told_all_the_same(
    hall: Hall, lines: dict[str, Line], judge: Judge, how: Callable[[Line], None]
) -> None:
    with closing(Watcher(hall.port, judge.page)) as watcher:
        told = watcher.told()
        until_number(told, judge.version)
        how(lines["REDIS_URL"])
        try:
            judge.enter_next()
            until_number(told, judge.version)
        finally:
            lines["REDIS_URL"].mend()
        judge.enter_next()
        until_number(told, judge.version)


def test_it_is_said_that_redis_is_away_and_that_it_is_back(
    hall: Hall, lines: dict[str, Line], judge: Judge
) -> None:
    with closing(Watcher(hall.port, judge.page)) as watcher:
        next(watcher.told())
        before = len(hall.lines)
        lines["REDIS_URL"].cut()
        hall.wait_for(r"Redis gives no hints of changes", since=before)
        lines["REDIS_URL"].mend()
        hall.wait_for(r"Redis is back", since=before)


@pytest.mark.parametrize("how", [Line.cut, Line.mute])
def test_without_a_database_streams_stay_open_and_catch_up(
    hall: Hall, lines: dict[str, Line], judge: Judge, how: Callable[[Line], None]
) -> None:
    with closing(Watcher(hall.port, judge.page, packed=False)) as watcher:
        told = watcher.told()
        until_number(told, judge.version)
        web = processes(hall)
        how(lines["DATABASE_URL"])
        try:
            wait_for_heartbeat(watcher)
        finally:
            lines["DATABASE_URL"].mend()
        judge.enter_next()
        until_number(told, judge.version)
        assert processes(hall) == web


def test_who_watched_a_process_that_died_misses_nothing(hall: Hall, judge: Judge) -> None:
    with Crowd(hall.port, judge.page, PEOPLE) as crowd:
        crowd.wait_until_back(1, judge.version)
        os.kill(hall.children()["live"], signal.SIGKILL)
        hall.wait_for(r"The live \d process stopped \(SIGKILL\)")
        for _ in range(3):
            judge.enter_next()
            crowd.wait_until_back(1, judge.version)
    returned = sum(person.answered > 1 for person in crowd.people)
    assert 0 < returned < PEOPLE
    assert (crowd.refused, crowd.backwards) == (0, 0)
