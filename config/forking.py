"""A child made by fork instead of by a new Python: everything is loaded already, so that it works at once.

It looks like a ``subprocess.Popen`` to whoever supervises it, and to the child the world looks as it would after
Popen: a session of its own, its leash on standard input, no open file but those it was given, signals as they are at
first. What the child does is not known here.
"""

import gc
import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from multiprocessing import util
from typing import BinaryIO, NoReturn

POSSIBLE = sys.platform == "linux"
"""Elsewhere the system's own libraries are not made for it; there every child begins as a new Python."""
HANDLED = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD} if POSSIBLE else set()
STANDARD_INPUT = 0
STANDARD_FILES = {STANDARD_INPUT, 1, 2}
LONGEST_LOOK = 0.05
"""Seconds between two looks for whether it has ended, at most."""


class Forked:
    def __init__(self, run: Callable[[], object], keep_files: Iterable[int] = ()) -> None:
        leash, held = os.pipe()
        _flush()  # or each child would say once more what nobody has heard yet
        gc.freeze()  # what is there now is shared: a child that looked it through would make a copy of its own
        # Held back until the child hears signals as its own: one that came before would be lost.
        signal.pthread_sigmask(signal.SIG_BLOCK, HANDLED)
        try:
            self.pid = os.fork()
            if self.pid == 0:
                _live(run, leash, {*keep_files})
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, HANDLED)
        os.close(leash)
        self.stdin: BinaryIO | None = open(held, "wb", buffering=0)  # noqa: SIM115 - held until the child is gone
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """The exit code, or the number of the signal that ended it with a minus; None while it runs."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        deadline = None if timeout is None else time.monotonic() + timeout
        pause = 0.001
        while (code := self.poll()) is None:
            if deadline is not None and time.monotonic() >= deadline:
                raise subprocess.TimeoutExpired([str(self.pid)], timeout or 0.0)
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_LOOK)
        return code

    def terminate(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGTERM)


def _live(run: Callable[[], object], leash: int, keep_files: set[int]) -> NoReturn:
    code = 1
    try:
        os.setsid()
        os.dup2(leash, STANDARD_INPUT)
        _close_all_but(keep_files)
        _hear_signals_as_at_first()
        run()
        code = 0
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
        if isinstance(leaving.code, str):
            print(leaving.code, file=sys.stderr)  # noqa: T201 - as Python does
    except BaseException:
        traceback.print_exc()
    finally:
        _leave(code)


def _leave(code: int) -> NoReturn:
    """Not by way of the supervisor's own end, which waits for all its children. What a worker's pool would take away
    at a process's own end is therefore taken away here, as in the children which the pool forks."""
    try:
        util._exit_function()  # type: ignore[attr-defined]
    except BaseException:
        traceback.print_exc()
    finally:
        _flush()
        os._exit(code)


def _flush() -> None:
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with suppress(OSError):  # nobody reads any more
            stream.flush()


def _close_all_but(keep_files: set[int]) -> None:
    """Above all the leashes of the others, which have to end with the supervisor alone."""
    for file in {int(name) for name in os.listdir("/proc/self/fd")} - keep_files - STANDARD_FILES:
        with suppress(OSError):  # the one through which the list was read
            os.close(file)


def _hear_signals_as_at_first() -> None:
    signal.set_wakeup_fd(-1)
    for number in HANDLED:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, HANDLED)
