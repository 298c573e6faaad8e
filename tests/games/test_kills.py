"""Forty tables scoring while the server is killed (-9) again and again: no point is lost, none counts twice."""

import json
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from threading import Event

import pytest
from django.conf import settings

from tests.conftest import StartHall
from tests.hall import eventually
from tests.load.judge import Judge
from tests.load.phone import Phone
from tests.load.servers import Servers

TABLES = 40
SERVERS = 3
KILLS = 100 if settings.EMBEDDED else 10
ENTRIES_BETWEEN = (1, 25)
"""Between two kills, so many entries are acknowledged: a random number of these."""


@pytest.mark.no_job
def test_many_kills_lose_and_double_nothing(start_hall: StartHall) -> None:
    hall = start_hall().wait_until_up()
    told = json.loads(hall.run("-m", "tests.load.prepare", str(TABLES)))
    enough = Event()

    def play(judge: Judge) -> None:
        with closing(judge.phone):
            judge.come_in()
            while not enough.is_set():
                judge.enter_next()

    with Servers(hall, SERVERS) as servers, ThreadPoolExecutor(TABLES) as pool:
        judges = [Judge(Phone(servers.port), **table) for table in told["tables"]]
        playing = [pool.submit(play, judge) for judge in judges]
        try:
            kill_often(servers, judges)
        finally:
            enough.set()
        for each in playing:
            each.result()

    there = json.loads(hall.run("-m", "tests.load.audit"))
    counted = Counter((match, event) for match, event in there["events"])
    sent = {
        (entry.match, str(event)): entry.acknowledged
        for judge in judges
        for entry in judge.journal
        for event in entry.events
    }
    assert there["complaints"] == []
    assert sum(judge.again for judge in judges) > 0, "no answer was ever cut off: nothing was tried"
    assert [each for each, acknowledged in sent.items() if acknowledged and counted[each] != 1] == []
    assert [each for each in sent if counted[each] > 1] == []
    assert set(counted) <= set(sent)


def kill_often(servers: Servers, judges: list[Judge]) -> None:
    chance = random.Random(4)  # noqa: S311 - repeatable is what is wanted here

    def acknowledged() -> int:
        return sum(judge.version for judge in judges)

    def got_to(goal: int) -> bool:
        return acknowledged() >= goal

    for _ in range(KILLS):
        goal = acknowledged() + chance.randint(*ENTRIES_BETWEEN)
        eventually(partial(got_to, goal), timeout=60, every=0.002)
        servers.kill_one(chance)
