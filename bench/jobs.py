"""How long a job takes when embedded: from the commit that makes it due until it is done."""

import json
import time
from collections.abc import Iterable
from pathlib import Path

from bench.house import data_folder, python
from bench.row import Row, percentile, tell

COUNT = 100
BAR_MS = 300.0


def ask(way: str, data: Path) -> list[float]:
    output = python("-m", "bench.parts.job_asker", way, str(COUNT), data=data).communicate()[0]
    taken: list[float] = json.loads(output)
    tell(f"{way}: p50 {percentile(taken, 50) * 1000:.0f} ms, p95 {percentile(taken, 95) * 1000:.0f} ms")
    return taken


def rows() -> Iterable[Row]:
    with data_folder() as data:
        direct = percentile(ask("direct", data), 95) * 1000
        worker = python("manage.py", "worker", "--leash", data=data)
        try:
            wait_for(data / "worker.alive")
            queued = percentile(ask("worker", data), 95) * 1000
        finally:
            worker.terminate()
            worker.communicate()
    yield Row(
        "embedded job, commit to done, p95",
        f"{queued:.0f} ms",
        f"called directly {direct:.0f} ms",
        f"{queued / direct:.1f}",
        f"≤ {BAR_MS:.0f} ms",
        queued <= BAR_MS,
    )


def wait_for(file: Path) -> None:
    deadline = time.monotonic() + 30
    while not file.exists():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{file} did not come")
        time.sleep(0.05)
