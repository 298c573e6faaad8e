"""What a table's page needs to know besides its match."""

from __future__ import annotations

from games.models import Match
from tournaments.access import Actor
from tournaments.models import Table


def table_token(table: Table, actor: Actor) -> str:
    """Changes whenever the table's page would for this actor."""
    match = table.match
    if match is None:
        return ""
    return f"{match.version}-{match.status}-{bool(match.problem):d}-{moves_on(table, actor):d}"


def moves_on(table: Table, actor: Actor) -> bool:
    """Whether this table has a match in a later round, to which its judge moves on from a final one."""
    match = table.match
    if match is None or match.status != Match.Status.FINAL or not actor.judges(table):
        return False
    later = Table.objects.filter(round__tournament=table.round.tournament_id, number=table.number)
    return later.filter(round__number__gt=table.round.number, match__isnull=False).exists()
