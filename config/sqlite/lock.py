"""A lock between processes and threads, kept on a file beside the database.

SQLite's own waiting is a back-off: who has waited longest sleeps longest, so with many writers one may
starve for seconds. Everybody who takes this lock first gets a short turn instead. It knows nothing of
SQL; where the system has no such lock (Windows), taking it does nothing and SQLite's waiting remains.
"""

import os
import time
import weakref
from pathlib import Path

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows
    fcntl = None  # type: ignore[assignment]

SHORTEST, LONGEST = 0.001, 0.012
"""Asking again and again, rather than standing in the system's queue, where one could not leave after a while. Twice as long
each time, because a processor that asks is not one that writes; but never so long that somebody starves."""


class WriteLock:
    """One connection's hold on the lock file; not shared between threads."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.held = False
        self._file: int | None = None
        _locks.add(self)

    def acquire(self, timeout: float) -> bool:
        """Take the lock, waiting at most ``timeout`` seconds; False when it could not be had."""
        if fcntl is None:  # pragma: no cover - Windows
            return True
        if self._file is None:
            self._file = os.open(self.path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        deadline, pause = time.monotonic() + timeout, SHORTEST
        while not self._try(self._file):
            if time.monotonic() >= deadline:
                return False
            time.sleep(pause)
            pause = min(2 * pause, LONGEST)
        return True

    def release(self) -> None:
        if self.held and self._file is not None:
            fcntl.flock(self._file, fcntl.LOCK_UN)
        self.held = False

    def close(self) -> None:
        """Let go of the lock and of the file."""
        self.held = False
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _try(self, file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        self.held = True
        return True

    def __del__(self) -> None:
        self.close()


_locks: weakref.WeakSet[WriteLock] = weakref.WeakSet()


def _forget_after_fork() -> None:
    # A forked child shares its parent's open file, and with it the parent's lock: were it kept, the lock
    # would outlive a parent that is killed, and the child could release what the parent still needs.
    for lock in list(_locks):
        lock.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_after_fork)
