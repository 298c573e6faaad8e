"""The whole program, started as a club starts it (``manage.py up``), for tests to use and to hurt."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Condition, Thread

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 60.0
STOP_SECONDS = 30.0
OURS = """
    DATABASE_URL BROKER_URL REDIS_URL SECRET_KEY ALLOWED_HOSTS CSRF_TRUSTED_ORIGINS HTTPS HSTS_SECONDS
    BEHIND_PROXY EMAIL_URL EMAIL_FROM WEB_PUSH_KEY WEB_PUSH_CONTACT WEB_PUSH_HOSTS SESSION_HOURS SESSION_IDLE_HOURS TRIOMPHE_DEBUG TRIOMPHE_LANGUAGE LOG_LEVEL DJANGO_SETTINGS_MODULE
"""


class Hall:
    def __init__(
        self,
        data: Path,
        variables: dict[str, str],
        arguments: tuple[str, ...] = (),
        begun: tuple[str, ...] = (),
        leash: bool = True,
    ) -> None:
        """``begun`` is a program that begins it in its own way."""
        self.data, self.variables = data, variables
        self.lines: list[str] = []
        self._news = Condition()
        tied = ["--leash"] if leash else []
        self.process = subprocess.Popen(
            [*begun, sys.executable, str(ROOT / "manage.py"), "up", *tied, "--port", "0", *arguments],
            env=environment(data) | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def wait_until_up(self) -> "Hall":
        self.wait_for(r"Ctrl-C")
        return self

    @property
    def url(self) -> str:
        """Without a slash at its end."""
        return self.wait_for(r"On this machine:\s+(\S+)").group(1)

    @property
    def port(self) -> int:
        return int(self.url.rsplit(":", 1)[1])

    @property
    def link(self) -> str | None:
        """The organiser's sign-in link, whole; None when none was printed."""
        self.wait_until_up()
        found = re.search(r"organiser signs in here, once:\s+(\S+)", self.output)
        return found.group(1) if found else None

    @property
    def output(self) -> str:
        return "\n".join(self.lines)

    def wait_for(self, pattern: str, timeout: float = START_SECONDS, *, since: int = 0) -> re.Match[str]:
        """The first match in what has been printed after so many lines, waiting for it to be printed."""

        def search() -> re.Match[str] | None:
            return re.search(pattern, "\n".join(self.lines[since:]))

        with self._news:
            self._news.wait_for(lambda: self._ended() or search(), timeout)
            found = search()
        assert found, f"“{pattern}” was not printed:\n{self.output}"
        return found

    def children(self) -> dict[str, int]:
        """The process ids of web, worker and scheduler (of the first, where there are several)."""
        ours = re.compile(rf"^\s*{self.process.pid}\s+(\d+)\s.*manage\.py (\w+)", re.M)
        return {name: int(pid) for pid, name in reversed(ours.findall(ps("-A", "-o", "ppid=,pid=,args=")))}

    def run(self, *arguments: str) -> str:
        """What a Python program prints that is run in this hall's environment."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=environment(self.data) | self.variables | {"DJANGO_SETTINGS_MODULE": "config.settings"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def family(self) -> set[int]:
        """Every process that descends from it, itself included."""
        table = re.findall(r"(\d+) +(\d+)", ps("-A", "-o", "pid=,ppid="))
        parents = {int(pid): int(parent) for pid, parent in table}
        found = {self.process.pid}
        while more := {pid for pid, parent in parents.items() if parent in found} - found:
            found |= more
        return found

    def stop(self, number: int = signal.SIGINT) -> int:
        """Ask it to stop and give its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(STOP_SECONDS)
        if self.process.stdin:
            self.process.stdin.close()
        self._reader.join(STOP_SECONDS)
        assert self._ended(), f"something still holds its output:\n{self.output}"
        return code

    def kill(self) -> None:
        """End the supervisor as a power cut would."""
        self.stop(signal.SIGKILL)

    def _ended(self) -> bool:
        return not self._reader.is_alive()

    def _read(self) -> None:
        assert self.process.stdout
        with self.process.stdout as output:
            for line in output:
                with self._news:
                    self.lines.append(line.rstrip("\n"))
                    self._news.notify_all()
        with self._news:
            self._news.notify_all()


def environment(data: Path) -> dict[str, str]:
    """The caller's, without what would configure Triomphe."""
    kept = {name: value for name, value in os.environ.items() if name not in OURS.split()}
    return kept | {"TRIOMPHE_DATA": str(data), "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}


def eventually(true: Callable[[], object], timeout: float = 20.0, every: float = 0.05) -> None:
    """Fail unless the condition becomes true in time: for what cannot be waited for otherwise."""
    deadline = time.monotonic() + timeout
    while not true():
        assert time.monotonic() < deadline, "it did not become true in time"
        time.sleep(every)


def alive(pid: int) -> bool:
    """Whether the process runs; one that has ended and only waits to be noticed does not."""
    state = ps("-o", "stat=", "-p", str(pid)).strip()
    return bool(state) and not state.startswith("Z")


def ps(*options: str) -> str:
    return subprocess.run(["ps", "-ww", *options], capture_output=True, text=True, check=False).stdout
