"""``make test``: every check and every test, each with its seconds; all of them run, whichever fail.

Run by the environment's Python; how the tests are run is ``suites``, those on PostgreSQL with Redis and with RabbitMQ are
``tests.grown``, and in which files those are is found by ``tests.gathered``.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from config.launcher.suites import lanes, run_all

BIN = Path(sys.executable).parent
PRODUCTION = {
    "ALLOWED_HOSTS": "triomphe.example.org",
    "HTTPS": "1",
    "HSTS_SECONDS": "31536000",
    "SECRET_KEY": "not-a-secret-but-long-and-varied-enough-for-the-deployment-check-0123456789",
}


@dataclass(frozen=True)
class Step:
    name: str
    command: list[str]
    variables: dict[str, str] = field(default_factory=dict)

    def run(self, variables: dict[str, str]) -> tuple[int, str, float]:
        started = time.monotonic()
        done = subprocess.run(
            self.command,
            env=os.environ | variables | self.variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout, time.monotonic() - started


def steps(gathered: Path) -> list[Step]:
    """The checks that read the code and run no test; the two longest first, beside each other."""
    manage = [sys.executable, "manage.py"]
    templates = [str(path) for path in sorted(Path("templates").rglob("*.html"))]
    return [
        Step("mypy", [str(BIN / "mypy"), "."]),
        Step("tests can be loaded", [sys.executable, "-m", "tests.gathered", str(gathered)]),
        Step("ruff check", [str(BIN / "ruff"), "check", "."]),
        Step("ruff format", [str(BIN / "ruff"), "format", "--check", "."]),
        Step("djade", [str(BIN / "djade"), "--check", "--target-version", "5.2", *templates]),
        Step("import-linter", [str(BIN / "lint-imports"), "--no-cache"]),
        Step("makemigrations", [*manage, "makemigrations", "--check", "--dry-run"]),
        Step("check --deploy", [*manage, "check", "--deploy", "--fail-level", "WARNING"], PRODUCTION),
    ]


def main(arguments: list[str]) -> int:
    tally: Counter[str] = Counter()
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="triomphe-checks-") as data:
        gathered = Path(data) / "gathered.json"
        failed = run_steps(steps(gathered), {"TRIOMPHE_DATA": data})
        files: dict[str, list[str]] = json.loads(gathered.read_text()) if gathered.exists() else {}
    notes: list[str] = []
    failed |= run_all(lanes(arguments, files), tally, notes)
    print("\n".join(["", *notes, *(f"FAILED: {name}" for name in sorted(failed))]))
    print_summary(tally, failed, time.monotonic() - started)
    return 1 if failed else 0


def run_steps(steps: list[Step], variables: dict[str, str]) -> set[str]:
    """Two at a time, told in order; the names of those that failed."""
    failed = set()
    with ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda step: step.run(variables), steps)
        for step, (code, output, seconds) in zip(steps, results, strict=True):
            print(f"{step.name:.<24} {'ok' if code == 0 else 'FAILED'} {seconds:.1f} s", flush=True)
            if code:
                failed.add(step.name)
                print(output, flush=True)
    return failed


def print_summary(tally: Counter[str], failed: Iterable[str], seconds: float) -> None:
    """One line over all runs, in the form of pytest's own. A failed check counts as an error."""
    tally["errors"] += len([name for name in failed if not name.startswith("tests ")])
    order = ("failed", "passed", "skipped", "deselected", "xfailed", "rerun", "errors")
    parts = [f"{tally[word]} {word}" for word in order if tally[word] and word != "deselected"]
    print(f"===== {', '.join(parts) or 'no tests ran'} in {seconds:.2f}s =====", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
