"""From a fresh clone to the first page with one command, nothing cached; and how much of it is installing."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterable
from pathlib import Path

from bench.house import ROOT, variables
from bench.row import Row, tell
from config.launcher.install import choose_installer

BARS = {"pip": 30.0, "uv": 15.0}


def rows() -> Iterable[Row]:
    for installer, bar in BARS.items():
        if installer == "uv" and choose_installer().name != "uv":
            tell("uv is not here: left out")
            continue
        with tempfile.TemporaryDirectory(prefix="triomphe-bench-") as folder:
            bare = install_alone(Path(folder), installer)
            whole = first_page(Path(folder), installer)
        tell(f"{installer}: {whole:.1f} s, of it installing {bare:.1f} s")
        yield Row(
            f"fresh clone to first page, {installer}",
            f"{whole:.1f} s",
            f"installing alone {bare:.1f} s",
            f"{whole / bare:.2f}",
            f"≤ {bar:.0f} s",
            whole <= bar,
        )


def environment(folder: Path, installer: str) -> dict[str, str]:
    nothing_cached = {"PIP_NO_CACHE_DIR": "1", "UV_NO_CACHE": "1"}
    return variables(folder / "data") | nothing_cached | {"TRIOMPHE_INSTALLER": installer}


def install_alone(folder: Path, installer: str) -> float:
    """What nobody can avoid: an empty environment, and the packages into it."""
    python = folder / "alone/bin/python"
    pip = [str(python), "-m", "pip"] if installer == "pip" else ["uv", "pip"]
    options = [] if installer == "pip" else ["--python", str(python)]
    requirements = ["--require-hashes", "-r", str(ROOT / "requirements/run.txt")]
    started = time.monotonic()
    without = [] if installer == "pip" else ["--without-pip"]
    for command in (
        [sys.executable, "-m", "venv", *without, str(folder / "alone")],
        [*pip, "install", "--quiet", *options, *requirements],
    ):
        subprocess.run(command, env=environment(folder, installer), check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - started


def first_page(folder: Path, installer: str) -> float:
    clone = folder / "clone"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    base = os.path.realpath(sys.executable)  # not this environment's own
    started = time.monotonic()
    with subprocess.Popen(
        [base, "launch.py", "run", "--port", "0"],
        cwd=clone,
        env=environment(folder, installer),
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            with urllib.request.urlopen(address(process), timeout=60) as page:
                page.read()
            return time.monotonic() - started
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate()


def address(process: subprocess.Popen[str]) -> str:
    for line in process.stdout or ():
        if found := re.search(r"On this machine:\s+(\S+)", line):
            return found.group(1)
    raise RuntimeError("it ended without an address")
