"""What a rehearsal's page shows: how the bots play, and at which tables people do."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from games.models import Match
from tournaments.models import Rehearsal, Round, Table, Tournament


@dataclass(frozen=True, slots=True)
class BotTable:
    """A table of the round that is being played."""

    table: Table
    people: bool
    """Whether people have taken it over."""
    final: bool


@dataclass(frozen=True, slots=True)
class Bots:
    rehearsal: Rehearsal
    round: Round | None
    tables: list[BotTable]

    @property
    def entries(self) -> int:
        return sum(each.table.match.version for each in self.tables if each.table.match)


def bots_of(tournament: Tournament) -> Bots | None:
    rehearsal = Rehearsal.objects.filter(tournament=tournament).select_related("original").first()
    if rehearsal is None:
        return None
    rounds = tournament.rounds.filter(published_at__isnull=False).select_related("tournament")
    playing = rounds.defer("why").order_by("-number").first()
    tables = (
        playing.tables.select_related("match").defer("match__state").order_by("number") if playing else ()
    )
    return Bots(
        rehearsal,
        playing,
        [
            BotTable(
                table,
                table.number in rehearsal.taken_over,
                bool(table.match and table.match.status == Match.Status.FINAL),
            )
            for table in tables
        ],
    )


def rehearsals_of(tournament: Tournament) -> QuerySet[Rehearsal]:
    return tournament.rehearsals.select_related("tournament").order_by("-pk")
