"""The records of a tournament, found by themselves: who did the most of what, in which match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.models import Match
from tournaments.models import Place, Tournament
from tournaments.selectors.held import Held
from tournaments.selectors.shown import public_name

MOST_HOLDERS = 3
"""More who share a record are counted, not named."""
HEXAGONS = {"hexagon": 1, "double-hexagon": 2, "triple-hexagon": 3}


@dataclass(frozen=True, slots=True)
class Feat:
    """What somebody did in one match."""

    name: str
    round: int
    table: int
    value: int


@dataclass(frozen=True, slots=True)
class Record:
    title: str
    value: int
    holders: tuple[Feat, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Played:
    """One player's part of one final match."""

    name: str
    round: int
    table: int
    key: str
    result: Mapping[str, Any]

    def made(self, weights: Mapping[str, int]) -> int:
        lines = self.result.get("made", {}).get(self.key, {})
        return sum(weight * lines.get(reason, (0, 0))[0] for reason, weight in weights.items())

    def of(self, what: str) -> int:
        return int(self.result.get(what, {}).get(self.key, 0))


def records_among(players: Sequence[Played]) -> list[Record]:
    """Those that anybody holds."""
    kinds: list[tuple[str, Callable[[Played], int]]] = [
        (_("Most points in a match"), lambda each: each.of("totals")),
        (_("Best turn"), lambda each: each.of("best_turn")),
        (_("Most hexagons in a match"), lambda each: each.made(HEXAGONS)),
        (_("Most bridges in a match"), lambda each: each.made({"bridge": 1})),
        (_("Biggest comeback"), lambda each: each.of("behind") if each.of("places") == 1 else 0),
    ]
    return [record for title, value in kinds if (record := _record(title, players, value))]


def _record(title: str, players: Sequence[Played], value: Callable[[Played], int]) -> Record | None:
    best = max(map(value, players), default=0)
    if best <= 0:
        return None
    held = [Feat(each.name, each.round, each.table, best) for each in players if value(each) == best]
    return Record(title, best, tuple(held[:MOST_HOLDERS]), max(0, len(held) - MOST_HOLDERS))


def everybody_played(tournament: Tournament, held: Held | None = None) -> list[Played]:
    """Everybody's part of every match that is final, in order; while results are held, of those that were."""
    return list(_played(tournament, held.otherwise.results if held else _results(tournament)))


def _results(tournament: Tournament) -> Mapping[int, Any]:
    finals = Match.objects.filter(
        table__round__tournament=tournament, status=Match.Status.FINAL, result__isnull=False
    )
    return dict(finals.values_list("pk", "result"))


def _played(tournament: Tournament, results: Mapping[int, Any]) -> Iterator[Played]:
    seats = (
        Place.objects.filter(round__tournament=tournament, table__match__isnull=False)
        .select_related("entrant__player", "table__round")
        .prefetch_related("entrant__substitutions__before_player")
        .order_by("table__round__number", "table__number", "position")
    )
    for seat in seats:
        table = seat.table
        if table is None or table.match_id is None or table.match_id not in results:
            continue
        yield Played(
            name=public_name(seat.entrant, table.round.number),
            round=table.round.number,
            table=table.number,
            key=str(seat.position),
            result=results[table.match_id],
        )
