"""Evenings of a club: tournaments of one round that are closed, of people in the club's list."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.contrib.auth.models import User

from games import services as games
from tests.factories import EntrantFactory, TournamentFactory, enter, organiser_of, published_round
from tournaments.models import Club, Player, Tournament
from tournaments.names import name_key
from tournaments.services import closing

PEOPLE = ("Ana Almeida", "Bo Berg", "Cem Can", "Dee Dunn")


def evening_of(
    club: Club,
    organiser: User,
    names: Sequence[str] = PEOPLE,
    *,
    day: int = 1,
    points: Sequence[int] = (400, 300, 200, 100),
    **more: Any,
) -> Tournament:
    """One table a four: at each, whoever is named first has the most points, and so on."""
    when = date(2026, 1, day)
    tournament = TournamentFactory.create(
        club=club, organiser=organiser, rounds_planned=1, first_day=when, last_day=when, **more
    )
    for number, name in enumerate(names, start=1):
        player, _made = Player.objects.get_or_create(club=club, name=name, name_key=name_key(name))
        EntrantFactory.create(tournament=tournament, number=number, name=name, player=player)
    for table in published_round(tournament).tables.all():
        order = list(table.seating.order_by("position").values_list("entrant__number", flat=True))
        made = {number: points[at] for at, number in enumerate(sorted(order))}
        enter(table, [made[number] for number in order])
        games.finalize(table.match_id or 0)
    # Publishing counts the day of today in: these were played long ago.
    Tournament.objects.filter(pk=tournament.pk).update(first_day=when, last_day=when)
    closing.close(organiser_of(tournament), tournament)
    return tournament
