"""The environment in ``.venv``: made, kept up to date, repaired.

A stamp, written last, says what was installed: without one the installation was interrupted.
"""

import hashlib
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

from config.launcher.install import Installer, TroubleError, choose_installer, run_quietly


class Environment:
    def __init__(self, root: Path, choose: Callable[[], Installer] = choose_installer) -> None:
        self.root, self.choose_installer = root, choose
        self.folder = root / ".venv"
        self.stamp = self.folder / "triomphe.json"

    @property
    def python(self) -> Path:
        return self.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    def ensure(self, dev: bool = False) -> None:
        """Make it, bring it up to date, or leave it: whichever is needed."""
        if self._fits(dev):
            return
        if odd := {os.pathsep, "$"} & {*str(self.root)}:
            raise TroubleError(
                f"Python makes no environment in a folder with “{min(odd)}” in its path: rename or move {self.root}."
            )
        try:
            with alone(self.root / ".venv.lock"):
                if not self._fits(dev):  # by now
                    self._bring_up_to_date(dev)
        except OSError as error:
            raise TroubleError(
                f"The environment in {self.folder} cannot be made or changed ({error.strerror}): mend that, then start again."
            ) from error

    def _fits(self, dev: bool) -> bool:
        stamp = self._read_stamp()
        return self._is_whole(stamp) and stamp.get("wanted") == self._wanted(dev or bool(stamp.get("dev")))

    def _bring_up_to_date(self, dev: bool) -> None:
        before = self._read_stamp()
        dev = dev or bool(before.get("dev"))  # what was once installed for the tests stays
        wanted = self._wanted(dev)
        if self.folder.is_symlink():
            raise TroubleError(
                f"{self.folder} is a link to somewhere else, which is left as it is. Delete the link."
            )
        self.stamp.unlink(missing_ok=True)
        installer = self.choose_installer()
        if not self._is_whole(before) or before.get("home") != self._home():
            self._make(installer)
        self._install(installer, dev)
        self._write_stamp({"wanted": wanted, "dev": dev, "home": self._home()})

    def requirements(self, dev: bool) -> list[Path]:
        return [
            self.root / "requirements" / name for name in (["run.txt", "dev.txt"] if dev else ["run.txt"])
        ]

    def _make(self, installer: Installer) -> None:
        with told(f"Making the environment in {self.folder.name} (Python {sys.version.split()[0]})"):
            shutil.rmtree(self.folder, ignore_errors=True)
            command = [sys.executable, "-m", "venv", *installer.venv_options, str(self.folder)]
            run_quietly(
                command, "This Python cannot make an environment (on Debian: apt install python3-venv)."
            )

    def _install(self, installer: Installer, dev: bool) -> None:
        files = self.requirements(dev)
        count = len({line for file in files for line in file.read_text().splitlines() if line[:1].isalnum()})
        with told(f"Installing {count} packages with {installer.name}"):
            installer.requirements(self.python, files)
        with told("Installing Triomphe itself"):
            installer.project(self.python, self.root)

    def _home(self) -> str:
        """A moved folder or another Python needs a new environment, not a newer one."""
        return f"{self.folder} {sys.version_info[:2]}"

    def _wanted(self, dev: bool) -> str:
        digest = hashlib.sha256(self._home().encode())
        for file in (*self.requirements(dev), self.root / "pyproject.toml"):
            digest.update(file.read_bytes())
        return digest.hexdigest()

    def _is_whole(self, stamp: dict[str, Any]) -> bool:
        """The interpreter runs off a link that may dangle, and of the packages none may have gone."""
        if not stamp or not os.access(self.python, os.X_OK):
            return False
        return set(stamp.get("packages", ())) <= set(self._packages())

    def _packages(self) -> list[str]:
        return sorted(
            path.name for folder in self.folder.glob("[Ll]ib/**/site-packages") for path in folder.iterdir()
        )

    def _read_stamp(self) -> dict[str, Any]:
        try:
            stamp = json.loads(self.stamp.read_text())
        except (OSError, ValueError):
            return {}
        return stamp if isinstance(stamp, dict) else {}

    def _write_stamp(self, stamp: dict[str, Any]) -> None:
        packages = [name for name in self._packages() if name != "__pycache__"]
        self.stamp.write_text(json.dumps({**stamp, "packages": packages}))


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Whoever starts it a second time meanwhile waits, or both would take away what the other has made."""
    with path.open("w") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def told(what: str) -> Iterator[None]:
    """One line: what is being done, and how long it took."""
    print(f"{what} …", end=" ", flush=True)
    started = time.monotonic()
    try:
        yield
    except BaseException as error:
        print("interrupted" if isinstance(error, KeyboardInterrupt) else "failed", flush=True)
        raise
    print(f"{time.monotonic() - started:.1f} s", flush=True)
