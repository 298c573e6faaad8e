"""The database backend: Django's own for SQLite, with writers queueing at a lock beside the file.

The lock is advisory and only for fairness: whoever does not take it (the sqlite3 shell, a backup) is
still kept apart by SQLite itself. A database in memory has one writer and needs none.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from config.sqlite.lock import WriteLock

DEFAULT_TIMEOUT = 5.0
"""As in Python's sqlite3 module."""
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")


class DatabaseWrapper(base.DatabaseWrapper):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._write_lock: WriteLock | None = None
        self._locked_name: object = None

    @property
    def write_lock(self) -> WriteLock | None:
        # Made late: a test run changes NAME after the wrapper was made.
        name = self.settings_dict["NAME"]
        if name is not self._locked_name:
            self._locked_name, self._write_lock = name, self._lock_beside(str(name))
        return self._write_lock

    def _lock_beside(self, name: str) -> WriteLock | None:
        return WriteLock(Path(f"{name}.lock")) if self._is_a_file(name) else None

    def _is_a_file(self, name: str) -> bool:
        return not (self.is_in_memory_db() or name.startswith("file:"))

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        name = str(conn_params["database"])
        if self._is_a_file(name):
            make_private(name)
        return super().get_new_connection(conn_params)

    @contextmanager
    def one_write(self) -> Iterator[None]:
        """Hold the lock for a single statement that is a transaction of its own."""
        self._take_lock()
        try:
            yield
        finally:
            self._drop_lock()

    def create_cursor(self, name: str | None = None) -> Any:
        cursor = self.connection.cursor(factory=QueueingCursor)
        cursor.wrapper = self
        return cursor

    def _start_transaction_under_autocommit(self) -> None:
        self._take_lock()
        try:
            self._begin()
        except BaseException:
            self._drop_lock()
            raise

    def _begin(self) -> None:
        """As Django does; straight to the database where nobody listens, for everybody else waits by now."""
        if self.queries_logged or self.execute_wrappers:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
            return
        with self.wrap_database_errors:
            self.connection.execute(f"BEGIN {self.transaction_mode or ''}")  # type: ignore[attr-defined]

    def _commit(self) -> None:
        # A commit that fails leaves a transaction, which Django rolls back next: the lock stays till then.
        super()._commit()  # type: ignore[misc]
        self._drop_lock()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._drop_lock()

    def _set_autocommit(self, autocommit: bool) -> None:
        super()._set_autocommit(autocommit)  # type: ignore[misc]
        if autocommit:  # sqlite3 commits by itself here
            self._drop_lock()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            if self._write_lock is not None:
                self._write_lock.close()

    def _take_lock(self) -> None:
        if (lock := self.write_lock) is None:
            return
        try:
            taken = lock.acquire(float(self.settings_dict["OPTIONS"].get("timeout", DEFAULT_TIMEOUT)))
        except OSError as error:
            raise OperationalError(f"unable to open the lock file {lock.path}: {error.strerror}") from error
        if not taken:
            raise OperationalError("database is locked")

    def _drop_lock(self) -> None:
        if self._write_lock is not None:
            self._write_lock.release()


def make_private(name: str) -> None:
    """A new database is its owner's alone, and so are the files that SQLite puts beside it: sessions are in them.

    One that is there already is not touched: to open and close it would take away the locks that SQLite has on it.
    """
    with suppress(OSError):  # it is there; or it cannot be made, which SQLite says better
        os.close(os.open(name, os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))


class QueueingCursor(base.SQLiteCursorWrapper):
    """Makes a write outside a transaction queue like the others, or it would be the one that starves."""

    wrapper: DatabaseWrapper

    def execute(self, query: str, params: Any = None) -> Any:
        if not self._writes_alone(query):
            return super().execute(query, params)
        with self.wrapper.one_write():
            return super().execute(query, params)

    def executemany(self, query: str, param_list: Iterable[Any]) -> Any:
        if not self._writes_alone(query):
            return super().executemany(query, param_list)
        with self.wrapper.one_write():
            return super().executemany(query, param_list)

    def convert_query(self, query: str, *, param_names: list[str] | None = None) -> str:
        return super().convert_query(query, param_names=param_names) if param_names else _with_marks(query)

    def _writes_alone(self, query: str) -> bool:
        return not self.connection.in_transaction and query.lstrip()[:7].upper().startswith(WRITES)


@lru_cache(maxsize=256)
def _with_marks(query: str) -> str:
    """A statement as SQLite has it. The same few are said again and again."""
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")
