"""How much was tried to get in where one does not belong: runs the tests that try it, and counts what they tried."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from bench.house import ROOT
from bench.row import Row


def rows() -> Iterable[Row]:
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "counts.json"
        command = [sys.executable, "-m", "tests.security.counts", "--json", str(told)]
        passed = subprocess.run(command, cwd=ROOT, stdout=sys.stderr, check=False).returncode == 0
        counts: dict[str, int] = json.loads(told.read_text())
    for what, number in counts.items():
        yield Row(f"tried: {what}", f"{number:,}", "", "", "none gets through", passed)
