"""DATABASE_URL, one line that says where the database is, as the settings that Django wants.

Knows PostgreSQL and SQLite, the two that the program is tried with; without a line it is SQLite in the data folder.
"""

from pathlib import Path
from typing import Any

import dj_database_url

from config.env import refuse

SQLITE = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # FULL: with NORMAL a power cut may take back a score that was acknowledged.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}
KEPT_SECONDS = 60
"""A thread keeps its connection from one request to the next (config.threads); of one that broke it gets a new one."""


def database_settings(url: str, folder: Path) -> dict[str, Any]:
    """Ends with a sentence when the line cannot be understood."""
    return (_read(url) if url else _sqlite(folder / "triomphe.sqlite3")) | {"CONN_MAX_AGE": KEPT_SECONDS}


def _read(url: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = {**dj_database_url.parse(url, conn_health_checks=True)}
    except ValueError:
        found = {}
    kind = str(found.get("ENGINE", "")).rpartition(".")[2]
    # In memory, each process would have one of its own.
    if kind not in ("postgresql", "sqlite3") or found["NAME"] in ("", ":memory:"):
        refuse("DATABASE_URL", "an address like postgres://user:password@host/name")
    return found if kind == "postgresql" else _sqlite(found["NAME"])


def _sqlite(name: Path | str) -> dict[str, Any]:
    return {"ENGINE": "config.sqlite", "NAME": name, "OPTIONS": {**SQLITE}}
