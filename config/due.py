"""What is to be done now, asked of the database: each application's ``due`` module says where to look.

``DUE`` in such a module is a tuple of pairs: a task's name, and a function that gives the ids it is due for. Where the
database knows it, a third thing: a function that gives the moment since when the oldest of them has been due.
"""

import time
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from django.apps import apps
from django.db import connection
from django.utils.module_loading import module_has_submodule

CLOCK_SECONDS = 1.0
"""How often to look though nothing was written: some things are due when their time has come."""


class Kind(NamedTuple):
    task: str
    find: Callable[[], Iterable[int]]
    since: Callable[[], datetime | None] | None = None


class Job(NamedTuple):
    task: str
    id: int


@cache
def kinds() -> tuple[Kind, ...]:
    found: list[Kind] = []
    for application in apps.get_app_configs():
        if application.module and module_has_submodule(application.module, "due"):
            module = import_module(f"{application.name}.due")
            found += (Kind(*each) for each in getattr(module, "DUE", ()))
    return tuple(found)


def jobs() -> list[Job]:
    """Everything that is due, in the order the applications give it."""
    return [Job(kind.task, pk) for kind in kinds() for pk in kind.find()]


class Watch:
    """The same for who asks many times a second: the database is searched only when something can be otherwise."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._found: list[Job] = []
        self._seen: object = None
        self._again_at = float("-inf")

    def __call__(self) -> list[Job]:
        # Asked before the search: what is written during it is found by the next.
        now, state = self._clock(), _state()
        if state is None or state != self._seen or now >= self._again_at:
            self._found = jobs()
            self._seen, self._again_at = state, now + CLOCK_SECONDS
        return self._found


def _state() -> tuple[Any, int] | None:
    """Another whenever somebody else has written; None where the database does not tell.

    SQLite tells it to each connection by a number of its own.
    """
    if connection.vendor != "sqlite":
        return None
    with connection.cursor() as cursor:
        (version,) = cursor.execute("PRAGMA data_version").fetchone()
    return connection.connection, version
