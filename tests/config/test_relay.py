"""The embedded worker finds due work in the database, whatever the database does meanwhile."""

from collections.abc import Iterator
from threading import Event

import pytest
from django.db import OperationalError

from config import heartbeat
from config.due import Job
from config.relay import Relay

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
