"""The runs of the tests: on SQLite, and beside it on servers what needs them, all shown one after the other.

Run by the environment's Python. Does not know what is tested, nor which checks go before: those are ``checks``.
"""

import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

PROCESSORS = os.cpu_count() or 1
WORKERS = PROCESSORS
WORKERS_BESIDE = {"redis": PROCESSORS, "rabbitmq": max(1, PROCESSORS // 2)}
"""Of the runs on servers, so that all come to their end at about the same time. Together they are more than there are
processors: tests of browsers and servers wait for a part of their time. None begins before a processor has time for it
(tests.turns)."""
RERUN = "RERUN "
"""How pytest begins the line of a test that failed and was run once more."""
SKIPPED = "skipped: "
"""How ``tests.grown`` begins the line that says why it ran nothing."""
SUMMARY = re.compile(r"^=+ (.*) in ([\d.]+)s.* =+$")


class Run:
    """One command. Its lines are kept until somebody shows them."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name, self.command = name, list(command)
        self.code: int | None = None
        self.stopped = False
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._process: subprocess.Popen[str] | None = None

    def go(self) -> None:
        try:
            if not self.stopped:
                self._go()
        finally:
            self._lines.put(None)

    def show(self, tally: Counter[str], notes: list[str]) -> bool:
        """As it goes, or what is there of it already; its totals go to the tally, why it was left out to the notes."""
        print(f"\n{self.name}", flush=True)
        before = tally.total()
        for line in iter(self._lines.get, None):
            print(line, end="", flush=True)
            if found := SUMMARY.match(line.strip()):
                tally.update(totals(found.group(1)))
            elif line.startswith(RERUN):
                notes.append(f"UNSTEADY, failed at first in {self.name}: {line.removeprefix(RERUN).strip()}")
            elif line.startswith(SKIPPED):
                notes.append(f"{self.name} were {line.strip()}")
                tally["skipped"] += 1
        if self.code and tally.total() == before:
            tally["errors"] += 1  # it did not get as far as a test
        return self.code == 0

    def stop(self) -> None:
        """It ends, or does not begin."""
        self.stopped = True
        if self._process:
            self._process.terminate()

    def _go(self) -> None:
        with subprocess.Popen(
            self.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process:
            self._process = process
            if self.stopped:  # told so while it was begun
                process.terminate()
            for line in process.stdout or ():
                self._lines.put(line)
        self.code = process.returncode


def lanes(arguments: list[str], files: dict[str, list[str]]) -> list[list[Run]]:
    """Those of a lane follow each other. With arguments it is they who say which tests; without, each run on servers
    loads only the files that hold some of its own."""

    def grown(broker: str, mark: str) -> list[str]:
        command = [sys.executable, "-m", "tests.grown", broker, *pytest(WORKERS_BESIDE[broker])]
        return [*command, *(arguments or files.get(mark, []))]

    return [
        [Run("tests on SQLite", [*pytest(WORKERS), *arguments])],
        [Run("tests on PostgreSQL and Redis", grown("redis", "touches_data"))],
        [Run("tests on PostgreSQL and RabbitMQ", grown("rabbitmq", "touches_queue"))],
    ]


def pytest(workers: int) -> list[str]:
    options = ["-n", str(workers), "--dist", "loadfile", "--no-loadscope-reorder"]
    return [sys.executable, "-m", "pytest", *options]


def run_all(lanes: list[list[Run]], tally: Counter[str], notes: list[str]) -> set[str]:
    """All lanes at once; the names of the runs that failed. Told to end, it ends them, and shows what they still say."""
    runs = [run for lane in lanes for run in lane]

    def stop() -> None:
        for run in runs:
            run.stop()

    signal.signal(signal.SIGTERM, lambda *_: stop())
    with ThreadPoolExecutor(len(lanes)) as pool:
        for lane in lanes:
            pool.submit(go_along, lane)
        try:
            return {run.name for run in runs if not run.show(tally, notes)}
        except KeyboardInterrupt:  # each of them has been told by the terminal too
            for run in runs:
                run.stopped = True
            raise


def go_along(lane: list[Run]) -> None:
    for run in lane:
        run.go()


def totals(text: str) -> dict[str, int]:
    """“3 passed, 1 skipped” as numbers."""
    return {word: int(number) for number, word in re.findall(r"(\d+) (\w+)", text)}
