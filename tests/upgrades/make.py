"""Makes the fixture of a release: ``python -m tests.upgrades.make NAME [--code FOLDER]``

Tournaments are played (``play.py``) in a new SQLite file and in a new PostgreSQL database, which are kept as
``NAME.sqlite3.zip`` and ``NAME.sql.gz``, with what came of it as ``NAME.sqlite.json`` and ``NAME.postgresql.json``.
``--code`` names a checkout of the version that plays; without it, it is this one. To be run once for each release,
before it is given a number; a fixture is never made anew, for it stands for data that is out there.
"""

import argparse
import gzip
import os
import sqlite3
import subprocess
import sys
import tempfile
import zipfile
from contextlib import closing
from pathlib import Path

from tests.hall import ROOT, environment
from tests.services import own_database

HERE = Path(__file__).parent
LARGEST = 100 * 1024
"""Bytes. They stay in the repository for ever."""


def main(name: str, code: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        (HERE / f"{name}.sqlite.json").write_text(play(code, data))
        keep_sqlite(data / "triomphe.sqlite3", HERE / f"{name}.sqlite3.zip")
    with tempfile.TemporaryDirectory() as folder, own_database() as url:
        (HERE / f"{name}.postgresql.json").write_text(play(code, Path(folder), DATABASE_URL=url))
        keep_postgresql(url, HERE / f"{name}.sql.gz")
    for made in HERE.glob(f"{name}.*"):
        assert made.stat().st_size <= LARGEST, f"{made} is larger than {LARGEST} bytes"
        print(f"{made.name}: {made.stat().st_size} bytes")


def play(code: Path, data: Path, **variables: str) -> str:
    wanted = environment(data) | variables
    wanted |= {"DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONPATH": str(code), "TIME_ZONE": "UTC"}
    done = subprocess.run(
        [sys.executable, str(HERE / "play.py")],
        cwd=code,
        env=wanted,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def keep_sqlite(source: Path, target: Path) -> None:
    small = source.with_suffix(".small")
    with closing(sqlite3.connect(source)) as database:
        database.execute("DELETE FROM django_session")
        database.commit()
        database.execute("VACUUM INTO ?", [str(small)])
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as pack:
        pack.write(small, "triomphe.sqlite3")


def keep_postgresql(url: str, target: Path) -> None:
    """As statements, so that no program of a certain version is needed to bring it back."""
    command = [
        "pg_dump",
        "--no-owner",
        "--no-privileges",
        "--inserts",
        "--rows-per-insert=500",
        "--encoding=UTF8",
    ]
    told = subprocess.run(
        [*command, f"--dbname={url}"], check=True, capture_output=True, env=os.environ
    ).stdout
    target.write_bytes(gzip.compress(told, 9, mtime=0))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name")
    parser.add_argument("--code", type=lambda path: Path(path).resolve(), default=ROOT)
    options = parser.parse_args()
    main(options.name, options.code)
