"""Everything the database holds, to be compared: what was refused has changed none of it."""

from __future__ import annotations

import re
import uuid
from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import connection

CODE = re.compile(r"[A-Z0-9]{6}")
SEED = 100_000
Row = tuple[str, tuple[Any, ...]]


def everything(*, without: Collection[str] = ()) -> set[Row]:
    """Every row of every table but the sessions, whole."""
    rows: set[Row] = set()
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            if model is Session or model.__name__ in without:
                continue
            # As the database holds it: by way of the models it would take ten times as long.
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(model._meta.db_table)}")  # noqa: S608
            rows.update((model.__name__, tuple(map(_plain, row))) for row in cursor.fetchall())
    return rows


def changed(before: set[Row], *, without: Collection[str] = ()) -> list[Row]:
    """What is no longer there, or is new."""
    return sorted(before ^ everything(without=without), key=repr)


def alike(rows: set[Row]) -> list[str]:
    """The same without what is another one each time: moments, ids and secrets made by chance."""
    told = ("|".join([name, *(str(each) for each in row if not _by_chance(each))]) for name, row in rows)
    return sorted(told)


def _plain(value: Any) -> Any:
    return repr(value) if isinstance(value, dict | list) else value


def _by_chance(value: Any) -> bool:
    if isinstance(value, datetime | uuid.UUID):
        return True
    if isinstance(value, int):
        return value > SEED
    # A digest, a token, a code for the door, or a structure that may hold one.
    return isinstance(value, str) and (len(value) >= 16 or CODE.fullmatch(value) is not None)
