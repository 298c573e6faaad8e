"""What is answered once something was done at a table, or was not: the table as it is now, beside what was sent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.http import Http404, HttpRequest

from config.api import telling_tables
from config.api.schemas import AtTable, In
from config.api.table_schemas import TableOut
from games.errors import IdReused, Refused, Stale
from tournaments.access import NotAllowed, actor_of
from tournaments.models import Table
from tournaments.views.common import find_table

TABLE = "/tournaments/{slug}/rounds/{number}/tables/{table}"
NEVER_SAID = {"pin"}
"""What is told back to nobody, not even to who sent it."""


class BothSides(Exception):
    """Something else is there by now, or stands under this id."""

    def __init__(self, refusal: Refused, now: Any, sent: Any) -> None:
        super().__init__(refusal.message)
        self.refusal, self.now, self.sent = refusal, now, sent


def judged(request: HttpRequest, slug: str, number: int, table: int) -> Table:
    """A table at which this caller may score: its log tells what is hidden from spectators."""
    found = find_table(request, slug, number, table)
    if not actor_of(request).judges(found):
        raise NotAllowed
    return found


def meant(request: HttpRequest, slug: str, number: int, table: int, payload: AtTable) -> Table:
    """The table, unless what was sent is about other people than those who sit there now."""
    found = find_table(request, slug, number, table)
    if payload.match not in (None, found.match_id):
        raise Http404
    return found


def now(request: HttpRequest, table: Table) -> dict[str, Any]:
    """The table as it is, its match read anew."""
    round_ = table.round
    found = find_table(request, round_.tournament.slug, round_.number, table.number)
    return telling_tables.table(found, actor_of(request))


@contextmanager
def telling_both_sides(request: HttpRequest, table: Table, payload: In) -> Iterator[None]:
    """A program that was too late is told what is there now beside what it sent."""
    try:
        yield
    except (Stale, IdReused) as refusal:
        there = TableOut.model_validate(now(request, table)).model_dump(mode="json")
        raise BothSides(refusal, there, payload.model_dump(mode="json", exclude=NEVER_SAID)) from refusal
