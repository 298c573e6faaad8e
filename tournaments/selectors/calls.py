"""What waits for the organiser at the tables: open calls, and players who do not agree with a sheet."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Match
from tournaments.models import Call, Table, Tournament


@dataclass(frozen=True, slots=True)
class Waiting:
    calls: list[Call]
    appeals: list[Table]

    @property
    def count(self) -> int:
        return len(self.calls) + len(self.appeals)

    @property
    def token(self) -> str:
        calls = [f"{call.pk}{'+' if call.answered_at else ''}" for call in self.calls]
        return " ".join([*calls, *(str(table.pk) for table in self.appeals)])


def waiting_in(tournament: Tournament) -> Waiting:
    """The oldest first."""
    tables = Table.objects.filter(round__tournament=tournament).select_related("round__tournament", "match")
    signing = tables.filter(match__status=Match.Status.SIGNING, match__signoffs__isnull=False)
    return Waiting(
        calls=list(
            Call.objects.filter(closed_at__isnull=True, table__round__tournament=tournament)
            .select_related("table__round__tournament")
            .order_by("called_at")
        ),
        appeals=[table for table in signing.order_by("round", "number") if _appeals(table)],
    )


def _appeals(table: Table) -> bool:
    return bool(table.match and (table.match.signoffs or {}).get("appeals"))
