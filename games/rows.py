"""Rows of statements that are written out, as the models Django would make of them.

For what is read with every entry: Django builds a statement anew each time, which takes longer than the database does
(docs/decisions/0002). Values go through the same converters as Django's own. Knows no table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, models

Kind = TypeVar("Kind", bound=models.Model)
Converter = tuple[int, Callable[..., Any], Any]


class Part(Generic[Kind]):
    """A model among the columns of a statement, under a name; without fields that are read only if asked for."""

    def __init__(self, model: type[Kind], name: str, *without: str) -> None:
        self.model, self.name, self._without = model, name, without

    @cached_property
    def fields(self) -> list[models.Field[Any, Any]]:
        return [field for field in self.model._meta.concrete_fields if field.name not in self._without]

    @cached_property
    def columns(self) -> str:
        return ", ".join(f'"{self.name}"."{field.column}"' for field in self.fields)

    @cached_property
    def source(self) -> str:
        """The table, as a statement names it once."""
        return f'"{self.model._meta.db_table}" "{self.name}"'

    @cached_property
    def _names(self) -> list[str]:
        return [field.attname for field in self.fields]

    def made_of(self, values: Sequence[Any]) -> Kind:
        made, database = list(values), connections[DEFAULT_DB_ALIAS]
        for index, convert, column in _converters(self, database.vendor):
            if made[index] is not None:  # which every converter leaves as it is
                made[index] = convert(made[index], column, database)
        return self.model.from_db(database.alias, self._names, made)


def read(row: Sequence[Any], *parts: Part[Any]) -> list[Any]:
    """One object of each part, whose columns stand one after the other in the row."""
    found, at = [], 0
    for part in parts:
        end = at + len(part.fields)
        found.append(part.made_of(row[at:end]))
        at = end
    return found


@cache
def _converters(part: Part[Any], _vendor: str) -> list[Converter]:
    """What makes values of what this kind of database gives."""
    return [
        (index, convert, field.cached_col)
        for index, field in enumerate(part.fields)
        for convert in (
            *connection.ops.get_db_converters(field.cached_col),
            *field.get_db_converters(connection),
        )
    ]
