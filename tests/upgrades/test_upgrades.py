"""The data of every release, on every database, is brought up to date: nothing is lost, and play goes on."""

import gzip
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tests import needs
from tests.hall import ROOT, environment
from tests.services import own_database
from tests.upgrades.make import HERE, LARGEST

pytestmark = pytest.mark.brings_its_own

RELEASES = sorted(path.name.removesuffix(".sqlite3.zip") for path in HERE.glob("*.sqlite3.zip"))


def test_there_are_releases() -> None:
    assert len(RELEASES) >= 3


@contextmanager
def restored(release: str, vendor: str, data: Path) -> Iterator[dict[str, str]]:
    """The variables under which this release's data is the program's."""
    if vendor == "sqlite":
        with zipfile.ZipFile(HERE / f"{release}.sqlite3.zip") as pack:
            pack.extractall(data)
        yield {}
        return
    needs.need_postgres()
    with own_database() as url:
        statements = gzip.decompress((HERE / f"{release}.sql.gz").read_bytes()).decode()
        with psycopg.connect(url, autocommit=True) as server:
            # What begins with a stroke is for psql alone.
            server.execute("\n".join(line for line in statements.splitlines() if not line.startswith("\\")))
        yield {"DATABASE_URL": url}


@pytest.mark.parametrize("vendor", ["sqlite", "postgresql"])
@pytest.mark.parametrize("release", RELEASES)
def test_a_release_is_upgraded(release: str, vendor: str, tmp_path: Path) -> None:
    with restored(release, vendor, tmp_path) as variables:
        wanted = environment(tmp_path) | variables | {"DJANGO_SETTINGS_MODULE": "config.settings"}
        command = [sys.executable, "-m", "tests.upgrades.check"]
        done = subprocess.run(command, cwd=ROOT, env=wanted, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    kept = json.loads((HERE / f"{release}.{vendor}.json").read_text())
    assert {name: told[name] for name in kept} == kept
    assert (told["complaints"], told["complaints_after"]) == ([], [])
    assert told["tables_of_the_next_round"] == 4
    # A copy was kept of what was changed.
    assert told["backups"] == len(list((tmp_path / "backups").glob("*-migration.zip")))


@pytest.mark.parametrize("release", RELEASES)
def test_a_fixture_is_whole_and_small(release: str) -> None:
    for ending in ("sqlite3.zip", "sql.gz", "sqlite.json", "postgresql.json"):
        assert 0 < (HERE / f"{release}.{ending}").stat().st_size <= LARGEST
