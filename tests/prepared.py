"""A database with every table and nothing in them, made once a process and copied for each hall.

Most halls are not about their first start, of which making the tables is more than half; those of
``tests/config/test_startup.py`` begin with nothing, as a club does. Which broker a hall has is not known here.
"""

import atexit
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import psycopg
from psycopg import sql

from tests import needs
from tests.hall import ROOT, environment
from tests.services import fresh_name, with_path


def put_database_into(folder: Path) -> None:
    shutil.copy(_file(), folder)


@cache
def template() -> str:
    """The name of a PostgreSQL database to copy; dropped with all else that the run made."""
    name = fresh_name()
    with psycopg.connect(needs.POSTGRES_URL, autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    with tempfile.TemporaryDirectory(prefix="triomphe-prepared-") as folder:
        _make_tables(Path(folder), DATABASE_URL=with_path(needs.POSTGRES_URL, f"/{name}"))
    return name


@cache
def _file() -> Path:
    folder = tempfile.TemporaryDirectory(prefix="triomphe-prepared-")
    atexit.register(folder.cleanup)
    _make_tables(Path(folder.name))
    return Path(folder.name) / "triomphe.sqlite3"


def _make_tables(data: Path, **variables: str) -> None:
    command = [sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity", "0"]
    done = subprocess.run(
        command, env=environment(data) | variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
