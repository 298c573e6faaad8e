"""Embedded, the worker's eye on the database: a thread that finds what is due and queues it.

It lives in the worker's process, because the queue does. Nothing is lost with it: what was queued is
still due in the database, and the next relay finds it there.
"""

import logging
import time
from collections.abc import Callable, Iterable
from threading import Event, Thread
from typing import Any

from celery import bootsteps, signals
from celery.beat import EmbeddedService
from django.conf import settings
from django.db import close_old_connections, connections

from config import due, heartbeat
from config.due import Job
from config.ledger import Ledger

logger = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 1.0
TROUBLE_SECONDS = 1.0
Find = Callable[[], Iterable[Job]]
Send = Callable[[Job], None]


class Relay(Thread):
    def __init__(
        self, send: Send, find: Find | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(name="relay", daemon=True)
        self.ledger = Ledger()
        self._send, self._find, self._clock = send, find or due.Watch(clock), clock
        self._stopped = Event()
        self._last_beat = float("-inf")

    def run(self) -> None:
        pause = 0.0
        while not self._stopped.wait(pause):
            close_old_connections()
            if self.look_safely():
                pause = settings.RELAY_SECONDS
            else:
                connections.close_all()
                pause = TROUBLE_SECONDS
        connections.close_all()

    def stop(self) -> None:
        self._stopped.set()
        if self.is_alive():
            self.join(timeout=5)

    def look_safely(self) -> bool:
        """One look that survives whatever the database does; False when it went wrong."""
        try:
            self.look()
        except Exception:
            logger.exception("Could not look for due work; trying again")
            return False
        return True

    def look(self) -> None:
        for job in self.ledger.choose(self._find(), self._clock()):
            self._send_once(job)
        self._beat()

    def _send_once(self, job: Job) -> None:
        # Noted first: the job may be done before the sending returns.
        self.ledger.sent(job)
        try:
            self._send(job)
        except Exception:
            self.ledger.ended(job, self._clock())
            raise

    def _beat(self) -> None:
        now = self._clock()
        if now - self._last_beat >= HEARTBEAT_SECONDS:
            heartbeat.write(self.ledger.longest_wait(now))
            self._last_beat = now

    def on_prerun(self, task: Any = None, args: Any = (), **kwargs: Any) -> None:
        self.ledger.started(_job(task, args))

    def on_postrun(self, task: Any = None, args: Any = (), **kwargs: Any) -> None:
        self.ledger.ended(_job(task, args), self._clock())


def _job(task: Any, args: Any) -> Job:
    return Job(task.name, args[0] if args else 0)


class RelayStep(bootsteps.StartStopStep):
    """Runs the relay and the scheduler inside an embedded worker."""

    requires = ("celery.worker.components:Pool",)

    def __init__(self, worker: Any, **options: Any) -> None:
        super().__init__(worker, **options)
        self.relay = Relay(lambda job: _queue(worker.app, job))
        self.scheduler: Any = EmbeddedService(
            worker.app, thread=True, scheduler_cls=worker.app.conf.beat_scheduler
        )

    def start(self, worker: Any) -> None:
        signals.task_prerun.connect(self.relay.on_prerun)
        signals.task_postrun.connect(self.relay.on_postrun)
        self.relay.start()
        self.scheduler.start()

    def stop(self, worker: Any) -> None:
        self.scheduler.service.stop()  # not waited for: it may sleep for a second, and holds nothing
        self.relay.stop()

    def terminate(self, worker: Any) -> None:
        self.stop(worker)


def _queue(app: Any, job: Job) -> None:
    app.send_task(job.task, args=[job.id])
