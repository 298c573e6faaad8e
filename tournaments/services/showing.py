"""Putting a person's wish how to be shown, or a new name, at every seat they had. The log does not know names."""

from __future__ import annotations

from django.db.models import F

from games import services as games
from tournaments.models import Entrant, Place, Player, Tournament
from tournaments.selectors.shown import seat_names


def show_as_wished(player: Player) -> None:
    """At all tables of this player so far. In a transaction of the caller."""
    entrants = Entrant.objects.filter(player=player) | Entrant.objects.filter(
        substitutions__before_player=player
    )
    rename_seats_of(entrants.distinct().values_list("pk", flat=True))


def rename_seats_of(entrant_ids: object) -> None:
    """Whole tables, because what two at one table are called hangs together."""
    ids = set(entrant_ids)  # type: ignore[call-overload]
    mine = Place.objects.filter(entrant__in=ids, table__match__isnull=False)
    places = (
        Place.objects.filter(table__in=mine.values("table"))
        .select_related("round", "table", "entrant__player")
        .prefetch_related("entrant__substitutions__before_player")
        .order_by("table", "position")
    )
    tables: dict[tuple[int, int], list[Place]] = {}
    for place in places:
        if place.table and place.table.match_id:
            tables.setdefault((place.table.match_id, place.round.number), []).append(place)
    for (match_id, number), seats in tables.items():
        names = seat_names([place.entrant for place in seats], number)
        games.name_seats(
            match_id, {str(place.position): name for place, name in zip(seats, names, strict=True)}
        )
    Tournament.objects.filter(entrants__in=ids).update(revision=F("revision") + 1)
