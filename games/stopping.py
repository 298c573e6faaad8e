"""Stopping a command politely: when somebody asks it to, and when nobody reads on.

Ctrl-C and SIGTERM ask a long command to come to an end with what it has. Elsewhere than in the main
thread, where signals do not arrive, nobody can ask. Knows nothing of what is being done.
"""

from __future__ import annotations

import os
import signal
import sys
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


@contextmanager
def readers_may_leave() -> Iterator[None]:
    """End in silence when the reader of a pipe, such as ``head``, has seen enough."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
