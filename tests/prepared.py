"""A database with every table and nothing in them, made once a run of tests and copied for each worker and each hall.

Most halls are not about their first start, of which making the tables is more than half; those of
``tests/config/test_startup.py`` begin with nothing, as a club does. Which broker a hall has is not known here.
"""

import atexit
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import psycopg
from psycopg import sql

from tests import needs
from tests.hall import ROOT, environment
from tests.services import fresh_name, with_path

FOLDER = "TEST_PREPARED"
"""In the environment: the folder that the workers of one run share."""
DATABASE = "triomphe.sqlite3"
COLLECTED = "collected"


def share_folder() -> Path:
    """To be called before the workers are started; whoever calls it removes the folder in the end."""
    folder = Path(tempfile.mkdtemp(prefix="triomphe-prepared-"))
    os.environ[FOLDER] = str(folder)
    return folder


def put_database_into(folder: Path, name: str = DATABASE) -> None:
    shutil.copy(_file(), folder / name)


def put_static_files_into(folder: Path) -> None:
    """As they are there from the second start on."""
    shutil.copytree(_collected(), folder, dirs_exist_ok=True)


@cache
def template() -> str:
    """The name of a PostgreSQL database to copy; dropped with all else that the run made."""
    with _one_at_a_time() as folder:
        told = folder / "template"
        if not told.exists():
            name = fresh_name()
            with psycopg.connect(needs.POSTGRES_URL, autocommit=True) as server:
                server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
            _make_tables(folder / name, DATABASE_URL=with_path(needs.POSTGRES_URL, f"/{name}"))
            told.write_text(name)
        return told.read_text()


@cache
def _file() -> Path:
    with _one_at_a_time() as folder:
        file = folder / DATABASE
        if not file.exists():
            _make_tables(folder / "making")
            os.replace(folder / "making" / DATABASE, file)
        return file


@cache
def _collected() -> Path:
    with _one_at_a_time() as folder:
        made = folder / COLLECTED
        if not made.exists():
            script = "import django; django.setup(); from config.collecting import *; collect_if_needed()"
            _run(folder / "collecting", "-c", script)
            (folder / "collecting" / "secret-key").unlink()  # each hall has its own
            os.replace(folder / "collecting", made)
        return made


@contextmanager
def _one_at_a_time() -> Iterator[Path]:
    folder = _folder()
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # given back when the file is closed
        yield folder


@cache
def _folder() -> Path:
    if FOLDER in os.environ:
        return Path(os.environ[FOLDER])
    folder = tempfile.TemporaryDirectory(prefix="triomphe-prepared-")
    atexit.register(folder.cleanup)
    return Path(folder.name)


def _make_tables(data: Path, **variables: str) -> None:
    _run(data, str(ROOT / "manage.py"), "migrate", "--verbosity", "0", **variables)


def _run(data: Path, *arguments: str, **variables: str) -> None:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment(data) | {"DJANGO_SETTINGS_MODULE": "config.settings"} | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
