"""Programs that are started again whenever they die, and can be killed and paused with all that they started."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread

from tests.hall import ps

LOOK_SECONDS = 0.05
READY_SECONDS = 120.0


class Kept:
    """One program. ``ready`` tells whether it answers."""

    def __init__(
        self,
        name: str,
        command: list[str],
        environment: dict[str, str],
        log: Path,
        *,
        ready: Callable[[], bool],
        user: str | None = None,
    ) -> None:
        self.name, self.command, self.environment, self.log = name, command, environment, log
        self.ready, self.user = ready, user
        self.starts = 0
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def keep(self) -> None:
        """Start it, or start it again if it has died."""
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self._start()

    def kill(self) -> None:
        """As a power cut would; it is started again by whoever keeps it."""
        with self._lock:
            for pid in self.family():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            if self._process is not None:
                self._process.wait()

    def pause(self) -> None:
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while not self.ready():
            assert time.monotonic() < deadline, f"{self.name} does not answer:\n{self.tail()}"
            time.sleep(LOOK_SECONDS)

    def tail(self) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-30:]) if self.log.exists() else ""

    def family(self) -> set[int]:
        return family_of(self._process.pid) if self._process is not None else set()

    def _signal(self, number: int) -> None:
        for pid in self.family():
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def _start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self.command,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                user=self.user,
                group=self.user,
                extra_groups=[] if self.user else None,
            )
        self.starts += 1


class Keeper:
    """Looks after several of them, in a thread."""

    def __init__(self) -> None:
        self.kept: list[Kept] = []
        self._over = Event()
        self._thread = Thread(target=self._look_after, daemon=True)

    def start(self, one: Kept) -> Kept:
        """Start it and wait until it answers; from then on it is looked after."""
        one.keep()
        self.kept.append(one)
        if not self._thread.is_alive():
            self._thread.start()
        one.wait_until_ready()
        return one

    def stop(self) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
        for one in reversed(self.kept):
            one.kill()

    def _look_after(self) -> None:
        while not self._over.wait(LOOK_SECONDS):
            for one in list(self.kept):
                one.keep()


def family_of(pid: int) -> set[int]:
    """A process and all that descend from it."""
    parents = {
        int(child): int(parent) for child, parent in re.findall(r"(\d+) +(\d+)", ps("-A", "-o", "pid=,ppid="))
    }
    found = {pid} & set(parents)
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found
