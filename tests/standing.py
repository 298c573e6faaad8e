"""What is made once and stands for many: each takes back only what it did itself."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

from tournaments.selectors.kept import forget

Made = TypeVar("Made")


@contextmanager
def standing_for_all(make: Callable[[], Made], blocker: DjangoDbBlocker) -> Iterator[Made]:
    """There for the tests of a module, in a transaction around theirs; for a fixture of that scope."""
    with blocker.unblock(), taken_back():
        yield make()


@contextmanager
def taken_back() -> Iterator[None]:
    """Whatever is written inside is gone afterwards, and so is what was kept of it."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    forget()
