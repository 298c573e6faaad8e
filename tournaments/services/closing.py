"""The end of a tournament: closed, it stays as it is; reopened, with a reason that everybody can read."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import Entrant, Round, Tournament
from tournaments.selectors.standings import standings_of
from tournaments.services.history import LONGEST_REASON, record
from tournaments.services.ratings import want_ratings
from tournaments.signals import tournament_closed

LEAST_REASON = 3


def why_not_closable(tournament: Tournament) -> str:
    """What is still to be done before it can be closed, or nothing."""
    rounds = list(tournament.rounds.order_by("number").values_list("number", "state"))
    for number, state in rounds:
        if state == Round.State.PUBLISHED:
            return _("Round %(number)s is still being played: all its tables have to be final.") % {
                "number": number
            }
    if not any(state == Round.State.CLOSED for _number, state in rounds):
        return _("Nothing has been played to its end yet.")
    return ""


def close(actor: Actor, tournament: Tournament) -> None:
    """Make the standings final, with everybody's rank. Closing what is closed changes nothing.

    A draft that was never published is thrown away with it.
    """
    actor.require_organiser(tournament)
    with transaction.atomic():
        current = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if current.closed_at:
            return
        if sentence := why_not_closable(current):
            raise Refused("not-over", sentence)
        record(actor, current, "tournament-closed")
        current.rounds.filter(state__in=(Round.State.PAIRING, Round.State.DRAFT)).delete()
        keep_ranks(current)
        Tournament.objects.filter(pk=current.pk).update(closed_at=timezone.now(), revision=F("revision") + 1)
        want_ratings(current.club_id)
        tournament_closed.send(sender=Tournament, tournament=current)
    tournament.refresh_from_db()


def reopen(actor: Actor, tournament: Tournament, reason: str) -> None:
    """Let things be changed again. Why, stands in the history."""
    actor.require_organiser(tournament)
    said = " ".join(reason.split())
    if not LEAST_REASON <= len(said) <= LONGEST_REASON:
        raise Refused(
            "no-reason",
            _("Say why, in a few words: it stands in the history of the tournament."),
            field="reason",
        )
    with transaction.atomic():
        current = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if current.closed_at is None:
            return
        Tournament.objects.filter(pk=current.pk).update(closed_at=None, revision=F("revision") + 1)
        Entrant.objects.filter(tournament=current).update(final_rank=None)
        record(actor, current, "tournament-reopened", reason=said)
        want_ratings(current.club_id)
    tournament.refresh_from_db()


def keep_ranks(tournament: Tournament) -> None:
    """Everybody's rank as it is now, so that a player's record need not compute it again."""
    entrants = []
    for line in standings_of(tournament):
        line.entrant.final_rank = line.standing.rank
        entrants.append(line.entrant)
    Entrant.objects.bulk_update(entrants, ["final_rank"], batch_size=500)
