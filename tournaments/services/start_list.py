"""The start list in the order of the ratings, best first, before the first round is paired.

Start numbers are what knockouts and groups seed by, so this is all the seeding there is. Who is not rated yet stands
where a newcomer is believed to be.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import F, Max
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import Entrant, Tournament
from tournaments.ratings.scale import NEWCOMER
from tournaments.selectors.ranking import ratings_now
from tournaments.services.history import record

AT_A_TIME = 500


def number_by_rating(actor: Actor, tournament: Tournament) -> None:
    """Most likely strength counts here, not the cautious number: a strong newcomer is no outsider. Twice is as once."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        current = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if current.rounds.exists():
            raise Refused("already-paired", _("A round has been paired, so start numbers stay as they are."))
        entrants = list(current.entrants.order_by("number"))
        known = ratings_now([each.player_id for each in entrants if each.player_id])
        if not known:
            raise Refused("nobody-rated", _("Nobody who is entered has a rating yet."))
        ordered = sorted(
            entrants, key=lambda each: (-known.get(each.player_id or 0, NEWCOMER).mu, each.number)
        )
        if [each.pk for each in ordered] == [each.pk for each in entrants]:
            return
        numbers = sorted(each.number for each in entrants)
        record(actor, current, "start-list-by-rating")
        _renumber(current, ordered, numbers)
        Tournament.objects.filter(pk=current.pk).update(revision=F("revision") + 1)


def _renumber(tournament: Tournament, ordered: list[Entrant], numbers: list[int]) -> None:
    """By way of numbers that nobody has: no two may have the same at any moment."""
    beyond = tournament.entrants.aggregate(most=Max("number"))["most"]
    for step in (beyond, 0):
        for entrant, number in zip(ordered, numbers, strict=True):
            entrant.number = number + step
        Entrant.objects.bulk_update(ordered, ["number"], batch_size=AT_A_TIME)
