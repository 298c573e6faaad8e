"""A database copied as it was at one moment, and brought back: SQLite by its own backup, PostgreSQL by pg_dump.

People may write all the while; the copy shows none of it. What is read to be told of a copy is read at the same moment.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.db import connection, connections, transaction
from django.utils.translation import gettext as _

from config.backups.problems import BackupProblem

Progress = Callable[[float], None]
Query = Callable[[str], list[tuple[Any, ...]]]
Told = TypeVar("Told")
PAGES = 2_000
DATA = ("auth_user", "games_event")
"""With nothing in these there is nothing in the others that anybody would miss."""
MEMBERS = {"sqlite": "database.sqlite3", "postgresql": "database.dump"}


def member() -> str:
    """What the database is called in a backup of this kind of database."""
    return MEMBERS[connection.vendor]


def copy(target: Path, read: Callable[[Query], Told], progress: Progress) -> Told:
    """Write the database to a file; gives what ``read`` reads of it at that moment."""
    if connection.vendor == "sqlite":
        return _copy_sqlite(target, read, progress)
    return _copy_postgresql(target, read, progress)


def query(statement: str) -> list[tuple[Any, ...]]:
    """Asked of the database in use."""
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())


def bring_back(source: Path, progress: Progress) -> None:
    """Put a copy where there is no data; whoever asks has made sure of that."""
    if connection.vendor == "sqlite":
        _restore_sqlite(source)
    else:
        _restore_postgresql(source)
    progress(1.0)


def holds_data() -> bool:
    """Whether there is anything that a restored database would take the place of."""
    tables = connection.introspection.table_names()
    if connection.vendor == "postgresql":
        return bool(tables)
    return any(query(f'SELECT 1 FROM "{table}" LIMIT 1') for table in DATA if table in tables)  # noqa: S608 - our own tables


# -- SQLite ----------------------------------------------------------------------------------------


def _copy_sqlite(target: Path, read: Callable[[Query], Told], progress: Progress) -> Told:
    def tell(_status: int, remaining: int, total: int) -> None:
        progress(1 - remaining / total if total else 1.0)

    name = str(connection.settings_dict["NAME"])
    with (
        closing(sqlite3.connect(name, uri=name.startswith("file:"))) as source,
        closing(sqlite3.connect(target)) as copied,
    ):
        # A moment of its own, held by a reader, so that no writer makes it begin again.
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        source.backup(copied, pages=PAGES, progress=tell)
        return read(lambda statement: copied.execute(statement).fetchall())


def _restore_sqlite(source: Path) -> None:
    connections.close_all()
    place = Path(settings.DATABASES["default"]["NAME"])
    for leftover in (place, Path(f"{place}-wal"), Path(f"{place}-shm")):
        leftover.unlink(missing_ok=True)
    beside = place.with_name(f".{place.name}.restored")
    shutil.copyfile(source, beside)
    beside.chmod(0o600)
    os.replace(beside, place)


# -- PostgreSQL ------------------------------------------------------------------------------------


def _copy_postgresql(target: Path, read: Callable[[Query], Told], progress: Progress) -> Told:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        (snapshot,) = cursor.fetchone()
        told = read(query)
        _run("pg_dump", "--format=custom", f"--snapshot={snapshot}", "--no-owner", f"--file={target}")
    progress(1.0)
    return told


def _restore_postgresql(source: Path) -> None:
    connections.close_all()
    _run("pg_restore", "--no-owner", "--exit-on-error", "--single-transaction", str(source), into=True)


def _run(program: str, *arguments: str, into: bool = False) -> None:
    database: dict[str, Any] = connection.settings_dict
    where = {"--host": "HOST", "--port": "PORT", "--username": "USER"}
    command = [program, *(f"{flag}={database[key]}" for flag, key in where.items() if database.get(key))]
    command += [f"--dbname={database['NAME']}", "--no-password", *arguments]
    variables = os.environ | ({"PGPASSWORD": database["PASSWORD"]} if database.get("PASSWORD") else {})
    try:
        done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)  # noqa: S603 - our own command, no shell
    except FileNotFoundError as error:
        raise BackupProblem(
            _("%(program)s is not installed. Install PostgreSQL’s client programs, of the server’s version.")
            % {"program": program}
        ) from error
    if done.returncode:
        said = (done.stderr.strip().splitlines() or [""])[0]
        raise BackupProblem(_("%(program)s did not succeed: %(said)s") % {"program": program, "said": said})
