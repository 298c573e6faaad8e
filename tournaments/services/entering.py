"""Bringing people into a tournament: the one way in, whoever asks for it."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Count, Max
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.models import MOST_ENTRANTS, Entrant, Player, Tournament
from tournaments.names import name_key
from tournaments.services.people import next_round
from tournaments.services.roster import Card, players_for
from tournaments.services.stages import let_in


def bring_in(tournament: Tournament, cards: Sequence[Card]) -> list[Entrant]:
    """Enter these people, each with their place in the club's list, under the names they came with.

    In a rehearsal nobody gets one: nothing of it counts, and nothing of it may stay.
    The caller has asked who may, has looked at the names, holds the tournament's lock and writes the line of history.
    """
    if tournament.rehearsal:
        return _enter(tournament, [(None, card.name, card.home) for card in cards])
    people = zip(cards, players_for(tournament.club, cards), strict=True)
    return _enter(tournament, [(player, card.name, card.home or player.home) for card, player in people])


def bring_in_players(tournament: Tournament, players: Sequence[Player]) -> list[Entrant]:
    """The same for those who are in the list already, under the names they have there."""
    nobody = tournament.rehearsal
    return _enter(tournament, [(None if nobody else player, player.name, player.home) for player in players])


def _enter(tournament: Tournament, people: Sequence[tuple[Player | None, str, str]]) -> list[Entrant]:
    entrants = Entrant.objects.filter(tournament=tournament)
    known = entrants.aggregate(highest=Max("number"), count=Count("pk"))
    if known["count"] + len(people) > MOST_ENTRANTS:
        raise Refused(
            "tournament-full", _("A tournament has room for %(most)s people.") % {"most": MOST_ENTRANTS}
        )
    joined = next_round(tournament)
    made = Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament,
            player=player,
            number=number,
            name=name,
            name_key=name_key(name),
            club=club,
            joined_round=joined,
        )
        for number, (player, name, club) in enumerate(people, start=(known["highest"] or 0) + 1)
    )
    let_in(tournament, made)
    return made
