"""What a backup says of itself, and whether a database is what it says: plain statements, for any moment of any copy."""

from __future__ import annotations

import hashlib
from typing import Any

from config.backups.databases import Query

FORMAT = "triomphe-backup/1"
IS_CHAINED = "SELECT 1 FROM django_migrations WHERE app = 'games' AND name = '0002_chain_fields'"
CHAINED = "SELECT id, version, head FROM games_match ORDER BY id"
UNCHAINED = "SELECT id, version, '' FROM games_match ORDER BY id"
"""Of the very first version, which is backed up too before it is upgraded."""


def facts(query: Query) -> dict[str, Any]:
    """How many there are of what can be lost, and one hash over the ends of all logs."""
    heads = hashlib.sha256()
    ends = query(CHAINED if query(IS_CHAINED) else UNCHAINED)
    for row in ends:
        heads.update("{} {} {}\n".format(*row).encode())
    ((events,),) = query("SELECT count(*) FROM games_event")
    return {"matches": len(ends), "events": events, "heads": heads.hexdigest()}


def migrations(query: Query) -> list[str]:
    """Those that the database has been through."""
    return sorted(f"{app}.{name}" for app, name in query("SELECT app, name FROM django_migrations"))
