"""An environment made from nothing, in which Triomphe is installed from its sources.

Knows uv and pip, and nothing of what is installed besides.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = (
    "config",
    "games",
    "rules",
    "tournaments",
    "requirements",
    "pyproject.toml",
    "README.md",
    "LICENSE",
)
UV = shutil.which("uv")


class Hall:
    """A fresh environment with Triomphe in it."""

    def __init__(self, folder):
        self.folder = folder
        self.python = folder / "env" / "bin" / "python"
        self.environ = {
            key: value
            for key, value in os.environ.items()
            if key not in ("DJANGO_SETTINGS_MODULE", "PYTHONPATH", "VIRTUAL_ENV")
        }
        self.environ |= {"TRIOMPHE_DATA": str(folder), "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3"}

    def download(self, *requirements):
        """From what was downloaded before, else from the network; without either nothing can be tried."""
        done = self._install("--offline", *requirements) if UV else None
        if done is None or done.returncode:
            done = self._install(*requirements)
        if done.returncode:
            pytest.skip(f"packages cannot be had here, perhaps for want of a network: {done.stderr[-300:]}")

    def install(self, *packages):
        """Packages of which we have the source: this needs no network and must not fail."""
        done = self._install("--no-deps", "--no-build-isolation", *packages)
        assert done.returncode == 0, done.stderr

    def _install(self, *arguments):
        uv = [UV, "pip", "install", "--quiet", "--python", self.python]
        # Our own pip installs there: to put another into the environment took as long as to build ours. Nothing is
        # compiled beforehand, which took more than half of the time: Python compiles what it really imports.
        pip = [sys.executable, "-m", "pip", "--python", self.python, "install", "--quiet"]
        pip += ["--disable-pip-version-check", "--no-compile"]
        return self._run([*(uv if UV else pip), *arguments])

    def run(self, *arguments, cwd=None, **more):
        return self._run([self.python, *arguments], cwd=cwd or self.folder, **more)

    def manage(self, *arguments, **more):
        return self.run("manage.py", *arguments, **more)

    def _run(self, command, **more):
        return subprocess.run(
            list(map(str, command)), capture_output=True, text=True, env=self.environ, check=False, **more
        )


def make_environment(hall):
    if UV:
        command = [UV, "venv", "--quiet", "--python", sys.executable, hall.folder / "env"]
    else:
        command = [sys.executable, "-m", "venv", "--without-pip", hall.folder / "env"]
    subprocess.run(list(map(str, command)), check=True, capture_output=True)


def copy_sources(folder):
    """A copy, because building leaves things behind."""
    folder.mkdir()
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder)
    return folder
