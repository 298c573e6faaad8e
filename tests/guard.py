"""The log without what protects it: for emptying tables between tests, and for trying to tamper with it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from games import guard


@contextmanager
def unguarded() -> Iterator[None]:
    if not guard.stands(connection):
        yield
        return
    settle()
    guard.take_down(connection)
    try:
        yield
    finally:
        guard.put_up(connection)


def settle() -> None:
    """PostgreSQL alters no table that has checks waiting for the end of the transaction."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
