"""The records of a tournament, found by themselves: who did the most of what, in which match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.models import Match
from tournaments.models import Entrant, Place, Tournament
from tournaments.selectors.held import Held
from tournaments.selectors.shown import public_name, substitutions

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

    entrant: int
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
    """Those that anybody holds. Only holders are looked up by name."""
    kinds: list[tuple[str, Callable[[Played], int]]] = [
        (_("Most points in a match"), lambda each: each.of("totals")),
        (_("Best turn"), lambda each: each.of("best_turn")),
        (_("Most hexagons in a match"), lambda each: each.made(HEXAGONS)),
        (_("Most bridges in a match"), lambda each: each.made({"bridge": 1})),
        (_("Biggest comeback"), lambda each: each.of("behind") if each.of("places") == 1 else 0),
    ]
    held = [(title, *_best(players, value)) for title, value in kinds]
    named = _entrants(each.entrant for _title, _value, holders in held for each in holders[:MOST_HOLDERS])
    return [
        Record(
            title,
            value,
            tuple(
                Feat(public_name(named[each.entrant], each.round), each.round, each.table, value)
                for each in holders[:MOST_HOLDERS]
            ),
            max(0, len(holders) - MOST_HOLDERS),
        )
        for title, value, holders in held
        if holders
    ]


def everybody_played(tournament: Tournament, held: Held | None = None) -> list[Played]:
    """Everybody's part of every match that is final, in order; while results are held, of those that were."""
    results = held.otherwise.results if held else _results(tournament)
    seats = (
        Place.objects.filter(round__tournament=tournament, table__match__isnull=False)
        .order_by("table__round__number", "table__number", "position")
        .values_list("entrant", "table__round__number", "table__number", "position", "table__match")
    )
    return [
        Played(entrant, round_, table, str(position), result)
        for entrant, round_, table, position, match in seats
        if (result := results.get(match))
    ]


# -- in detail -----------------------------------------------------------------------------------


def _results(tournament: Tournament) -> Mapping[int, Any]:
    finals = Match.objects.filter(
        table__round__tournament=tournament, status=Match.Status.FINAL, result__isnull=False
    )
    return dict(finals.values_list("pk", "result"))


def _best(players: Sequence[Played], value: Callable[[Played], int]) -> tuple[int, list[Played]]:
    """The highest value and who has it; nobody where it is nothing."""
    values = [value(each) for each in players]
    best = max(values, default=0)
    if best <= 0:
        return 0, []
    return best, [each for each, found in zip(players, values, strict=True) if found == best]


def _entrants(wanted: Iterable[int]) -> dict[int, Entrant]:
    found = Entrant.objects.filter(pk__in=set(wanted)).select_related("player")
    return {each.pk: each for each in found.prefetch_related(substitutions())}
