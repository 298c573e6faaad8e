"""The three ways to run Triomphe that are hurt, each with what can be done to it."""

import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from tests.chaos.kept import Keeper, Kept, family_of
from tests.chaos.outside import (
    Quota,
    answers,
    free_port,
    start_postgres,
    start_rabbitmq,
    start_redis,
)
from tests.hall import ROOT, Hall, environment, eventually
from tests.prepared import put_database_into, put_static_files_into, put_tables_into

WEB = WORKERS = 2
START_SECONDS = 180.0
"""A machine that has much else to do takes a while; how long it took is told as the time to recover."""
DISK = {"embedded": 96, "grown": 256}
"""Megabytes."""


KINDS = ("kill", "pause", "disk")


def nothing() -> None:
    pass


@dataclass(frozen=True)
class Fault:
    """Something that is done to a set-up. What lasts is ended by ``end``."""

    name: str
    kind: str
    strike: Callable[[], None]
    end: Callable[[], None] = nothing


class Setup(Protocol):
    name: str
    quota: Quota

    @property
    def ports(self) -> list[int]: ...
    def faults(self) -> list[Fault]: ...
    def run(self, *arguments: str) -> str: ...
    def fresh_port(self) -> int:
        """The port of a web process that was started just now and knows nothing yet."""

    def tail(self) -> str: ...
    def stop(self) -> None: ...


class Embedded:
    """As a club runs it: ``manage.py up``, on a disk of its own."""

    name = "embedded"

    def __init__(self, folder: Path) -> None:
        self.quota = Quota(folder / "disk", DISK["embedded"])
        put_static_files_into(self.quota.folder)
        put_database_into(self.quota.folder)
        self._port = free_port()
        self._lines: list[str] = []
        self.hall = self._start()

    @property
    def ports(self) -> list[int]:
        return [self._port]

    def faults(self) -> list[Fault]:
        found = [Fault("everything", "kill", self._kill_all), *disk_faults(self.quota)]
        for name in ("web", "live", "worker"):
            kill, pause, go_on = (
                partial(self._signal, name, number)
                for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGCONT)
            )
            found += [Fault(name, "kill", kill), Fault(name, "pause", pause, go_on)]
        return found

    def run(self, *arguments: str) -> str:
        return self.hall.run(*arguments)

    def fresh_port(self) -> int:
        before = self.hall.children().get("web")
        self._signal("web", signal.SIGKILL)
        eventually(lambda: self.hall.children().get("web") not in (before, None), timeout=60)
        return self._port

    def tail(self) -> str:
        return "\n".join([*self._lines, *self.hall.lines][-60:])

    def stop(self) -> None:
        self.hall.stop()
        self.quota.close()

    def _start(self) -> Hall:
        hall = Hall(self.quota.folder, {}, ("--port", str(self._port)))
        hall.wait_for(r"Ctrl-C", START_SECONDS)
        return hall

    def _kill_all(self) -> None:
        self.hall.kill()
        self._lines += self.hall.lines
        self.hall = self._start()

    def _signal(self, name: str, number: int) -> None:
        """To the process of this name and to whatever it started; it may have died a moment ago."""
        for pid in family_of(self.hall.children().get(name, 0)) - {0}:
            with suppress(ProcessLookupError):
                os.kill(pid, number)


class Grown:
    """Two web and two worker processes and a scheduler by themselves, on servers of their own."""

    def __init__(self, folder: Path, broker: str) -> None:
        self.name = f"PostgreSQL, Redis{' and RabbitMQ' if broker == 'rabbitmq' else ''}"
        self._folder, self._keeper, self._stack = folder, Keeper(), ExitStack()
        self.quota = Quota(folder / "disk", DISK["grown"])
        self._stack.callback(self.quota.close)
        self._stack.callback(self._keeper.stop)
        try:
            self._start(broker)
        except BaseException:
            self.stop()
            raise

    @property
    def ports(self) -> list[int]:
        return list(self._ports)

    def faults(self) -> list[Fault]:
        found = disk_faults(self.quota)
        for one in self._keeper.kept:
            found += [Fault(one.name, "kill", one.kill), Fault(one.name, "pause", one.pause, one.go_on)]
        return found

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self._variables,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def fresh_port(self) -> int:
        for one in self._keeper.kept:
            one.wait_until_ready()
        port = free_port()
        self._start_web("web, fresh", port)
        return port

    def tail(self) -> str:
        return "\n".join(f"--- {one.name}, {one.starts} starts\n{one.tail()}" for one in self._keeper.kept)

    def stop(self) -> None:
        self._stack.close()

    def _start(self, broker: str) -> None:
        for name in ("logs", "redis", "rabbitmq", "data"):
            (self._folder / name).mkdir(parents=True, exist_ok=True)
        logs = self._folder / "logs"
        self._variables = environment(self._folder / "data") | {
            "DATABASE_URL": start_postgres(self._keeper, self.quota.folder, logs),
            "REDIS_URL": (hints := start_redis(self._keeper, self._folder / "redis", logs)),
            "BROKER_URL": hints,
            "SECRET_KEY": secrets.token_hex(32),
            "SWEEP_SECONDS": "2",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        if broker == "rabbitmq":
            self._variables["BROKER_URL"] = start_rabbitmq(self._keeper, self._folder / "rabbitmq", logs)
        put_tables_into(self._variables["DATABASE_URL"])
        put_static_files_into(self._folder / "data")
        self._ports = [free_port() for _ in range(WEB)]
        for number, port in enumerate(self._ports, start=1):
            self._start_web(f"web {number}", port)
        for number in range(1, WORKERS + 1):
            self._part(f"worker {number}", "worker", "--concurrency", "1")
        self._part("scheduler", "scheduler")

    def _start_web(self, name: str, port: int) -> None:
        self._part(name, "web", "--port", str(port), ready=lambda: answers(port))

    def _part(self, name: str, *arguments: str, ready: Callable[[], bool] = lambda: True) -> None:
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        log = self._folder / "logs" / f"{name.replace(' ', '-')}.log"
        self._keeper.start(Kept(name, command, self._variables, log, ready=ready))


def disk_faults(quota: Quota) -> list[Fault]:
    return [Fault("disk full", "disk", quota.fill, quota.free)] if quota.real else []


SETUPS: dict[str, Callable[[Path], Setup]] = {
    "embedded": Embedded,
    "redis": lambda folder: Grown(folder, "redis"),
    "rabbitmq": lambda folder: Grown(folder, "rabbitmq"),
}


def told(setup: Setup, *arguments: str) -> dict[str, Any]:
    """What a program that is run in a set-up's environment prints as JSON."""
    found: dict[str, Any] = json.loads(setup.run(*arguments))
    return found


@contextmanager
def set_up(name: str) -> Iterator[Setup]:
    """In a folder that everybody may pass through: PostgreSQL runs under an account of its own."""
    with tempfile.TemporaryDirectory(prefix="triomphe-chaos-") as folder:
        Path(folder).chmod(0o755)
        setup = SETUPS[name](Path(folder))
        try:
            yield setup
        finally:
            setup.stop()
