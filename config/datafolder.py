"""The data folder, made and tried before anything is put there."""

import fcntl
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def complaint(folder: Path) -> str | None:
    """What is wrong with the folder, in one sentence; None when it can be used.

    Not translated: it is needed while the settings, and with them the language, are still being read.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return unusable(folder, error)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Waits for whoever is at the same on this machine."""
    with open(folder / "preparing.lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def unusable(folder: Path, error: OSError) -> str:
    return (
        f"The data folder {folder} cannot be written ({error.strerror}): "
        "mend that, or name another folder in TRIOMPHE_DATA."
    )
