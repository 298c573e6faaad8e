"""What is to be done now, asked of the database: each application's ``due`` module says where to look.

``DUE`` in such a module is a tuple of pairs: a task's name, and a function that gives the ids it is due for. Where the
database knows it, a third thing: a function that gives the moment since when the oldest of them has been due.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from importlib import import_module
from typing import NamedTuple

from django.apps import apps
from django.utils.module_loading import module_has_submodule


class Kind(NamedTuple):
    task: str
    find: Callable[[], Iterable[int]]
    since: Callable[[], datetime | None] | None = None


class Job(NamedTuple):
    task: str
    id: int


def kinds() -> Iterator[Kind]:
    for application in apps.get_app_configs():
        if application.module and module_has_submodule(application.module, "due"):
            module = import_module(f"{application.name}.due")
            yield from (Kind(*each) for each in getattr(module, "DUE", ()))


def jobs() -> list[Job]:
    """Everything that is due, in the order the applications give it."""
    return [Job(kind.task, pk) for kind in kinds() for pk in kind.find()]
