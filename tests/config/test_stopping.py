"""Asked to stop, everything finishes what it has begun, and nothing that was written goes unanswered."""

import http.client
import json
import signal
import time
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Event
from typing import Any

from config.server import FINISH_SECONDS
from tests.config.test_supervisor import get, gone
from tests.conftest import StartHall
from tests.hall import Hall, eventually
from tests.load.judge import Judge
from tests.load.phone import Phone
from tests.load.watcher import Watcher

SETTINGS = "tests.config.chores.settings"
JUDGES = 2


class PatientPhone(Phone):
    """Tries again when it is told that there is somebody again, instead of a thousand times before."""

    def __init__(self, port: int, open_again: Event) -> None:
        super().__init__(port)
        self._open_again, self.failed = open_again, 0

    def _ask(self, *arguments: Any) -> tuple[int, str]:
        try:
            return super()._ask(*arguments)
        except (OSError, http.client.HTTPException):
            self.failed += 1
            self._open_again.wait(120)
            raise


def chores(hall: Hall) -> list[dict[str, Any]]:
    with urllib.request.urlopen(f"{hall.url}/chores", timeout=30) as answer:  # noqa: S310
        found: list[dict[str, Any]] = json.load(answer)["chores"]
        return found


def test_what_was_begun_is_finished_a_request_and_a_job(start_hall: StartHall) -> None:
    hall = start_hall(DJANGO_SETTINGS_MODULE=SETTINGS, SWEEP_SECONDS="0.5").wait_until_up()
    url = hall.url
    urllib.request.urlopen(f"{url}/chores", b"seconds=3", timeout=30).close()  # noqa: S310
    eventually(lambda: any(each["runs"] for each in chores(hall)))
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(urllib.request.urlopen, f"{url}/slow?seconds=2", timeout=30)
        eventually(lambda: any(each["done_at"] == 0 for each in chores(hall)))
        until_then = len(hall.lines)
        assert hall.stop(signal.SIGTERM) == 0
        with asked.result() as answer:
            assert answer.status == 200
    assert "Traceback" not in "\n".join(hall.lines[until_then:])
    again = start_hall(data=hall.data, **hall.variables).wait_until_up()
    (job, slow) = chores(again)
    assert (bool(job["done_at"]), job["runs"]) == (True, 1)
    assert slow["done_at"]
    again.stop()


def test_a_proxy_is_told_first_and_a_second_signal_ends_it(start_hall: StartHall) -> None:
    hall = start_hall(DJANGO_SETTINGS_MODULE=SETTINGS, DRAIN_SECONDS="60").wait_until_up()
    assert get(f"{hall.url}/readyz") == 200
    family = hall.family()
    hall.process.send_signal(signal.SIGTERM)
    eventually(lambda: get(f"{hall.url}/readyz") == 503)
    assert get(f"{hall.url}/chores") == 200, "it serves until it goes"
    began = time.monotonic()
    hall.stop(signal.SIGTERM)
    assert time.monotonic() - began < FINISH_SECONDS, "it waited though it was told twice"
    gone(family)


def test_stopped_and_started_while_judges_score(start_hall: StartHall) -> None:
    """What was written was answered, and what was answered is there once; streams are ended, not waited for."""
    hall = start_hall().wait_until_up()
    port = hall.port
    told = json.loads(hall.run("-m", "tests.load.prepare", str(JUDGES)))
    enough, open_again = Event(), Event()
    phones = [PatientPhone(port, open_again) for _ in range(JUDGES)]
    judges = [Judge(phone, **table) for phone, table in zip(phones, told["tables"], strict=True)]

    def play(judge: Judge) -> None:
        with closing(judge.phone):
            judge.come_in()
            while not enough.is_set():
                judge.enter_next()

    with ThreadPoolExecutor(JUDGES) as pool, closing(Watcher(port, judges[0].page)) as watcher:
        next(watcher.told())
        playing = [pool.submit(play, judge) for judge in judges]
        try:
            eventually(lambda: all(judge.version > 3 for judge in judges))
            began = time.monotonic()
            assert hall.stop(signal.SIGTERM) == 0
            assert time.monotonic() - began < FINISH_SECONDS, "somebody who only listens held it up"
            assert watcher.ended(), "the stream was cut off instead of ended"
            eventually(lambda: all(phone.failed for phone in phones))
            acknowledged = ids(judges, acknowledged=True)
            assert set(written(hall)) <= acknowledged, "something was written and nobody was told so"
            hall = start_hall("--port", str(port), data=hall.data, **hall.variables).wait_until_up()
            open_again.set()
            goal = [judge.version + 3 for judge in judges]
            eventually(
                lambda: all(judge.version >= each for judge, each in zip(judges, goal, strict=True)),
                timeout=60,
            )
        finally:
            open_again.set()
            enough.set()
        for each in playing:
            each.result()
    there = written(hall)
    assert set(there.values()) == {1}
    assert set(there) == ids(judges, acknowledged=True)
    hall.stop()


def ids(judges: list[Judge], *, acknowledged: bool) -> set[tuple[int, str]]:
    return {
        (entry.match, str(event))
        for judge in judges
        for entry in judge.journal
        for event in entry.events
        if entry.acknowledged or not acknowledged
    }


def written(hall: Hall) -> Counter[tuple[int, str]]:
    there = json.loads(hall.run("-m", "tests.load.audit"))
    assert there["complaints"] == []
    return Counter((match, event) for match, event in there["events"])
