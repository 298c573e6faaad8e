"""The embedded worker's sign of life, a small file in the data folder; the web process reads it.

It holds for how many seconds the oldest due work has been waiting when the worker last looked.
"""

import os
import time
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings


@dataclass(frozen=True)
class Beat:
    age: float
    longest_wait: float


def path() -> Path:
    folder: Path = settings.DATA_DIR
    return folder / "worker.alive"


def write(longest_wait: float) -> None:
    fresh = path().with_suffix(".new")
    fresh.write_text(f"{longest_wait:.1f}\n")
    os.replace(fresh, path())


def read() -> Beat | None:
    """The last beat, or None when no worker has ever lived here."""
    try:
        written = path().stat().st_mtime
        # A sign of life from the future is as old as it is far: the clock was put back since.
        return Beat(abs(time.time() - written), float(path().read_text() or 0))
    except (OSError, ValueError):
        return None


def remove() -> None:
    path().unlink(missing_ok=True)
