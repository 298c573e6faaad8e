"""One order of locks: whoever writes a tournament's history takes the tournament before anything else of it.

A line of history points at its tournament, and PostgreSQL holds that row while it is written. Taken last, after a
match or a person, it could wait for somebody who has the tournament and waits for that match.
"""

from __future__ import annotations

from django.db.models import BigIntegerField, Q

from games import bearings
from tournaments.models import Club, Entrant, Tournament


def hold(tournament: Tournament) -> None:
    """Ours alone until the transaction ends (on SQLite the whole file is); and told whether it was closed meanwhile."""
    bearings.note(tournament=tournament.pk)
    held = Tournament.objects.select_for_update(no_key=True).only("closed_at").get(pk=tournament.pk)
    tournament.closed_at = held.closed_at


def hold_club(club_id: int) -> None:
    """Ours alone among those who ask for it here. Whoever only writes something that points at the club does not wait:
    PostgreSQL looks for the club at the end of a transaction, when it may hold what we are waiting for.
    """
    Club.objects.select_for_update(no_key=True).only("pk").filter(pk=club_id).first()


def hold_all_of(*player_ids: int) -> None:
    """All tournaments in which these people of a club's list played, in the order of their numbers."""
    ids = [each for each in player_ids if each <= BigIntegerField.MAX_BIGINT]  # an address may say any number
    theirs = Q(player__in=ids) | Q(substitutions__before_player__in=ids)
    entered = Entrant.objects.filter(theirs).values("tournament")
    list(
        Tournament.objects.select_for_update(no_key=True)
        .filter(pk__in=entered)
        .order_by("pk")
        .values_list("pk")
    )
