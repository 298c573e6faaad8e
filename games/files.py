"""Files that a command reads and writes: whole or not at all, and a sentence where it cannot be done.

Knows nothing of what is in them.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from django.core.management.base import CommandError

BAD_INPUT = 2
"""The status with which a command ends that was given something it cannot use."""


def refused(sentence: str) -> CommandError:
    return CommandError(sentence, returncode=BAD_INPUT)


def read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise refused(f"“{path}” cannot be read: {_why(error)}.") from None


def write_atomically(path: Path, text: str) -> None:
    """Put the text in the place of the file at once, so that nobody ever finds half of it there."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
            os.chmod(name, _mode(path))
            os.replace(name, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise
    except (OSError, ValueError) as error:
        raise refused(f"“{path}” cannot be written: {_why(error)}.") from None


def _mode(path: Path) -> int:
    """The rights that the file has, or those that a new one gets; a temporary file has fewer."""
    with suppress(OSError):
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
