"""The secret key that an installation makes for itself on its first start."""

import os
import secrets
from pathlib import Path

from config.datafolder import unusable

LEAST = 32
"""Characters, below which somebody could guess it."""


def secret_key(folder: Path) -> str:
    """The key kept in ``folder``, made now if there is none; readable by its owner alone.

    Where it can be neither read nor made, no command can do anything: the program ends with a sentence.
    """
    try:
        return _read_or_make(folder)
    except OSError as error:
        raise SystemExit(unusable(folder, error)) from None


def _read_or_make(folder: Path) -> str:
    """Several processes may start at once: the first to link its file wins, all read the same key."""
    path = folder / "secret-key"
    try:
        return _read(path)
    except FileNotFoundError:
        folder.mkdir(parents=True, exist_ok=True)
    fresh = folder / f".secret-key.{secrets.token_hex(8)}"
    with open(os.open(fresh, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(64))
        file.flush()
        os.fsync(file.fileno())  # a power cut must not leave an empty one
    try:
        os.link(fresh, path)
    except FileExistsError:
        pass
    finally:
        fresh.unlink()
    return _read(path)


def _read(path: Path) -> str:
    try:
        key = path.read_text().strip()
    except UnicodeDecodeError:
        key = ""
    if len(key) < LEAST:
        raise SystemExit(
            f"The secret key in {path} is damaged. Bring it back from a backup, or delete it: "
            "a new one is made then, and everybody signs in again."
        )
    return key
