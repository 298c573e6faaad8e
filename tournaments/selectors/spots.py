"""Where the tables of a tournament stand, and which numbers are out of use."""

from __future__ import annotations

from tournaments.models import Spot, Table, Tournament


def labels_of(tournament: Tournament) -> dict[int, str]:
    """For a table number where it stands, where that was said."""
    return dict(Spot.objects.filter(tournament=tournament).exclude(label="").values_list("number", "label"))


def closed_numbers(tournament: Tournament) -> frozenset[int]:
    """Table numbers that are skipped."""
    return frozenset(
        Spot.objects.filter(tournament=tournament, usable=False).values_list("number", flat=True)
    )


def spot_of(table: Table) -> str:
    """Where one table stands, or nothing."""
    found = Spot.objects.filter(tournament=table.round.tournament_id, number=table.number)
    return found.values_list("label", flat=True).first() or ""
