"""What a table's page needs to know besides its match."""

from __future__ import annotations

from functools import cache

from django.db import connection

from games.models import Match
from games.rows import Part, read
from tournaments.access import Actor
from tournaments.models import Round, Table, Tournament

# What a draft was made of and why is long, and nothing at a table needs it.
TABLE, ROUND = Part(Table, "t"), Part(Round, "r", "why", "cost", "bound", "changes", "again")
TOURNAMENT, MATCH = Part(Tournament, "o"), Part(Match, "m")
PARTS = (TABLE, ROUND, TOURNAMENT, MATCH)
MOST_OF_A_NUMBER = 32_767
"""What the columns hold. Django looks for nothing beyond that by itself; a statement of our own has to."""


def table_at(slug: str, round_number: int, number: int) -> Table | None:
    """A table that has a match, with all that it belongs to: every entry of every judge begins with it."""
    if max(round_number, number) > MOST_OF_A_NUMBER:
        return None
    with connection.cursor() as cursor:
        cursor.execute(_table_at(), [slug, round_number, number])
        row = cursor.fetchone()
    if row is None:
        return None
    table, round_, tournament, match = read(row, *PARTS)
    table.round, table.match, round_.tournament = round_, match, tournament
    return table  # type: ignore[no-any-return]


@cache
def _table_at() -> str:
    """Written out, as the statements of an entry are (games.services.statements)."""
    return f"""
        SELECT {", ".join(part.columns for part in PARTS)}
        FROM {TABLE.source}
        JOIN {ROUND.source} ON "r"."id" = "t"."round_id"
        JOIN {TOURNAMENT.source} ON "o"."id" = "r"."tournament_id"
        JOIN {MATCH.source} ON "m"."id" = "t"."match_id"
        WHERE "o"."slug" = %s AND "r"."number" = %s AND "t"."number" = %s
    """  # noqa: S608 - only names of our own are put together


def table_token(table: Table, actor: Actor) -> str:
    """Changes whenever the table's page would for this actor."""
    match = table.match
    if match is None:
        return ""
    state = f"{match.pk}-{match.version}-{match.status}-{bool(match.problem):d}"
    held_at = table.round.tournament.held_at
    held = f"-{held_at.timestamp()}" if held_at else ""
    return f"{state}-{moves_on(table, actor):d}-{match.renamed}{held}"


def moves_on(table: Table, actor: Actor) -> bool:
    """Whether this table has a match in a later round, to which its judge moves on from a final one."""
    match = table.match
    if match is None or match.status != Match.Status.FINAL or not actor.judges(table):
        return False
    later = Table.objects.filter(round__tournament=table.round.tournament_id, number=table.number)
    return later.filter(round__number__gt=table.round.number, match__isnull=False).exists()
