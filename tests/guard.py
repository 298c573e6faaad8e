"""The log without what protects it: for emptying tables between tests, and for trying to tamper with it."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from django.db import connection, transaction

from games import guard

UNCHANGED = {"django_content_type", "auth_permission"}
"""Made with the tables, and the same for all tests."""


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


def empty_tables() -> None:
    """What Django's own flush does, in a tenth of its time: only where there is anything, and nothing is made anew."""
    with transaction.atomic(), connection.cursor() as cursor:
        looks = (f"SELECT '{each}' WHERE EXISTS (SELECT 1 FROM {each})" for each in _tables())  # noqa: S608
        cursor.execute(" UNION ALL ".join(looks))
        filled = {name for (name,) in cursor.fetchall()}
        with unguarded() if guard.TABLE in filled else nullcontext():
            for name in filled:
                cursor.execute(f"DELETE FROM {name}")  # noqa: S608
            settle()


def _tables() -> set[str]:
    return set(connection.introspection.django_table_names(only_existing=True)) - UNCHANGED
