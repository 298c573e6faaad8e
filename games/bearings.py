"""What is being worked on just now, for whoever writes a line about it: numbers, never names.

Plain Python. Whoever begins something (a request, a task) makes a fresh note; whoever finds out more adds to it. Knows
nothing of logs, and outside of anything that was begun nothing is noted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

_about: ContextVar[dict[str, object] | None] = ContextVar("about", default=None)


def begin(**numbers: object) -> None:
    """Something else is worked on from here on, in this thread or asyncio task."""
    _about.set(dict(numbers))


def note(**numbers: object) -> None:
    """Also seen by whoever began it, though they may be in another thread by now."""
    if (about := _about.get()) is not None:
        about.update(numbers)


def noted() -> Mapping[str, object]:
    return _about.get() or {}


@contextmanager
def apart(**numbers: object) -> Iterator[None]:
    """Something of its own in the middle of something else, which is gone on with afterwards."""
    before = _about.set(dict(numbers))
    try:
        yield
    finally:
        _about.reset(before)
