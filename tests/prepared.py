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
from tests.services import RUN, drop_database, fresh_name, with_path

FOLDER = "TEST_PREPARED"
"""In the environment: the folder that the workers of one run share."""
DATABASE = "triomphe.sqlite3"
COLLECTED = "collected"


def share_folder() -> Path:
    """To be called before the workers are started; whoever calls it removes the folder in the end (``remove_folder``)."""
    folder = Path(tempfile.mkdtemp(prefix="triomphe-prepared-"))
    os.environ[FOLDER] = str(folder)
    return folder


def remove_folder(folder: Path) -> None:
    """With the database that was made for it, which a run on servers drops by its name, with all others."""
    told = folder / "template"
    if told.exists() and RUN not in os.environ:
        with psycopg.connect(needs.POSTGRES_URL, autocommit=True) as server:
            drop_database(server, told.read_text())
    shutil.rmtree(folder)


def put_database_into(folder: Path, name: str = DATABASE) -> None:
    shutil.copy(_file(), folder / name)


def put_static_files_into(folder: Path) -> None:
    """As they are there from the second start on."""
    shutil.copytree(_collected(), folder, dirs_exist_ok=True)


def put_tables_into(url: str) -> None:
    """Of a database in which there is nothing, on whichever PostgreSQL; where the tests have none, they are made there."""
    if needs.answers(needs.POSTGRES_URL):
        made = with_path(needs.POSTGRES_URL, f"/{template()}")
        dumped = subprocess.run(["pg_dump", "--no-owner", made], check=True, capture_output=True).stdout
        reading = ["psql", "--quiet", "--no-psqlrc", "--set", "ON_ERROR_STOP=1", url]
        subprocess.run(reading, check=True, capture_output=True, input=dumped)
    else:
        _make_tables(_folder() / "elsewhere", DATABASE_URL=url)


@cache
def template() -> str:
    """The name of a PostgreSQL database to copy; dropped in the end, as all else that the run made."""
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
    folder = Path(tempfile.mkdtemp(prefix="triomphe-prepared-"))
    atexit.register(remove_folder, folder)
    return folder


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
