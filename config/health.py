"""Answers /healthz: is the database there, does the queue move, does a worker live? And /readyz: can this very process serve?

Each question has a few seconds; one that hangs is answered for, not waited for. The answer holds no
address and no error text, because anybody may ask and such a text may carry a password.
"""

import logging
import time
from collections.abc import Callable
from functools import cache
from threading import Lock, Thread

from django.conf import settings
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config import heartbeat, stopping

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 3.0
HEARTBEAT_SECONDS = 10.0
WAIT_SECONDS = 30.0
OK = "ok"
Check = Callable[[], str]


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    answers = ask_all(CHECKS)
    healthy = all(answer == OK for answer in answers.values())
    return JsonResponse(answers, status=200 if healthy else 503)


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """For a proxy that asks whom to send visitors to. A worker that is away is no reason to send nobody."""
    answers = ask_all(READY)
    response = JsonResponse(answers, status=200 if all(each == OK for each in answers.values()) else 503)
    # Asked every second, while we stop too: no line of the log each time.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def ask_all(checks: dict[str, Check]) -> dict[str, str]:
    """Every check's answer, asked at the same time, within PATIENCE_SECONDS in all."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    questions = {name: Question.about(name, check) for name, check in checks.items()}
    return {name: question.answer(deadline) for name, question in questions.items()}


class Question:
    """One check in a thread of its own, which is left behind if it hangs.

    Who asks while the same question is open shares its answer: checks that hang cannot pile up.
    """

    _open: dict[str, "Question"] = {}
    _lock = Lock()

    @classmethod
    def about(cls, name: str, check: Check) -> "Question":
        with cls._lock:
            earlier = cls._open.get(name)
            if earlier is None or not earlier.thread.is_alive():
                cls._open[name] = cls(name, check)
                cls._open[name].thread.start()
            return cls._open[name]

    def __init__(self, name: str, check: Check) -> None:
        self.name, self.check, self.result = name, check, f"no answer in {PATIENCE_SECONDS:.0f} seconds"
        self.thread = Thread(target=self._run, name=f"health-{name}", daemon=True)

    def answer(self, deadline: float) -> str:
        self.thread.join(max(0.0, deadline - time.monotonic()))
        return self.result

    def _run(self) -> None:
        try:
            self.result = self.check()
        except Exception:
            logger.exception("Health: %s is down", self.name)
            self.result = "down"
        finally:
            connections.close_all()


def database() -> str:
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT 1")
    return OK


@cache
def _known() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


class _Seen:
    migrated = False
    """Once true, always: nobody takes migrations back under a running program."""


def migrations() -> str:
    if not _Seen.migrated:
        applied = MigrationRecorder(connections["default"]).applied_migrations()
        _Seen.migrated = _known() <= set(applied)
    return OK if _Seen.migrated else "the database is older than the program: manage.py migrate"


def process() -> str:
    return "stopping" if stopping.asked() else OK


def queue() -> str:
    if not settings.EMBEDDED:
        return _broker()
    beat = heartbeat.read()
    if beat is None or beat.age > HEARTBEAT_SECONDS:
        return "unknown: the worker that holds it gives no sign of life"
    return OK if beat.longest_wait <= WAIT_SECONDS else f"work has waited {beat.longest_wait:.0f} seconds"


def worker() -> str:
    if not settings.EMBEDDED:
        return _ping()
    beat = heartbeat.read()
    return OK if beat is not None and beat.age <= HEARTBEAT_SECONDS else "gives no sign of life"


def _broker() -> str:
    from config.celery import app

    with app.connection_for_write() as connection:
        connection.ensure_connection(max_retries=1, timeout=int(PATIENCE_SECONDS))
    return OK


def _ping() -> str:
    from config.celery import app

    # Not over a connection that was kept: it may have died with the broker that is back by now.
    with app.connection_for_write() as connection:
        answers = app.control.ping(timeout=PATIENCE_SECONDS / 2, limit=1, connection=connection)
    return OK if answers else "no worker answers"


CHECKS: dict[str, Check] = {"database": database, "queue": queue, "worker": worker}
READY: dict[str, Check] = {"database": database, "migrations": migrations, "process": process}
