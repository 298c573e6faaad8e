"""The embedded worker finds due work in the database, whatever the database does meanwhile."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.db import OperationalError, connection

from config import due, heartbeat
from config.due import Job
from config.relay import Relay
from tests.factories import enter, published_round, tournament_of

JOB = Job("finish", 7)


class Database:
    """Gives what is due, or fails."""

    def __init__(self) -> None:
        self.due: list[Job] = []
        self.down = False

    def __call__(self) -> Iterator[Job]:
        if self.down:
            raise OperationalError("the database is gone")
        return iter(self.due)


class Task:
    name = JOB.task


def test_due_work_is_sent_once_until_it_has_ended() -> None:
    database, sent = Database(), list[Job]()
    relay = Relay(sent.append, database)
    database.due = [JOB]
    relay.look()
    relay.on_prerun(task=Task, args=[JOB.id])
    relay.look()
    assert sent == [JOB]
    relay.on_postrun(task=Task, args=[JOB.id])
    database.due = []
    relay.look()
    database.due = [JOB]
    relay.look()
    assert sent == [JOB, JOB]


def test_a_failing_database_is_survived(caplog: pytest.LogCaptureFixture) -> None:
    database, sent = Database(), list[Job]()
    relay = Relay(sent.append, database)
    database.down = True
    assert not relay.look_safely()
    assert "Could not look for due work" in caplog.text
    database.down, database.due = False, [JOB]
    assert relay.look_safely()
    assert sent == [JOB]


def test_a_sign_of_life_is_given_only_after_a_successful_look() -> None:
    heartbeat.remove()
    database = Database()
    relay = Relay(lambda job: None, database)
    database.down = True
    relay.look_safely()
    assert heartbeat.read() is None
    database.down = False
    relay.look_safely()
    beat = heartbeat.read()
    assert beat is not None
    assert beat.age < 5


def test_what_could_not_be_sent_is_sent_later() -> None:
    database, now, sent = Database(), [0.0], list[Job]()
    fail = [True]

    def send(job: Job) -> None:
        if fail.pop():
            raise ConnectionError
        sent.append(job)

    fail.insert(0, False)
    relay = Relay(send, database, clock=lambda: now[0])
    database.due = [JOB]
    assert not relay.look_safely()
    now[0] = 60
    assert relay.look_safely()
    assert sent == [JOB]


def test_the_thread_looks_until_it_is_stopped() -> None:
    seen = Event()
    database = Database()
    database.due = [JOB]
    relay = Relay(lambda job: seen.set(), database)
    relay.start()
    assert seen.wait(10)
    relay.stop()
    assert not relay.is_alive()


def count_searches(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    searches: list[None] = []
    search = due.jobs

    def counted() -> list[Job]:
        searches.append(None)
        return search()

    monkeypatch.setattr(due, "jobs", counted)
    return searches


def elsewhere(do: Callable[[], object]) -> None:
    """In a thread, and so on a connection, of its own."""

    def run() -> None:
        do()
        connection.close()

    with ThreadPoolExecutor(1) as other:
        other.submit(run).result()


@pytest.mark.django_db(transaction=True)
def test_what_somebody_writes_is_found_at_once() -> None:
    table = published_round(tournament_of(4)).tables.get()
    watch, job = due.Watch(), Job("games.finalize_match", table.match_id or 0)
    assert job not in watch()
    elsewhere(lambda: enter(table, [400, 1, 2, 3]))
    assert job in watch()


if connection.vendor == "sqlite":  # no other database tells whether anything was written

    @pytest.mark.django_db(transaction=True)
    def test_the_database_is_searched_only_when_something_was_written_or_some_time_has_passed(
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        searches, now = count_searches(monkeypatch), [0.0]
        watch = due.Watch(lambda: now[0])
        assert [watch() for _ in range(5)] == [[]] * 5
        assert len(searches) == 1
        elsewhere(lambda: tournament_of(2))
        watch()
        assert len(searches) == 2
        now[0] += due.CLOCK_SECONDS
        watch()
        assert len(searches) == 3
