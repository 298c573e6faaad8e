"""What was played at every table of some rounds, as far as somebody may see it: read at once, for files.

Shows exactly what the pages of these tables show the same person: their names, and nothing that is held from them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.deals import deal_scores
from games.models import Match
from rules.registry import EngineMissing, registry
from tournaments.access import Actor
from tournaments.models import Entrant, Place, Round, Table, Tournament
from tournaments.selectors.held import Held, held_for
from tournaments.selectors.shown import public_name, sees_names, substitutions


@dataclass(frozen=True, slots=True)
class Seat:
    """One person at a table, or one who sits out."""

    entrant: Entrant
    name: str
    position: int | None
    total: int | None = None
    """So far; nothing before the first deal."""
    place: int | None = None
    """Once the match is final."""
    deals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedTable:
    round: Round
    number: int
    seats: list[Seat]
    final: bool = False
    begun: bool = False
    held: bool = False
    """Whether what was entered there may not be shown."""
    bell: int | None = None
    """The deal in which it rang, counted from 1."""
    reason: str = ""
    """Why the match is over: a ruling, or as the rules say."""

    @property
    def deals(self) -> int:
        return max((len(seat.deals) for seat in self.seats), default=0)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    round: Round
    tables: list[PlayedTable] = field(default_factory=list)
    out: list[Seat] = field(default_factory=list)

    @property
    def known(self) -> bool:
        """Whether every result of it is there to be read."""
        return bool(self.tables) and all(table.final and not table.held for table in self.tables)


def played_rounds(actor: Actor, tournament: Tournament, rounds: Sequence[Round]) -> list[PlayedRound]:
    """These rounds, which this actor may see, with all their tables in order."""
    held = held_for(actor, tournament)
    whole = sees_names(actor, tournament)
    by_id = {each.pk: PlayedRound(each) for each in rounds}
    seated: dict[int | None, list[Place]] = defaultdict(list)
    places = Place.objects.filter(round__in=rounds).select_related("entrant__player")
    for place in places.prefetch_related(substitutions("entrant__")).order_by("table", "position", "pk"):
        if place.table_id is None:
            by_id[place.round_id].out.append(_seat(place, by_id[place.round_id].round.number, whole))
        else:
            seated[place.table_id].append(place)
    tables = Table.objects.filter(round__in=rounds).select_related("match").order_by("round", "number")
    for table in tables:
        of = by_id[table.round_id]
        of.tables.append(_table(table, of.round, seated[table.pk], held, whole=whole))
    return list(by_id.values())


# -- in detail -----------------------------------------------------------------------------------


def _table(
    table: Table, round_: Round, places: Sequence[Place], held: Held | None, *, whole: bool
) -> PlayedTable:
    match = table.match
    covered = bool(held and match and not held.shows(match))
    if match is None or covered:
        seats = [_seat(place, round_.number, whole) for place in places]
        return PlayedTable(round_, table.number, seats, held=covered)
    final = match.status == Match.Status.FINAL
    result: Mapping[str, Any] = (match.result or {}) if final else {}
    deals, bell = _deals(match)
    totals = result.get("totals", {}) or _sums(deals)
    seats = []
    for place in places:
        key = str(place.position)
        seats.append(
            Seat(
                place.entrant,
                _name(place.entrant, round_.number, whole),
                place.position,
                totals.get(key) if match.options.get("count") != "places" else None,
                result.get("places", {}).get(key),
                tuple(deal.get(key, 0) for deal in deals),
            )
        )
    return PlayedTable(
        round_,
        table.number,
        seats,
        final=final,
        begun=match.version > 0,
        bell=bell,
        reason=result.get("reason", ""),
    )


def _deals(match: Match) -> tuple[list[dict[str, int]], int | None]:
    deals = deal_scores(match)
    if not deals:
        return deals, None
    try:
        engine = registry().get(match.rules_key, match.rules_version)
    except EngineMissing:
        return deals, None
    bell = engine.public(engine.load(match.state)).get("bell")
    number = bell.get("deal") if isinstance(bell, Mapping) else bell
    return deals, number + 1 if isinstance(number, int) else None


def _sums(deals: Sequence[Mapping[str, int]]) -> dict[str, int]:
    sums: dict[str, int] = defaultdict(int)
    for deal in deals:
        for key, points in deal.items():
            sums[key] += points
    return dict(sums)


def _seat(place: Place, round_number: int, whole: bool) -> Seat:
    return Seat(place.entrant, _name(place.entrant, round_number, whole), place.position)


def _name(entrant: Entrant, round_number: int, whole: bool) -> str:
    return entrant.name_in(round_number) if whole else public_name(entrant, round_number)
