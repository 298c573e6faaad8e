"""Due work is done, embedded and grown, whatever dies meanwhile."""

import json
import os
import signal
import urllib.parse
import urllib.request
from typing import Any

import pytest

from tests.conftest import StartHall
from tests.hall import Hall, eventually

SETTINGS = "tests.config.chores.settings"


@pytest.fixture(scope="module")
def busy_hall(start_module_hall: StartHall) -> Hall:
    return start_module_hall(DJANGO_SETTINGS_MODULE=SETTINGS, SWEEP_SECONDS="0.5").wait_until_up()


def chores(hall: Hall) -> list[dict[str, Any]]:
    with urllib.request.urlopen(f"{hall.url}/chores", timeout=30) as answer:  # noqa: S310
        found: list[dict[str, Any]] = json.load(answer)["chores"]
        return found


def ask_for(hall: Hall, seconds: float = 0) -> int:
    form = urllib.parse.urlencode({"seconds": seconds}).encode()
    with urllib.request.urlopen(f"{hall.url}/chores", form, timeout=30) as answer:  # noqa: S310
        return int(json.load(answer)["chores"][-1]["id"])


def chore(hall: Hall, pk: int) -> dict[str, Any]:
    return next(chore for chore in chores(hall) if chore["id"] == pk)


def test_due_work_is_found_and_done_once(busy_hall: Hall) -> None:
    wanted = [ask_for(busy_hall) for _ in range(5)]
    eventually(lambda: all(chore(busy_hall, pk)["done_at"] for pk in wanted))
    assert [chore(busy_hall, pk)["runs"] for pk in wanted] == [1] * 5


def test_a_worker_killed_in_the_middle_is_followed_by_one_that_does_it(busy_hall: Hall) -> None:
    pk = ask_for(busy_hall, seconds=2)
    eventually(lambda: chore(busy_hall, pk)["runs"])
    os.killpg(busy_hall.children()["worker"], signal.SIGKILL)
    eventually(lambda: chore(busy_hall, pk)["done_at"], timeout=60)


def test_work_asked_for_while_no_worker_lives_is_done_when_one_comes(busy_hall: Hall) -> None:
    worker = busy_hall.children()["worker"]
    os.kill(worker, signal.SIGSTOP)
    pk = ask_for(busy_hall)
    os.killpg(worker, signal.SIGKILL)
    eventually(lambda: chore(busy_hall, pk)["done_at"], timeout=60)


def test_what_was_due_when_everything_stopped_is_done_after_the_next_start(start_hall: StartHall) -> None:
    first = start_hall(DJANGO_SETTINGS_MODULE=SETTINGS, SWEEP_SECONDS="0.5").wait_until_up()
    worker = first.children()["worker"]
    os.kill(worker, signal.SIGSTOP)
    pk = ask_for(first)
    os.killpg(worker, signal.SIGKILL)
    first.kill()
    second = start_hall(data=first.data, **first.variables).wait_until_up()
    eventually(lambda: chore(second, pk)["done_at"], timeout=60)
    assert second.stop() == 0
