"""One child process of the supervisor: started, watched, restarted ever more slowly, stopped."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field

from django.conf import settings
from django.core.management import execute_from_command_line
from django.db import connections
from setproctitle import setproctitle

from config import forking
from config.forking import Forked

LONGEST_PAUSE = 30.0
STEADY_SECONDS = 60.0
"""A child that lived this long has recovered: the next restart is at once again."""


@dataclass
class Child:
    name: str
    arguments: list[str]
    keep_files: tuple[int, ...] = ()
    once: bool = False
    """It ends by itself when it has done what it is for, and is not started again."""
    failures: int = 0
    start_at: float = 0.0
    started_at: float = 0.0
    process: subprocess.Popen[bytes] | Forked | None = field(default=None, repr=False)

    def start(self) -> None:
        """In a session of its own, so that Ctrl-C reaches the supervisor alone; on a leash (config.leash)."""
        self.started_at = time.monotonic()
        self.process = self._forked() if forking.POSSIBLE else self._new_python()

    def _forked(self) -> Forked:
        connections.close_all()  # a connection is one process's own
        return Forked(self._run, self.keep_files)

    def _run(self) -> None:
        command = self._command()
        setproctitle(" ".join(command))  # whoever looks for it by name finds it (ps, top, systemctl status)
        execute_from_command_line(command[1:])

    def _new_python(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # noqa: S603 - our own commands
            self._command(),
            stdin=subprocess.PIPE,
            pass_fds=self.keep_files,
            start_new_session=True,
        )

    def _command(self) -> list[str]:
        return [sys.executable, str(settings.ROOT / "manage.py"), *self.arguments, "--leash"]

    def ended(self) -> int | None:
        """The exit code of a process that has just been found dead, once; else None."""
        if self.process is None or (code := self.process.poll()) is None:
            return None
        self.signal(signal.SIGKILL)  # what it may have left in its group
        self._forget()
        return code

    def plan_restart(self) -> float:
        """After how many seconds it will be started again."""
        if time.monotonic() - self.started_at >= STEADY_SECONDS:
            self.failures = 0
        pause = min(2.0 ** (self.failures - 1), LONGEST_PAUSE) if self.failures else 0.0
        self.failures += 1
        self.start_at = time.monotonic() + pause
        return pause

    def signal(self, number: int) -> None:
        """To it and to whatever it started."""
        if self.process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)
                return
            if self.process.returncode is None:  # made just now: it has no group of its own yet
                os.kill(self.process.pid, number)

    def terminate(self) -> None:
        if self.process is not None:
            self.process.terminate()

    def wait(self, deadline: float) -> None:
        """Until it has ended; at the deadline it is killed."""
        if self.process is None:
            return
        try:
            self.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.signal(signal.SIGKILL)
            self.process.wait()
        self.signal(signal.SIGKILL)
        self._forget()

    def _forget(self) -> None:
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()
        self.process = None


def describe_exit(code: int) -> str:
    """For people: “killed by SIGKILL” rather than −9."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
