"""A lock between processes and threads, kept on files beside the database.

SQLite's own waiting is a back-off: who has waited longest sleeps longest, so with many writers one may
starve for seconds. Everybody who takes this lock first gets a short turn instead. The threads of a process stand in line
inside of it, and the first of each line in a second one, between processes: whoever is next there. It knows nothing of
SQL; where the system has no such lock (Windows), taking it does nothing and SQLite's waiting remains.
"""

import os
import time
import weakref
from pathlib import Path
from threading import Lock

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows
    fcntl = None  # type: ignore[assignment]

AT_ONCE, OFTEN, SELDOM = 0.02, 0.002, 0.1
"""Asking again and again, rather than standing in the system's queue, where one could not leave after a while. Whoever is next
does so without a pause at first, for to sleep and be woken takes longer than an entry: also while a disk takes its time, or whoever
writes would have the lock again and again before the one who is next looks. Then often: something long is written. All others ask
seldom whether they are next: a processor that asks is not one that writes."""
PATIENCE, IMPATIENT = 0.4, 0.03
"""Who has asked seldom for so long asks more often from then on: luck alone may keep nobody waiting."""


class WriteLock:
    """One connection's hold on the lock files; not shared between threads."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock, self._next = _File(path), _File(path.with_name(f"{path.stem}.next{path.suffix}"))
        self._line: Lock | None = None
        _locks.add(self)

    @property
    def held(self) -> bool:
        return self._line is not None

    def acquire(self, timeout: float) -> bool:
        """Take the lock, waiting at most ``timeout`` seconds; False when it could not be had."""
        if fcntl is None:  # pragma: no cover - Windows
            return True
        deadline, line = time.monotonic() + timeout, _lines.setdefault(self.path, Lock())
        if not line.acquire(timeout=timeout):
            return False
        try:
            if self._lock.take() or self._wait(deadline):
                self._line = line
        finally:
            if self._line is None:
                line.release()
        return self.held

    def release(self) -> None:
        if self._line is not None:
            self._lock.drop()
            self._let_pass()

    def close(self) -> None:
        """Let go of the lock and of the files."""
        self._lock.close()
        self._next.close()
        self._let_pass()

    def _wait(self, deadline: float) -> bool:
        now = time.monotonic()
        if not (
            self._next.take_by(min(deadline, now + PATIENCE), SELDOM)
            or self._next.take_by(deadline, IMPATIENT)
        ):
            return False
        try:
            return self._lock.take_by(time.monotonic() + AT_ONCE) or self._lock.take_by(deadline, OFTEN)
        finally:
            self._next.drop()

    def _let_pass(self) -> None:
        if self._line is not None:
            line, self._line = self._line, None
            line.release()

    def __del__(self) -> None:
        self.close()


class _File:
    """A file that one connection has at a time; opened when it is first asked for."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None

    def take(self) -> bool:
        if self._file is None:
            self._file = os.open(self._path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def take_by(self, deadline: float, pause: float = 0.0) -> bool:
        while not self.take():
            if time.monotonic() >= deadline:
                return False
            time.sleep(pause) if pause else os.sched_yield()
        return True

    def drop(self) -> None:
        if self._file is not None:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


_locks: weakref.WeakSet[WriteLock] = weakref.WeakSet()
_lines: dict[Path, Lock] = {}


def _forget_after_fork() -> None:
    # A forked child shares its parent's open file, and with it the parent's lock: were it kept, the lock
    # would outlive a parent that is killed, and the child could release what the parent still needs.
    _lines.clear()  # who stood in them stayed behind
    for lock in list(_locks):
        lock.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_after_fork)
