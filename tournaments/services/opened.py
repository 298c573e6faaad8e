"""A closed tournament stays as it is: what every change has to ask first."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.models import Tournament

CLOSED = "tournament-closed"


def check_open(tournament: Tournament) -> None:
    """Refuse to change what is closed. Asks the database: the page may have been loaded before it was."""
    if Tournament.objects.filter(pk=tournament.pk, closed_at__isnull=False).exists():
        raise Refused(
            CLOSED,
            _(
                "This tournament is closed, so nothing in it can be changed. To change something after all, reopen it under “Prizes and end”."
            ),
        )
