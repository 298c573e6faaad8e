"""A club's results as ratings read them: evenings of tables, everybody by what they are in the club's list.

What counts: closed tournaments that are no rehearsals, are not left out, and whose results are not held. In a few
queries, however many there are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q, QuerySet

from games.models import Match
from tournaments.models import Place, Substitution, Tournament
from tournaments.ratings.rating import Evening

Who = tuple[str, int]
"""Somebody of the club's list; or an entrant who is not in it, and is nobody any more at the next tournament."""

COUNTS = Q(closed_at__isnull=False, held_at__isnull=True, rehearsal=False, rated=True)


def player_key(player_id: int) -> Who:
    return "player", player_id


def rated_tournaments(club_id: int) -> QuerySet[Tournament]:
    """In the order in which they are rated: by their days, whenever they were closed or brought in."""
    return Tournament.objects.filter(COUNTS, club=club_id).order_by(
        "first_day", "last_day", "created_at", "pk"
    )


def evenings_of(club_id: int) -> list[Evening[Who]]:
    tournaments = list(rated_tournaments(club_id).values_list("pk", flat=True))
    places = _places_by_match(tournaments)
    tables: dict[int, dict[int, dict[Who, int]]] = {pk: {} for pk in tournaments}
    for seat in _seats(tournaments):
        place = places.get(seat.match, {}).get(str(seat.position))
        if place is not None:
            tables[seat.tournament].setdefault(seat.match, {})[seat.who] = place
    return [Evening(pk, tuple(tables[pk].values())) for pk in tournaments]


# -- in detail -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Seat:
    tournament: int
    match: int
    position: int
    who: Who


def _places_by_match(tournaments: list[int]) -> Mapping[int, Mapping[str, int]]:
    finals = Match.objects.filter(
        table__round__tournament__in=tournaments, status=Match.Status.FINAL, result__isnull=False
    )
    return dict(finals.values_list("pk", "result__places"))


def _seats(tournaments: list[int]) -> Iterable[_Seat]:
    """By round and table: the order in which they are rated."""
    handed_on = _handed_on(tournaments)
    rows = (
        Place.objects.filter(round__tournament__in=tournaments, table__match__isnull=False)
        .order_by("round__tournament", "round__number", "table__number", "position")
        .values_list(
            "round__tournament", "table__match", "position", "entrant", "entrant__player", "round__number"
        )
    )
    for tournament, match, position, entrant, player, number in rows:
        who = next((each for until, each in handed_on.get(entrant, ()) if until > number), Was(player)).player
        key = ("entrant", entrant) if who is None else player_key(who)
        yield _Seat(tournament, match or 0, position or 0, key)


class Was(NamedTuple):
    player: int | None


def _handed_on(tournaments: list[int]) -> Mapping[int, Sequence[tuple[int, Was]]]:
    """For each entrant in whose place somebody played on: up to which round who it was, the first first."""
    found = Substitution.objects.filter(entrant__tournament__in=tournaments).order_by("entrant", "pk")
    handed_on: dict[int, list[tuple[int, Was]]] = defaultdict(list)
    for entrant, number, before in found.values_list("entrant", "round_number", "before_player"):
        handed_on[entrant].append((number, Was(before)))
    return handed_on
