"""A hall that watches: thousands of streams on one process and on two, fragments, and one real browser."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from typing import Any

from bench.desk import hall
from bench.house import ROOT
from bench.row import Row, percentile, tell
from tests.conftest import launched
from tests.hall import Hall
from tests.load.judge import Judge
from tests.load.phone import Phone
from tests.needs import CHROMIUM
from tests.services import own_services

SPECTATORS, MANY = 5_000, 10_000
UPDATES = 10
PAUSE = 1.0
SMALL = 3
"""Tables whose standings make a view of some 20 kB."""
TABLES = 40
ENTRIES = 40
ASK_SECONDS = 4.0
HOUR, EVERY = 3_600, 5


@dataclass(frozen=True)
class Seen:
    """What a crowd saw: for each update how long after it the last of them, and each of them, had it."""

    last: list[float]
    each: list[float]
    missed: int
    bytes: int
    cpu: float
    memory: float

    @property
    def slowest(self) -> float:
        """Of a typical update, until the last had it."""
        return percentile(self.last, 50) * 1000

    @property
    def p99(self) -> float:
        return percentile(self.each, 99) * 1000


def rows() -> Iterable[Row]:
    yield from five_thousand()
    yield two_processes()
    yield asked()
    yield screen()


def five_thousand() -> Iterator[Row]:
    with hall() as running, closing(_judge(running, SMALL)) as playing:
        size, plain = _sizes(running, playing.home)
        live = running.children()["live"]
        ours = _crowd(running.port, playing.home, SPECTATORS, live, lambda: playing.update())
    tell(f"ours: {ours.slowest:.0f} ms, p99 {ours.p99:.0f} ms, {ours.missed} missed, cpu {ours.cpu:.1f} s")
    bare = _bare(size)
    tell(f"bare: {bare.slowest:.0f} ms, cpu {bare.cpu:.1f} s")
    what = f"{SPECTATORS} spectators, a view of {plain / 1000:.0f} kB, one update a second"
    yield Row(
        f"{what}: last client",
        f"{ours.slowest:.0f} ms",
        f"bare server {bare.slowest:.0f} ms",
        f"{ours.slowest / bare.slowest:.2f}",
        "≤ 2.0",
        ours.slowest / bare.slowest <= 2.0,
    )
    yield Row(
        "the same: p99 from commit to client; missed updates",
        f"{ours.p99:.0f} ms; {ours.missed}",
        f"bare server {bare.p99:.0f} ms",
        f"{ours.p99 / bare.p99:.2f}",
        "≤ 500 ms; 0",
        ours.p99 <= 500 and ours.missed == 0,
    )
    yield Row(
        "the same: memory a spectator",
        f"{ours.memory:.1f} kB",
        f"bare server {bare.memory:.1f} kB",
        f"{ours.memory / bare.memory:.1f}",
        "≤ 16 kB",
        ours.memory <= 16,
    )
    yield Row(
        "the same: CPU",
        f"{ours.cpu:.2f} s",
        f"bare server {bare.cpu:.2f} s",
        f"{ours.cpu / bare.cpu:.1f}",
        "≤ 3",
        ours.cpu / bare.cpu <= 3,
    )
    updates = HOUR / EVERY
    yield Row(
        f"bytes a spectator an hour, an update every {EVERY} s",
        f"{updates * size / 1e6:.1f} MB",
        f"uncompressed {updates * plain / 1e6:.1f} MB",
        f"{size / plain:.3f}",
        "≤ 1/6",
        size * 6 <= plain,
    )


def two_processes() -> Row:
    with ExitStack() as stack:
        variables = stack.enter_context(own_services("redis"))
        running = stack.enter_context(hall("--web", "2", "--live", "2", **variables))
        playing = stack.enter_context(closing(_judge(running, SMALL)))
        seen = _crowd(running.port, playing.home, MANY, running.children()["live"], lambda: playing.update())
    return Row(
        f"two processes of each kind on Redis, {MANY} spectators",
        f"p99 {seen.p99:.0f} ms, {seen.missed} missed",
        f"last client {seen.slowest:.0f} ms",
        "–",
        "≤ 1.5 s, 0 missed",
        seen.p99 <= 1_500 and seen.missed == 0,
    )


def asked() -> Row:
    with hall() as running, closing(_judge(running, SMALL)) as playing:
        command = [
            sys.executable,
            "-m",
            "bench.parts.asking",
            str(running.port),
            playing.home,
            str(ASK_SECONDS),
        ]
        rate = float(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
        began, count = time.monotonic(), 0
        with closing(Phone(running.port)) as phone:
            while time.monotonic() < began + ASK_SECONDS:
                phone.get(f"{playing.home}?seen=old", **{"HX-Request": "true"})
                count += 1
    through = count / ASK_SECONDS
    return Row(
        "cached fragment, nothing changed, one process",
        f"{rate:.0f}/s",
        f"one visitor through Django {through:.0f}/s",
        f"{rate / through:.0f}",
        "≥ 10000/s",
        rate >= 10_000,
    )


def screen() -> Row:
    """From a judge's commit to another phone's screen, while all tables are played at."""
    with hall() as running, closing(_judge(running, TABLES)) as playing:
        waits = _seen_on_screen(running, playing)
    return Row(
        f"a judge's commit until it is on another screen, {TABLES} tables playing, p95",
        f"{percentile(waits, 95) * 1000:.0f} ms",
        f"median {percentile(waits, 50) * 1000:.0f} ms",
        "–",
        "≤ 700 ms",
        percentile(waits, 95) <= 0.7,
    )


# -- in detail -----------------------------------------------------------------------------------


class _Playing:
    """A round in play, and judges who enter something at its tables in turn."""

    def __init__(self, running: Hall, tables: int) -> None:
        told: dict[str, Any] = json.loads(running.run("-m", "tests.load.prepare", str(tables)))
        self.home = told["home"]
        self.judges = [Judge(Phone(running.port), **table) for table in told["tables"]]
        for judge in self.judges:
            judge.come_in()
        self.at = 0

    def update(self) -> float:
        """One entry at the next table; the moment at which it was acknowledged."""
        self.judges[self.at % len(self.judges)].enter_next()
        self.at += 1
        return time.monotonic()

    def close(self) -> None:
        for judge in self.judges:
            judge.phone.close()


def _judge(running: Hall, tables: int) -> _Playing:
    return _Playing(running, tables)


def _sizes(running: Hall, path: str) -> tuple[int, int]:
    """Bytes of one version, packed as everybody is sent it, and plain."""
    from tests.load.watcher import Watcher

    sizes = []
    for packed in (True, False):
        with closing(Watcher(running.port, path, packed=packed)) as watcher:
            chunks = watcher.chunks()
            sizes.append(max(len(next(chunks)) for _ in range(2)))
    return sizes[0], sizes[1]


def _crowd(port: int, path: str, count: int, pid: int, update: Any) -> Seen:
    before = _resident(pid)
    with _people(port, path, count) as people:
        memory = (_resident(pid) - before) / count
        cpu = _cpu(pid)
        moments = []
        for _ in range(UPDATES):
            moments.append(update())
            time.sleep(PAUSE)
        used = _cpu(pid) - cpu
        told = _ended(people)
    return _seen(told, moments, count, used, memory)


def _bare(size: int) -> Seen:
    command = [sys.executable, "-m", "bench.parts.bare_stream", str(size)]
    server = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert server.stdout
    assert server.stdin
    try:
        port = int(server.stdout.readline())
        before = _resident(server.pid)
        with _people(port, "/", SPECTATORS) as people:
            memory = (_resident(server.pid) - before) / SPECTATORS
            cpu = _cpu(server.pid)
            server.stdin.write("go\n")
            server.stdin.flush()
            moments = [json.loads(server.stdout.readline())["at"] for _ in range(UPDATES)]
            time.sleep(PAUSE / 2)
            used = _cpu(server.pid) - cpu
            told = _ended(people)
    finally:
        server.kill()
        server.wait()
    return _seen(told, moments, SPECTATORS, used, memory)


@contextmanager
def _people(port: int, path: str, count: int) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "bench.parts.crowd", str(port), str(count), path]
    people = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert people.stdout
    try:
        ready = json.loads(people.stdout.readline())
        tell(f"{ready['ready']} connected in {ready['seconds']:.1f} s")
        yield people
    finally:
        people.kill()
        people.wait()


def _ended(people: subprocess.Popen[str]) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(people.communicate()[0])
    return told


def _seen(told: dict[str, Any], moments: list[float], count: int, cpu: float, memory: float) -> Seen:
    """Versions and updates in their order: two updates that were shown together are seen with the later one."""
    last, each, missed = [], [], told["lost"]
    versions = told["versions"]
    for at, arrived in enumerate(versions[: len(moments)]):
        last.append(max(0.0, arrived[-1] - moments[at]))
        each += [max(0.0, moment - moments[at]) for moment in arrived]
        missed += count - len(arrived)
    missed += count * max(0, len(moments) - len(versions))
    return Seen(last, each, missed, told["bytes"], cpu, memory)


def _cpu(pid: int) -> float:
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()  # noqa: SIM115
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident(pid: int) -> float:
    """Kilobytes."""
    lines = open(f"/proc/{pid}/status").read().splitlines()  # noqa: SIM115
    return float(next(line.split()[1] for line in lines if line.startswith("VmRSS")))


WATCH = """() => {
  window.seen = [];
  new MutationObserver(() => {
    const version = Number(document.getElementById("score")?.dataset.version);
    if (version && window.seen.at(-1)?.[0] !== version) window.seen.push([version, Date.now() / 1000]);
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
}"""


def _seen_on_screen(running: Hall, playing: _Playing) -> list[float]:
    mine, others = playing.judges[0], playing.judges[1:]
    entered: dict[int, float] = {}
    with launched(CHROMIUM) as browser:
        page = browser.new_page()
        page.goto(running.url + mine.page)
        page.evaluate(WATCH)
        page.wait_for_timeout(1_000)
        for number in range(ENTRIES):
            for judge in others[number % 3 :: 3]:
                judge.enter_next()
            mine.enter_next()
            entered[mine.version] = time.time()
            page.wait_for_timeout(700)
        page.wait_for_timeout(2_000)
        seen = dict(page.evaluate("() => window.seen"))
    return [max(0.0, seen[version] - at) for version, at in entered.items() if version in seen]
