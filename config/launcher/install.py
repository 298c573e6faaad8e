"""How packages get into an environment: with uv where it is to be had, else with pip; always by hash."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

OFFLINE = "The packages could not be installed. Is this machine online? The lines above say more."


class TroubleError(Exception):
    """Something the user can mend: its text is the sentence to show."""


@dataclass(frozen=True)
class Installer:
    name: str
    command: tuple[str, ...]
    """Up to “pip install”; empty for the environment's own pip."""
    venv_options: tuple[str, ...] = ()

    def requirements(self, python: Path, files: list[Path]) -> None:
        arguments = [part for file in files for part in ("-r", str(file))]
        run_quietly([*self._start(python), "--require-hashes", *arguments], OFFLINE)

    def project(self, python: Path, root: Path) -> None:
        options = ["--no-deps", "--no-build-isolation", "-e", str(root)]
        run_quietly([*self._start(python), *options], OFFLINE)

    def _start(self, python: Path) -> list[str]:
        if self.command:
            return [*self.command, "--python", str(python)]
        # Not compiled beforehand, which took half of the time: Python compiles what it really imports.
        return [
            str(python),
            "-m",
            "pip",
            "install",
            "--disable-pip-version-check",
            "--no-input",
            "--no-compile",
        ]


PIP = Installer("pip", ())


def choose_installer() -> Installer:
    """TRIOMPHE_INSTALLER=pip uses pip though uv is there."""
    if os.environ.get("TRIOMPHE_INSTALLER") == "pip":
        return PIP
    for candidate in ((shutil.which("uv") or "uv",), (sys.executable, "-m", "uv")):
        if _answers([*candidate, "--version"]):
            return Installer("uv", (*candidate, "pip", "install"), ("--without-pip",))
    return PIP


def run_quietly(command: list[str], sentence: str) -> None:
    """Run; show what it said only when it fails, and then end with the sentence."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        print(f"\n{done.stdout}", file=sys.stderr)
        raise TroubleError(sentence)


def _answers(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False
