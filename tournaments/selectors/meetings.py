"""A player's final matches over all tournaments of the club: records, and how it went against each of the others.

A few queries, however many matches there were. Of a tournament whose results are held, what was public then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from games.models import Match
from tournaments.access import Actor
from tournaments.models import Entrant, Place, Player, Round, ShownResult, Tournament
from tournaments.ratings.against import Against, Took, longest_run, met
from tournaments.selectors.feats import HEXAGONS, Played
from tournaments.selectors.held import is_held_from
from tournaments.selectors.records import may_see_record
from tournaments.selectors.shown import substitutions


@dataclass(frozen=True, slots=True)
class Sitting:
    """One final match that a player sat at."""

    tournament: Tournament
    round: int
    table: int
    mine: Played
    took: Mapping[int, Took]
    """By player's id, of all at the table who are in the club's list."""


@dataclass(frozen=True, slots=True)
class Feat:
    """A record of one person."""

    title: str
    value: int
    sitting: Sitting | None
    """In which match; none of what spans several."""


@dataclass(frozen=True, slots=True)
class Opponent:
    player: Player
    against: Against


@dataclass(frozen=True, slots=True)
class Meeting:
    """One table at which two sat."""

    sitting: Sitting
    mine: Took
    theirs: Took


@dataclass(frozen=True, slots=True)
class Duel:
    other: Player
    against: Against
    meetings: list[Meeting]
    """The newest first."""


def sittings_of(player: Player, actor: Actor) -> list[Sitting]:
    """In the order in which they were played."""
    entrants = _entrants_of(player)
    seats = [
        place
        for place in _around(entrants, Q(entrant__in=entrants))
        if (mine := entrants.get(place.entrant_id)) and mine.player_in(place.round.number) == player
    ]
    results = _results(seats, entrants, actor)
    tables: dict[int, dict[int, Took]] = {}
    wanted = Q(table__in=Place.objects.filter(entrant__in=entrants).values("table"))
    for place in _around(entrants, wanted):
        result = results.get(_match(place))
        who = place.entrant.player_in(place.round.number)
        if result and who and place.table_id:
            key = str(place.position)
            took = Took(result["places"][key], result["totals"][key])
            tables.setdefault(place.table_id, {})[who.pk] = took
    found = []
    for place in seats:
        result = results.get(_match(place))
        if result and place.table:
            number, table = place.round.number, place.table.number
            mine_played = Played(place.entrant_id, number, table, str(place.position), result)
            tournament = entrants[place.entrant_id].tournament
            found.append(Sitting(tournament, number, table, mine_played, tables[place.table.pk]))
    return sorted(found, key=lambda each: (each.tournament.first_day, each.tournament.pk, each.round))


def feats_of(sittings: Iterable[Sitting]) -> list[Feat]:
    """Those that there are, each with the first match in which it was done."""
    sittings = list(sittings)
    kinds: list[tuple[str, Callable[[Played], int]]] = [
        (_("Most points in a match"), lambda each: each.of("totals")),
        (_("Best turn"), lambda each: each.of("best_turn")),
        (_("Most hexagons in a match"), lambda each: each.made(HEXAGONS)),
        (_("Most bridges in a match"), lambda each: each.made({"bridge": 1})),
        (_("Biggest comeback"), lambda each: each.of("behind") if each.of("places") == 1 else 0),
    ]
    found = []
    for title, value in kinds:
        best = max(sittings, key=lambda each: value(each.mine), default=None)
        if best and value(best.mine) > 0:
            found.append(Feat(title, value(best.mine), best))
    run = longest_run(each.mine.of("places") for each in sittings)
    return [*found, Feat(_("Most wins one after the other"), run, None)] if run else found


def opponents_of(player: Player, sittings: Iterable[Sitting], actor: Actor) -> list[Opponent]:
    """Whom this actor may see a record of, who met most often first."""
    against = met(player.pk, (each.took for each in sittings))
    found = Player.objects.filter(pk__in=against, erased_at__isnull=True)
    listed = [Opponent(each, against[each.pk]) for each in found if may_see_record(actor, each)]
    return sorted(listed, key=lambda each: (-each.against.matches, each.player.name_key, each.player.pk))


def duel_of(player: Player, other: Player, sittings: Iterable[Sitting]) -> Duel:
    """All tables at which these two sat."""
    shared = [each for each in sittings if player.pk in each.took and other.pk in each.took]
    return Duel(
        other,
        met(player.pk, (each.took for each in shared)).get(other.pk, Against()),
        [Meeting(each, each.took[player.pk], each.took[other.pk]) for each in reversed(shared)],
    )


# -- in detail -----------------------------------------------------------------------------------


def _entrants_of(player: Player) -> dict[int, Entrant]:
    """Also where somebody else played on in their place."""
    public = Round.objects.filter(tournament=OuterRef("tournament"), published_at__isnull=False)
    mine = Q(player=player) | Q(substitutions__before_player=player)
    found = (
        Entrant.objects.filter(mine, Exists(public), tournament__rehearsal=False)
        .select_related("tournament", "player")
        .prefetch_related(substitutions())
        .order_by("pk")
        .distinct()
    )
    return {each.pk: each for each in found}


def _around(entrants: Mapping[int, Entrant], which: Q) -> list[Place]:
    if not entrants:
        return []
    places = Place.objects.filter(which, table__match__status=Match.Status.FINAL)
    return list(
        places.select_related("round", "table", "entrant__player")
        .prefetch_related(substitutions("entrant__"))
        .order_by("pk")
    )


def _results(seats: list[Place], entrants: Mapping[int, Entrant], actor: Actor) -> dict[int, Any]:
    held = {pk for pk, each in entrants.items() if is_held_from(actor, each.tournament)}
    final = [_match(place) for place in seats if place.entrant_id not in held]
    found: dict[int, Any] = dict(
        Match.objects.filter(pk__in=final, result__isnull=False).values_list("pk", "result")
    )
    if held:
        of_held = [_match(place) for place in seats if place.entrant_id in held]
        found |= dict(ShownResult.objects.filter(match__in=of_held).values_list("match", "result"))
    return found


def _match(place: Place) -> int:
    return (place.table.match_id if place.table else None) or 0
