"""Entering somebody out of the club's list, with a tap."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import Entrant, Tournament
from tournaments.services.entering import bring_in_players
from tournaments.services.history import record
from tournaments.services.roster import find_player


def enter_player(actor: Actor, tournament: Tournament, player_id: int) -> Entrant:
    """Tapped twice, entered once."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        player = find_player(tournament.club, player_id)
        entered = Entrant.objects.filter(tournament=tournament, player=player).first()
        if entered is not None:
            return entered
        if Entrant.objects.filter(tournament=tournament, name_key=player.name_key).exists():
            raise Refused(
                "name-taken",
                _(
                    "Somebody called “%(name)s” is entered. Add to the name in the list what tells the two apart."
                )
                % {"name": player.name},
            )
        (entrant,) = bring_in_players(tournament, [player])
        record(actor, tournament, "person-entered", name=entrant.name)
    return entrant
