"""Values of a row as the database is given them: what Django's fields would make of them, and quicker.

A field asks anew, for each value, what kind of database it is and whether the value is an expression; for an entry that took
longer than writing it (docs/decisions/0002). On SQLite the answer is a few plain functions, found once for each field.
The others are asked as ever. The values are of the kinds the fields hold; nothing is checked here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from json import JSONEncoder
from typing import Any

from django.db import connection, models

Giving = Callable[[Any], Any]


def values(model: type[models.Model], row: Mapping[str, Any], names: tuple[str, ...] = ()) -> list[Any]:
    """The values of these fields, or of all of them, taken from a row by the names they have in Python."""
    return [
        None if (value := row[name]) is None else give(value) if give else value
        for name, give in _giving(model, names, connection.vendor)
    ]


@cache
def _giving(
    model: type[models.Model], names: tuple[str, ...], vendor: str
) -> tuple[tuple[str, Giving | None], ...]:
    by_name = {field.name: field for field in model._meta.concrete_fields}
    fields = [by_name[name] for name in names] if names else [*by_name.values()]
    find = _for_sqlite if vendor == "sqlite" else _as_django_does
    return tuple((field.attname, find(field)) for field in fields)


def _for_sqlite(field: models.Field[Any, Any]) -> Giving | None:
    """None for what SQLite takes as it is."""
    target = field.target_field if isinstance(field, models.ForeignKey) else field
    for kind, giving in SQLITE.items():
        if isinstance(target, kind):
            return giving
    return _as_django_does(field)


def _as_django_does(field: models.Field[Any, Any]) -> Giving:
    return partial(_asked, field)


def _asked(field: models.Field[Any, Any], value: Any) -> Any:
    return field.get_db_prep_save(value, connection)


def _datetime(value: Any) -> Any:
    return connection.ops.adapt_datetimefield_value(value)


SQLITE: dict[type[models.Field[Any, Any]], Giving | None] = {
    models.CharField: str,  # of a choice, its word
    models.IntegerField: None,
    models.BooleanField: int,
    models.JSONField: JSONEncoder().encode,
    models.UUIDField: lambda value: value.hex,
    models.DateTimeField: _datetime,
}
