"""What a correction or a penalty would do to the tournament: results, ranks, who got on, later pairings.

Computed by taking something else for true and comparing the whole. Writes nothing; knows nothing of how the change
would be made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tournaments.models import Penalty, Place, Round, Table, Tournament
from tournaments.numbers import as_text
from tournaments.selectors.going_on import going_on
from tournaments.selectors.kept_standings import before_and_after
from tournaments.selectors.standings import AS_IT_IS, Line, Otherwise, standing_penalties
from tournaments.tiebreaks.api import Number

BLIND = {"schedule", "round-robin", "groups", "random", "by-hand"}
"""Systems whose rounds do not look at the results of the rounds before in the same stage."""


@dataclass(frozen=True, slots=True)
class AtTable:
    """Somebody's result at the table before and after; without a place, there would be none."""

    name: str
    place: int | None
    place_after: int | None
    total: int | None
    total_after: int | None


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody whose rank or points would change. Without a rank: disqualified."""

    name: str
    rank: int | None
    rank_after: int | None
    points: str
    points_after: str

    @property
    def way(self) -> str:
        if self.rank == self.rank_after:
            return "same"
        return "up" if (self.rank_after or 10**6) < (self.rank or 10**6) else "down"


@dataclass(frozen=True, slots=True)
class GotOn:
    """A later stage into which others would have come."""

    stage: int
    gained: list[str]
    lost: list[str]


@dataclass(frozen=True, slots=True)
class Rested:
    """A later round whose pairings rested on what would change, and where those people sit in it."""

    number: int
    state: str
    tables: list[int]


@dataclass(frozen=True, slots=True)
class TournamentEffects:
    table: list[AtTable] = field(default_factory=list)
    ranks: list[Moved] = field(default_factory=list)
    stages: list[GotOn] = field(default_factory=list)
    rounds: list[Rested] = field(default_factory=list)

    @property
    def goes_on(self) -> bool:
        """Whether the table would have no result until somebody ends it."""
        return any(each.place_after is None for each in self.table)

    @property
    def nothing(self) -> bool:
        return not (self.ranks or self.stages or self.rounds)


def effects_of_correction(table: Table, after: Mapping[str, Any] | None) -> TournamentEffects:
    """If the table's match had ended with that result, or with none."""
    round_ = table.round
    match_id = table.match_id or 0
    now = table.match.result if table.match else None
    seats = {
        str(place.position): place.entrant
        for place in table.seating.select_related("entrant").order_by("position")
    }
    found = _compare(round_.tournament, round_.number, Otherwise(results={match_id: after}))
    return TournamentEffects(
        [_at_table(entrant.name, key, now, after) for key, entrant in seats.items()], *found
    )


def effects_of_penalty(penalty: Penalty) -> TournamentEffects:
    """If that penalty stood, which is not kept yet; or if one that is kept were taken back."""
    tournament = penalty.tournament
    standing = standing_penalties(tournament)
    others = tuple(each for each in standing if each.pk != penalty.pk)
    after = others if penalty.pk else (*standing, penalty)
    return TournamentEffects([], *_compare(tournament, penalty.round_number, Otherwise(penalties=after)))


# -- in detail -----------------------------------------------------------------------------------


def _compare(
    tournament: Tournament, number: int, otherwise: Otherwise
) -> tuple[list[Moved], list[GotOn], list[Rested]]:
    rounds = list(tournament.rounds.select_related("stage").defer("why", "cost", "bound").order_by("number"))
    now, after = before_and_after(tournament, rounds, otherwise)
    before = {line.entrant.pk: line for line in now}
    first = tournament.tiebreaks[0] if tournament.tiebreaks else ""
    moved = [_moved(before[line.entrant.pk], line, first) for line in after]
    # Who pairings and seedings went by: those whose own points would be others.
    others = {
        line.entrant.pk
        for line in after
        if _value(line, first) != _value(before[line.entrant.pk], first)
        or line.out != before[line.entrant.pk].out
    }
    names = {line.entrant.pk: line.entrant.name for line in after}
    return (
        sorted(
            (each for each in moved if each is not None), key=lambda each: each.points == each.points_after
        ),
        _stages(tournament, otherwise, names),
        _rounds(rounds, number, others),
    )


def _at_table(name: str, key: str, now: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> AtTable:
    def said(result: Mapping[str, Any] | None, what: str) -> int | None:
        return result[what].get(key) if result else None

    return AtTable(
        name, said(now, "places"), said(after, "places"), said(now, "totals"), said(after, "totals")
    )


def _moved(before: Line, after: Line, first: str) -> Moved | None:
    rank = None if before.out else before.standing.rank
    rank_after = None if after.out else after.standing.rank
    points, points_after = _value(before, first), _value(after, first)
    if (rank, points) == (rank_after, points_after):
        return None
    return Moved(after.entrant.name, rank, rank_after, as_text(points), as_text(points_after))


def _value(line: Line, first: str) -> Number:
    return line.standing.values.get(first, line.standing.placing)


def _stages(tournament: Tournament, otherwise: Otherwise, names: Mapping[int, str]) -> list[GotOn]:
    stages = list(tournament.stages.order_by("number"))
    found = []
    for before, into in pairwise(stages):
        if into.seeding is None:
            continue
        came = going_on(tournament, before, into, AS_IT_IS)
        would = going_on(tournament, before, into, otherwise)
        gained = [each for each in would if each not in came]
        lost = [each for each in came if each not in would]
        if gained or lost:
            found.append(GotOn(into.number, [names[each] for each in gained], [names[each] for each in lost]))
    return found


def _rounds(rounds: Sequence[Round], number: int, others: set[int]) -> list[Rested]:
    changed = next((each for each in rounds if each.number == number), None)
    later = [
        each
        for each in rounds
        if each.number > number
        and not (changed and each.stage_id == changed.stage_id and each.stage.system in BLIND)
    ]
    if not later or not others:
        return []
    seats: dict[int, set[int]] = {}
    places = Place.objects.filter(round__in=later, entrant__in=others, table__isnull=False)
    for round_id, table in places.values_list("round", "table__number"):
        seats.setdefault(round_id, set()).add(table)
    return [
        Rested(each.number, each.state, sorted(seats.get(each.pk, ())))
        for each in later
        if each.pk in seats or each.state == Round.State.PAIRING
    ]
