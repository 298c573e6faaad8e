"""Deleting a tournament that never was: nothing of it has been published."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import Place, Tournament
from tournaments.services.history import record_in_club
from tournaments.services.ratings import want_ratings


def why_not_deletable(tournament: Tournament) -> str:
    """A sentence that says why it has to stay, or nothing."""
    if tournament.closed_at:
        return _("This tournament is closed: its results stay.")
    if tournament.rounds.filter(tables__match__isnull=False).exists():
        return _(
            "A round of this tournament has been published, so it cannot be deleted: results are never lost. Close it instead, and it rests among the finished ones."
        )
    return ""


def delete_tournament(actor: Actor, tournament: Tournament, typed: str) -> None:
    """Delete it with its people and its history. ``typed`` is its name: nobody does this by a slip."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        current = Tournament.objects.select_for_update().filter(pk=tournament.pk).first()
        if current is None:
            return
        if sentence := why_not_deletable(current):
            raise Refused("in-use", sentence)
        if typed.split() != current.name.split():
            raise Refused(
                "not-its-name",
                _("Type the name of the tournament as it stands above: %(name)s") % {"name": current.name},
                field="name",
            )
        # A draft protects its people and its stage: it goes first.
        Place.objects.filter(round__tournament=current).delete()
        current.rounds.all().delete()
        record_in_club(actor, current.club, "tournament-deleted", name=current.name)
        current.delete()
        want_ratings(current.club_id)
