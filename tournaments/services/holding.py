"""One order of locks: whoever writes a tournament's history takes the tournament before anything else of it.

A line of history points at its tournament, and PostgreSQL holds that row while it is written. Taken last, after a
match or a person, it could wait for somebody who has the tournament and waits for that match.
"""

from __future__ import annotations

from tournaments.models import Tournament


def hold(tournament: Tournament) -> None:
    """Ours alone until the transaction ends (on SQLite the whole file is); and told whether it was closed meanwhile."""
    held = Tournament.objects.select_for_update(no_key=True).only("closed_at").get(pk=tournament.pk)
    tournament.closed_at = held.closed_at
