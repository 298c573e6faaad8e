"""The statements of an entry, written out.

Django builds a statement anew each time; for an entry that took longer than the rules, the hash and the database
together (docs/decisions/0002). Values still go through the models' fields, so that every database is given what it
would be given otherwise. Knows nothing of what an entry means.
"""
# ruff: noqa: S608 - what is put together here are the names of our own tables and columns, never a value

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from django.db import connection, models
from django.db.backends.utils import CursorWrapper

from games.models import Event, Match
from games.rows import Part
from games.values import values

MATCH, EVENT = Part(Match, "m"), Part(Event, "e")


@dataclass(frozen=True, slots=True)
class Statement:
    """What is to be written, in the words of the database: nothing is left to be done but to say it."""

    text: str
    values: list[Any]

    def run(self, cursor: CursorWrapper) -> int:
        """Say it; how many rows it was about."""
        cursor.execute(self.text, self.values)
        return int(cursor.rowcount)


def read_match(match_id: int) -> Match:
    """The match as it stands, not locked."""
    with connection.cursor() as cursor:
        cursor.execute(_read_match(), [match_id])
        row = cursor.fetchone()
    if row is None:
        raise Match.DoesNotExist(f"there is no match {match_id}")
    return MATCH.made_of(row)


def known_events(ids: Sequence[UUID]) -> dict[UUID, Event]:
    """Those of the events with these ids that are in a log."""
    with connection.cursor() as cursor:
        cursor.execute(
            _known_events(len(ids)), [Event._meta.pk.get_db_prep_value(each, connection) for each in ids]
        )
        found = map(EVENT.made_of, cursor.fetchall())
        return {event.id: event for event in found}


def update_of_match(match: Match, names: tuple[str, ...], still: Mapping[str, Any]) -> Statement:
    """Writes these fields of a match, if others still have the values given."""
    expected = values(Match, still, tuple(still))
    return Statement(
        _update(names, tuple(still)), [*values(Match, match.__dict__, names), *expected, match.pk]
    )


def insert_of_events(events: Sequence[Event]) -> Statement:
    """Adds events, all at once."""
    return Statement(_insert_events(len(events)), [value for row in rows_of(events) for value in row])


def rows_of(events: Iterable[Event]) -> list[list[Any]]:
    """Events as the database is given them, for ``insert_rows``: made ready before anybody has to wait."""
    return [values(Event, event.__dict__) for event in events]


def insert_rows(logs: Iterable[tuple[int, list[list[Any]]]]) -> None:
    """Add whole logs, each to the match of this number. One statement, filled in as often as there are events."""
    at = [field.name for field in Event._meta.concrete_fields].index("match")
    rows = ([*row[:at], match_id, *row[at + 1 :]] for match_id, log in logs for row in log)
    with connection.cursor() as cursor:
        cursor.executemany(_insert_events(1), rows)  # type: ignore[arg-type] # an iterator will do


# -- in detail -----------------------------------------------------------------------------------


def _table(model: type[models.Model]) -> str:
    return f'"{model._meta.db_table}"'


def _marks(count: int) -> str:
    return ", ".join(["%s"] * count)


@cache
def _read_match() -> str:
    return f'SELECT {MATCH.columns} FROM {MATCH.source} WHERE "m"."id" = %s'


@cache
def _known_events(count: int) -> str:
    return f'SELECT {EVENT.columns} FROM {EVENT.source} WHERE "e"."id" IN ({_marks(count)})'


@cache
def _insert_events(count: int) -> str:
    fields = Event._meta.concrete_fields
    names = ", ".join(f'"{field.column}"' for field in fields)
    rows = ", ".join([f"({_marks(len(fields))})"] * count)
    return f"INSERT INTO {_table(Event)} ({names}) VALUES {rows}"


@cache
def _update(names: tuple[str, ...], still: tuple[str, ...]) -> str:
    changes = ", ".join(f'"{field.column}" = %s' for field in _fields(Match, names))
    conditions = "".join(f'"{field.column}" = %s AND ' for field in _fields(Match, still))
    return f"UPDATE {_table(Match)} SET {changes} WHERE {conditions}id = %s"


@cache
def _fields(model: type[models.Model], names: tuple[str, ...]) -> tuple[models.Field[Any, Any], ...]:
    return tuple(model._meta.get_field(name) for name in names)  # type: ignore[misc]
