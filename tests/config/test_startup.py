"""It starts with and without each service, and says what is missing."""

import json
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.config.test_jobs import SETTINGS, ask_for, chore
from tests.config.test_supervisor import one_sentence, up
from tests.conftest import StartHall
from tests.hall import ROOT, Hall, environment, eventually
from tests.needs import need_postgres, need_redis
from tests.prepared import put_database_into
from tests.services import own_database, own_redis

NOBODY = "127.0.0.1:1"
Start = Callable[..., Hall]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """A hall with exactly the services that the test names, whatever this run is made on."""
    with ExitStack() as stack:

        def begin(**variables: str) -> Hall:
            hall = Hall(tmp_path, {"DJANGO_SETTINGS_MODULE": SETTINGS, "SWEEP_SECONDS": "0.5", **variables})
            stack.callback(hall.stop)
            return hall.wait_until_up()

        yield begin


def health(hall: Hall) -> dict[str, str]:
    try:
        with urllib.request.urlopen(f"{hall.url}/healthz", timeout=30) as answer:  # noqa: S310
            body: dict[str, str] = json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            body = json.load(error)
    return body


def does_its_work(hall: Hall) -> None:
    pk = ask_for(hall)
    eventually(lambda: chore(hall, pk)["done_at"], timeout=60)
    eventually(lambda: set(health(hall).values()) == {"ok"})


@pytest.mark.parametrize(
    ("url", "loaded"), [("", []), (f"redis://{NOBODY}/0", ["config.live.telling", "redis"])]
)
def test_whatever_does_a_task_tells_redis_and_loads_its_client_only_for_that(
    tmp_path: Path, url: str, loaded: list[str]
) -> None:
    script = "import django, sys; django.setup(); print(*sorted({'config.live.telling', 'redis'} & {*sys.modules}))"
    variables = {"DJANGO_SETTINGS_MODULE": "config.settings", "REDIS_URL": url}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=environment(tmp_path) | variables,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == loaded


@pytest.mark.parametrize("url", [f"redis://{NOBODY}/0", f"amqp://guest:guest@{NOBODY}//"])
def test_without_its_broker_it_serves_and_says_what_is_down(tmp_path: Path, start: Start, url: str) -> None:
    put_database_into(tmp_path)  # the tables are not what this is about
    hall = start(BROKER_URL=url)
    ask_for(hall)
    answers = health(hall)
    assert answers["database"] == "ok"
    assert answers["queue"] != "ok"
    assert answers["worker"] != "ok"
    assert hall.stop() == 0


@pytest.mark.parametrize("name", ["postgres", "sqlite"])
def test_without_its_database_it_ends_with_a_sentence(tmp_path: Path, name: str) -> None:
    url = (
        f"postgres://somebody:pa55word@{NOBODY}/none"
        if name == "postgres"
        else f"sqlite:///{tmp_path}/no/file"
    )
    done = up(tmp_path, "--port", "0", DATABASE_URL=url)
    assert done.returncode == 1
    assert "The database cannot be used" in done.stderr
    assert "pa55word" not in done.stderr
    assert one_sentence(done.stderr)


def test_postgresql_without_a_broker(start: Start) -> None:
    need_postgres()
    with own_database() as url:
        hall = start(DATABASE_URL=url)
        does_its_work(hall)
        hall.stop()


def test_sqlite_with_redis(start: Start) -> None:
    need_redis()
    with own_redis() as url:
        hall = start(BROKER_URL=url)
        assert not (hall.data / "backups").exists(), "there was nothing yet of which to keep a copy"
        does_its_work(hall)
        hall.stop()


def test_the_demonstration_is_played_by_a_worker_that_is_started_once(start_hall: StartHall) -> None:
    """With a broker it has sent a job before there is a worker: nothing of that may be in the worker's way."""
    hall = start_hall("--demo")
    at = hall.wait_for(r"Bots play here: (\S+)").group(1)
    hall.wait_until_up()
    eventually(lambda: read(f"{hall.url}{at}rounds/1/"), timeout=60)
    assert "process stopped" not in hall.output


def read(url: str) -> bytes:
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:  # noqa: S310
            body: bytes = answer.read()
    except urllib.error.HTTPError as error:
        error.close()
        return b""
    return body
