"""Stopping a long command politely: Ctrl-C and SIGTERM ask it to come to an end with what it has.

Knows nothing of what is being done. Elsewhere than in the main thread, where signals do not arrive,
nobody can ask.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Stop:
    """Whether somebody has asked."""

    asked = False

    def ask(self, signum: int = 0, frame: FrameType | None = None) -> None:
        self.asked = True

    def __bool__(self) -> bool:
        return self.asked


@contextmanager
def stoppable() -> Iterator[Stop]:
    """While this lasts, the signals only ask; afterwards they do what they did before."""
    stop = Stop()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    kept = {each: signal.signal(each, stop.ask) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for each, handler in kept.items():
            signal.signal(each, handler)
