"""Reading much, as it was at one moment, while others write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_moment() -> Iterator[None]:
    """Nothing that is read inside shows what is written meanwhile, and nobody who writes waits for it."""
    if connection.in_atomic_block:  # somebody else's moment, then
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            cursor.execute("SELECT 1")  # the moment is that of the first look
            yield
    else:
        # Not Django's own transaction, which would keep everybody else from writing from its first moment on.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN")
            try:
                cursor.execute(
                    "SELECT count(*) FROM sqlite_master"
                ).fetchone()  # the moment is that of the first look
                yield
            finally:
                cursor.execute("ROLLBACK")
