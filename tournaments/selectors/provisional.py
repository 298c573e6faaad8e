"""The tables that are being played at, as if they ended now: what makes the standings move with every deal.

Reads the cached state of each match; knows nothing of who looks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.errors import Refused
from games.models import Match
from games.results import places_of
from games.selectors import bell_at
from games.services import engine_of
from tournaments.models import Place, Round
from tournaments.selectors.standings import Otherwise


@dataclass(frozen=True, slots=True)
class Now:
    """How somebody stands at their table."""

    total: int
    limit: int | None
    deal: int
    """That is being played."""
    last: bool
    """Whether the bell has rung."""
    round: int
    table: int


@dataclass(frozen=True, slots=True)
class Running:
    """All tables of the rounds that are being played."""

    otherwise: Otherwise = field(default_factory=Otherwise)
    """What their matches would end with."""
    now: Mapping[int, Now] = field(default_factory=dict)
    """By entrant's id, for those who play."""
    final: int = 0
    tables: int = 0

    @property
    def moves(self) -> bool:
        return bool(self.now)


def running_of(rounds: Sequence[Round]) -> Running:
    """One query, however many tables there are; none while nothing is played."""
    playing = {each.pk: each.number for each in rounds if each.state == Round.State.PUBLISHED}
    if not playing:
        return Running()
    seats: dict[int, list[Place]] = defaultdict(list)
    found = Place.objects.filter(round__in=playing, table__match__isnull=False)
    for place in found.select_related("table__match").order_by("table", "position"):
        if place.table and place.table.match_id is not None:
            seats[place.table.match_id].append(place)
    results: dict[int, Any] = {}
    now: dict[int, Now] = {}
    final = 0
    for match_id, places in seats.items():
        table = places[0].table
        match = table.match if table else None
        if match is None or match.status == Match.Status.FINAL:
            final += 1
        elif match.version and not _appealed(match) and (state := _state(match)):
            results[match_id] = {"totals": state.totals, "places": state.places}
            for place in places:
                key = str(place.position)
                now[place.entrant_id] = Now(
                    total=state.totals.get(key, 0),
                    limit=state.limit,
                    deal=state.deal,
                    last=state.last,
                    round=playing[place.round_id],
                    table=table.number if table else 0,
                )
    return Running(Otherwise(results), now, final, len(seats))


def _appealed(match: Match) -> bool:
    """Under review: it counts for nobody before it is decided."""
    return bool((match.signoffs or {}).get("appeals"))


@dataclass(frozen=True, slots=True)
class _State:
    totals: Mapping[str, int]
    places: Mapping[str, int]
    limit: int | None
    deal: int
    last: bool


def _state(match: Match) -> _State | None:
    """Nothing where the rules are not installed."""
    try:
        engine = engine_of(match)
    except Refused:
        return None
    state = engine.load(match.state)
    seen = engine.public(state)
    done = len(seen.get("deals", ()))
    return _State(
        totals=engine.totals(state),
        places=places_of(engine, state, match.ruling),
        limit=bell_at(match),
        deal=done + (match.status == Match.Status.PLAYING),
        last=seen.get("bell") is not None,
    )
