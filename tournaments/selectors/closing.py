"""Whether the final standings of a tournament are published: from then on a change needs a second person."""

from __future__ import annotations

from tournaments.models import Tournament


def is_closed(tournament: Tournament) -> bool:
    return tournament.closed_at is not None
