"""Remembers what the relay has sent, so that due work is sent once, and again later if it stays due.

Knows neither Celery nor the database: times and jobs are given to it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock

from config.due import Job

FIRST_PAUSE = 0.2
LONGEST_PAUSE = 30.0


@dataclass
class Entry:
    due_since: float
    tries: int = 0
    sent: bool = False
    started: bool = False
    not_before: float = 0.0


class Ledger:
    """Shared between the relay's thread and the worker's, which report what became of a job."""

    def __init__(self) -> None:
        self._entries: dict[Job, Entry] = {}
        self._lock = Lock()

    def choose(self, due: Iterable[Job], now: float) -> list[Job]:
        """The jobs to send now. What is due no longer is forgotten."""
        with self._lock:
            known = self._entries
            # A job still running stays known though it is due no longer: its end is yet to come.
            kept = {job: entry for job, entry in known.items() if entry.sent}
            self._entries = kept | {job: known.get(job) or Entry(due_since=now) for job in due}
            return [job for job, entry in self._entries.items() if not entry.sent and entry.not_before <= now]

    def sent(self, job: Job) -> None:
        self._set(job, sent=True, started=False)

    def started(self, job: Job) -> None:
        self._set(job, started=True)

    def ended(self, job: Job, now: float) -> None:
        """Done or failed: if the next look finds it still due, it is tried again, ever less often."""
        with self._lock:
            if entry := self._entries.get(job):
                pause = min(FIRST_PAUSE * 2**entry.tries, LONGEST_PAUSE)
                entry.tries, entry.not_before = entry.tries + 1, now + pause
                entry.sent = entry.started = False

    def longest_wait(self, now: float) -> float:
        """For how many seconds the oldest job has been due without being begun."""
        with self._lock:
            return max((now - e.due_since for e in self._entries.values() if not e.started), default=0.0)

    def _set(self, job: Job, **values: bool) -> None:
        with self._lock:
            if entry := self._entries.get(job):
                for name, value in values.items():
                    setattr(entry, name, value)
