"""Writers queue at the lock; whatever goes wrong, nobody is left holding it."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import IntegrityError, OperationalError, transaction
from django.db.utils import ConnectionHandler

from config.sqlite.base import DatabaseWrapper
from config.sqlite.lock import WriteLock
from tests.hall import ROOT, environment, eventually

OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 0.3,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA foreign_keys=ON;",
}


def connect(path: Path | str, **options: float) -> DatabaseWrapper:
    wrapper = ConnectionHandler(
        {"default": {"ENGINE": "config.sqlite", "NAME": path, "OPTIONS": OPTIONS | options}}
    ).create_connection("default")
    assert isinstance(wrapper, DatabaseWrapper)
    return wrapper


@pytest.fixture(autouse=True)
def _own_files_only(django_db_blocker: pytest.FixtureRequest) -> Iterator[None]:
    """These databases are this module's own files, not Django's test database."""
    with django_db_blocker.unblock():  # type: ignore[attr-defined]
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "data.sqlite3"
    connection = connect(file)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE points (id INTEGER PRIMARY KEY, n INTEGER UNIQUE)")
    connection.close()
    return file


@pytest.fixture
def database(path: Path) -> Iterator[DatabaseWrapper]:
    connection = connect(path)
    yield connection
    connection.close()


def test_what_is_in_it_is_its_owners_alone(database: DatabaseWrapper, path: Path) -> None:
    with database.cursor() as cursor:
        cursor.execute("INSERT INTO points VALUES (1, 1)")
    files = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert {"data.sqlite3", "data.sqlite3-wal", "data.sqlite3-shm", "data.sqlite3.lock"} <= set(files)
    assert set(files.values()) == {0o600}


def is_free(path: Path, file: Path | None = None) -> bool:
    lock = WriteLock(file or Path(f"{path}.lock"))
    free = lock.acquire(0)
    lock.close()
    return free


@pytest.fixture(autouse=True)
def _atomic_on_our_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """``atomic`` knows connections by name; ours have none and are given as they are."""
    monkeypatch.setattr(transaction, "get_connection", lambda using: using)


def atomic(connection: DatabaseWrapper) -> transaction.Atomic:
    return transaction.Atomic(connection, True, False)  # type: ignore[arg-type]


def insert(connection: DatabaseWrapper, n: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO points (n) VALUES (%s)", [n])


def insert_both(connection: DatabaseWrapper, first: int, second: int) -> None:
    insert(connection, first)
    insert(connection, second)


def count(path: Path) -> int:
    with sqlite3.connect(path) as plain:
        found: int = plain.execute("SELECT count(*) FROM points").fetchone()[0]
    plain.close()
    return found


def test_a_transaction_holds_the_lock_from_begin_to_commit(database: DatabaseWrapper, path: Path) -> None:
    with atomic(database):
        assert not is_free(path)
        insert(database, 1)
        assert not is_free(path)
    assert is_free(path)
    assert count(path) == 1


def test_a_rollback_gives_it_back(database: DatabaseWrapper, path: Path) -> None:
    insert(database, 1)
    with pytest.raises(IntegrityError), atomic(database):
        insert_both(database, 2, 1)
    assert is_free(path)
    assert count(path) == 1


def test_an_inner_block_does_not_give_it_back(database: DatabaseWrapper, path: Path) -> None:
    with atomic(database):
        with atomic(database):
            insert(database, 1)
        assert not is_free(path)
        with pytest.raises(IntegrityError), atomic(database):
            insert(database, 1)
        assert not is_free(path)
        insert(database, 2)
    assert is_free(path)
    assert count(path) == 2


def test_a_single_statement_takes_it_and_gives_it_back(database: DatabaseWrapper, path: Path) -> None:
    insert(database, 1)
    assert is_free(path)
    with pytest.raises(IntegrityError):
        insert(database, 1)
    assert is_free(path)


def test_reading_needs_no_lock(database: DatabaseWrapper, path: Path) -> None:
    other = connect(path)
    with atomic(other), database.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM points")
        assert cursor.fetchone() == (0,)
    other.close()


def test_waiting_too_long_is_the_error_django_knows(database: DatabaseWrapper, path: Path) -> None:
    other = connect(path)
    with atomic(other):
        with pytest.raises(OperationalError, match="locked"), atomic(database):
            pass
        with pytest.raises(OperationalError, match="locked"):
            insert(database, 1)
    other.close()
    insert(database, 1)
    assert is_free(path)


def test_a_begin_that_fails_gives_it_back(database: DatabaseWrapper, path: Path) -> None:
    """Somebody who does not know of our lock holds SQLite's own."""
    database.ensure_connection()
    stranger = sqlite3.connect(path, isolation_level=None)
    stranger.execute("BEGIN IMMEDIATE")
    with pytest.raises(OperationalError, match="locked"), atomic(database):
        pass
    assert is_free(path)
    stranger.execute("ROLLBACK")
    stranger.close()
    with atomic(database):
        insert(database, 1)
    assert count(path) == 1


def test_a_connection_closed_in_the_middle_gives_it_back(database: DatabaseWrapper, path: Path) -> None:
    with atomic(database):
        insert(database, 1)
        database.close()
        assert is_free(path)
    assert count(path) == 0
    insert(database, 2)
    assert is_free(path)


def test_a_commit_that_fails_gives_it_back(database: DatabaseWrapper, path: Path) -> None:
    with database.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE lines (point INTEGER REFERENCES points (id) DEFERRABLE INITIALLY DEFERRED)"
        )
    with pytest.raises(IntegrityError), atomic(database), database.cursor() as cursor:
        cursor.execute("INSERT INTO lines VALUES (99)")
    assert is_free(path)


def test_threads_wait_for_one_another(path: Path) -> None:
    order: list[int] = []

    def write(n: int) -> None:
        connection = connect(path, timeout=60)
        for _ in range(20):
            with atomic(connection):
                order.append(n)
                insert(connection, len(order))
                order.append(n)
        connection.close()

    threads = [threading.Thread(target=write, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert order[::2] == order[1::2], "two were inside at once"
    assert count(path) == 80


def test_a_forked_child_neither_holds_nor_releases_its_parents_lock(
    database: DatabaseWrapper, path: Path
) -> None:
    with atomic(database):
        child = os.fork()
        if child == 0:
            lock = database.write_lock
            os._exit(0 if lock is not None and not lock.held else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert not is_free(path)
    assert is_free(path)


def somebody_who_takes_it(path: Path) -> subprocess.Popen[bytes]:
    """In a process of their own; says so when it has it, and holds it until it is ended."""
    code = (
        "import sys, time; from pathlib import Path; from config.sqlite.lock import WriteLock\n"
        "lock = WriteLock(Path(sys.argv[1])); lock.acquire(60); print('held', flush=True); sys.stdin.read()"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code, f"{path}.lock"],
        cwd=ROOT,
        env=environment(path.parent),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def test_who_was_next_and_was_killed_keeps_nobody_waiting(path: Path) -> None:
    next_, ours = Path(f"{path}.next.lock"), WriteLock(Path(f"{path}.lock"))
    assert ours.acquire(0)
    with somebody_who_takes_it(path) as first:
        eventually(lambda: next_.exists() and not is_free(path, next_))
        with somebody_who_takes_it(path) as second:
            first.kill()
            first.wait(10)
            eventually(lambda: not is_free(path, next_))
            ours.close()
            assert second.stdout
            assert second.stdout.readline() == b"held\n"
            second.kill()


def test_who_is_next_leaves_when_their_time_is_over(database: DatabaseWrapper, path: Path) -> None:
    with somebody_who_takes_it(path) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(OperationalError, match="locked"):
            insert(database, 1)
        assert is_free(path, Path(f"{path}.next.lock"))
        holder.kill()
    insert(database, 1)


def test_a_killed_holder_gives_it_back(database: DatabaseWrapper, path: Path) -> None:
    with somebody_who_takes_it(path) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        assert not is_free(path)
        holder.send_signal(signal.SIGKILL)
        holder.wait(10)
    assert is_free(path)


def test_a_database_in_memory_needs_no_lock() -> None:
    assert connect(":memory:").write_lock is None


def test_a_lock_that_cannot_be_made_is_an_error_of_the_database(tmp_path: Path) -> None:
    file = tmp_path / "data.sqlite3"
    connection = connect(file)
    connection.ensure_connection()
    Path(f"{file}.lock").mkdir()
    with pytest.raises(OperationalError, match="lock file"), atomic(connection):
        pass
    connection.close()


def test_who_comes_to_a_crowd_of_writers_gets_a_turn_too(path: Path) -> None:
    """Four threads write without a pause; a fifth gets its turn again and again. (How soon: make bench.)"""
    stop = threading.Event()

    def write() -> None:
        connection = connect(path, timeout=60)
        while not stop.is_set():
            add_a_row(connection)
        connection.close()

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    database = connect(path, timeout=60)
    for _ in range(20):
        add_a_row(database)
    stop.set()
    for thread in threads:
        thread.join(60)
    database.close()


def add_a_row(connection: DatabaseWrapper) -> None:
    with atomic(connection), connection.cursor() as cursor:
        cursor.execute("INSERT INTO points (n) VALUES (NULL)")
