"""Standings of a tournament, computed whole from its frozen results. How, is for ``tournaments.standings``."""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from games.models import Match
from tournaments import standings
from tournaments.models import Entrant, Penalty, Place, Round, Stage, Tournament
from tournaments.standings import Standing
from tournaments.tiebreaks.placing import Scheme
from tournaments.tiebreaks.results import Fine, RoundOf, Story, TableResult


@dataclass(frozen=True, slots=True)
class Line:
    """A standing together with whose it is, and between whom they stand."""

    entrant: Entrant
    standing: Standing
    above: Entrant | None = None
    below: Entrant | None = None
    penalties: tuple[Penalty, ...] = ()
    """Those that stand, the oldest first."""

    @property
    def out(self) -> bool:
        """Disqualified: named, but out of the order."""
        return any(each.kind == Penalty.Kind.OUT for each in self.penalties)


@dataclass(frozen=True, slots=True)
class Otherwise:
    """What is taken for true instead of what is kept: standings as they would be. Nothing is written."""

    results: Mapping[int, Mapping[str, Any] | None] = field(default_factory=dict)
    """By match: the result it would have, or none while it would go on."""
    penalties: tuple[Penalty, ...] | None = None
    """All that would stand."""
    nothing_else: bool = False
    """Whether these results are all there are: no other one is even read."""


AS_IT_IS = Otherwise()


def standings_of(
    tournament: Tournament, rounds: Sequence[Round] | None = None, otherwise: Otherwise = AS_IT_IS
) -> list[Line]:
    """Everybody's standing, best first; among equals by start number, or as they came into the stage.

    Who got into a later stage stands before those who did not, who was disqualified after everybody.
    ``rounds`` spares asking for them again: all of the tournament, each with its stage.
    """
    told = told_of(tournament, rounds, otherwise)
    return lines_of(order_of(told), told.entrants, told.penalties)


def ranks_after_each_round(
    tournament: Tournament, rounds: Sequence[Round], otherwise: Otherwise = AS_IT_IS
) -> list[tuple[int, dict[int, int]]]:
    """For each round that is over its number, and everybody's rank by id when it was."""
    told = told_of(tournament, [each for each in rounds if each.state == Round.State.CLOSED], otherwise)
    found = []
    for upto, last in enumerate(told.known, start=1):
        number = last.round.number
        given = tuple(each for each in told.penalties if each.round_number <= number)
        ranks = {
            told.entrants[each.entrant].pk: each.rank
            for each in order_of(replace(told, known=told.known[:upto], penalties=given))
            if told.entrants[each.entrant].joined_round <= number
        }
        found.append((number, ranks))
    return found


def stage_standings(
    tournament: Tournament,
    stage: Stage,
    otherwise: Otherwise = AS_IT_IS,
    before: int | None = None,
) -> list[Line]:
    """The standings of those who are in a stage, by its own results and those taken along.

    ``before`` counts only the rounds before that one.
    """
    rounds = [each for each in rounds_with_stages(tournament) if before is None or each.number < before]
    told = told_of(tournament, rounds, otherwise)
    members = members_of(stage, told.entrants)
    out = told.out
    ranked = _standings(told, stage, [number for number in members if number not in out])
    last = _standings(told, stage, [number for number in members if number in out])
    both = standings.one_after_the_other([ranked, last], standings.DISQUALIFIED)
    return lines_of(both, told.entrants, told.penalties)


def standing_penalties(tournament: Tournament) -> tuple[Penalty, ...]:
    """Those given and not taken back, the oldest first."""
    return tuple(
        Penalty.objects.filter(tournament=tournament, back_at__isnull=True).order_by("given_at", "pk")
    )


def members_of(stage: Stage, entrants: Mapping[int, Entrant]) -> list[int]:
    """The start numbers of who is in a stage, in the order in which they came into it."""
    if stage.seeding is None:
        return list(entrants)
    by_id = {entrant.pk: number for number, entrant in entrants.items()}
    return [by_id[pk] for pk in stage.seeding if pk in by_id]


def scheme_of(tournament: Tournament) -> Scheme:
    """What places are worth in this tournament."""
    sit_out = tournament.sit_out_points
    return Scheme(
        tables={
            int(size): tuple(Fraction(each) for each in worth) for size, worth in tournament.placing.items()
        },
        normalise=tournament.normalise,
        sit_out=None if sit_out is None else Fraction(sit_out),
    )


def results_token(tournament: Tournament) -> str:
    """Changes whenever the results of a tournament do, or the penalties that count with them."""
    finals = Match.objects.filter(table__round__tournament=tournament, status=Match.Status.FINAL)
    listed = list(finals.order_by("pk").values_list("pk", "version"))
    fined = [penalty.pk for penalty in standing_penalties(tournament)]
    return hashlib.sha256(repr([listed, fined] if fined else listed).encode()).hexdigest()


# -- in detail -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KnownRound:
    """A public round: who had a table or sat out, and what its finished tables ended with."""

    stage: Stage
    round: RoundOf
    tables: tuple[TableResult, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """All that is known of a tournament, read once."""

    tournament: Tournament
    entrants: Mapping[int, Entrant]
    known: Sequence[KnownRound]
    penalties: tuple[Penalty, ...]

    @property
    def out(self) -> set[int]:
        """The start numbers of the disqualified."""
        return {self.number(each) for each in self.penalties if each.kind == Penalty.Kind.OUT}

    def number(self, penalty: Penalty) -> int:
        return next(number for number, each in self.entrants.items() if each.pk == penalty.entrant_id)


def told_of(
    tournament: Tournament,
    rounds: Sequence[Round] | None,
    otherwise: Otherwise,
    entrants: Mapping[int, Entrant] | None = None,
) -> Told:
    entrants = entrants_of(tournament) if entrants is None else entrants
    penalties = otherwise.penalties
    return Told(
        tournament,
        entrants,
        _public(rounds_with_stages(tournament) if rounds is None else rounds, entrants, otherwise),
        standing_penalties(tournament) if penalties is None else penalties,
    )


def entrants_of(tournament: Tournament) -> dict[int, Entrant]:
    listed = tournament.entrants.select_related("player").order_by("number")
    return {entrant.number: entrant for entrant in listed}


def rounds_with_stages(tournament: Tournament) -> list[Round]:
    return list(tournament.rounds.select_related("stage").defer("why", "cost", "bound").order_by("number"))


def _public(
    rounds: Iterable[Round],
    entrants: Mapping[int, Entrant],
    otherwise: Otherwise,
) -> list[KnownRound]:
    """The rounds that everybody may know of. A draft makes nobody's standing."""
    public = [round_ for round_ in rounds if round_.is_public]
    numbers = {entrant.pk: entrant.number for entrant in entrants.values()}
    places: dict[int, list[tuple[int, int | None, int | None]]] = defaultdict(list)
    seated = Place.objects.filter(round__in=public).order_by("pk")
    for round_id, entrant, table, position in seated.values_list(
        "round", "entrant", "table__match", "position"
    ):
        places[round_id].append((numbers[entrant], table, position))
    results: dict[int, Any] = {}
    if not otherwise.nothing_else:
        finals = Match.objects.filter(table__round__in=public, status=Match.Status.FINAL)
        results.update(finals.values_list("pk", "result"))
    results.update(otherwise.results)
    return [_round(round_, places[round_.pk], results) for round_ in public]


def _round(
    round_: Round, places: list[tuple[int, int | None, int | None]], results: Mapping[int, Any]
) -> KnownRound:
    prefer = round_.stage.table_size
    tables: dict[int, dict[str, int]] = defaultdict(dict)
    for number, match, position in places:
        if match is not None:
            tables[match][str(position)] = number
    seated = frozenset(number for number, match, _ in places if match is not None)
    out = frozenset(number for number, match, _ in places if match is None)
    found = tuple(
        _result(round_.number, prefer, seats, results[match])
        for match, seats in tables.items()
        if results.get(match)
    )
    return KnownRound(round_.stage, RoundOf(round_.number, prefer, seated, out), found)


def _result(number: int, prefer: int, seats: Mapping[str, int], frozen: Mapping[str, Any]) -> TableResult:
    """A frozen result, with start numbers for seats. One from before deeds were kept has none."""
    made = {seats[key]: reasons for key, reasons in frozen.get("made", {}).items()}
    return TableResult(
        round=number,
        prefer=prefer,
        places={seats[key]: place for key, place in frozen["places"].items()},
        totals={seats[key]: total for key, total in frozen["totals"].items()},
        made=made,
        deals_won={seats[key]: won for key, won in frozen.get("deals_won", {}).items()},
    )


def order_of(told: Told) -> list[Standing]:
    """All stages as one, the last first; who was disqualified after everybody."""
    stages = {each.stage.number: each.stage for each in told.known}
    parts, ranked = [], set(told.out)
    for _number, stage in sorted(stages.items(), reverse=True):
        members = [number for number in members_of(stage, told.entrants) if number not in ranked]
        parts.append(_standings(told, stage, members))
        ranked.update(members)
    if not parts:
        among = [number for number in told.entrants if number not in ranked]
        parts.append(standings.compute(_story(told, (), late=True), told.tournament.tiebreaks, among))
    return _with_the_disqualified(told, standings.one_after_the_other(parts))


def _standings(told: Told, stage: Stage, members: Sequence[int]) -> list[Standing]:
    if not members:
        return []
    stages = {each.stage.number: each.stage for each in told.known} | {stage.number: stage}
    first = stage.number
    while first > 1 and stages[first].carry and first - 1 in stages:
        first -= 1
    counted = [each for each in told.known if first <= each.stage.number <= stage.number]
    story = _story(told, counted, late=first == 1, last=stage.number == max(stages))
    return standings.compute(story, told.tournament.tiebreaks, members)


def _with_the_disqualified(told: Told, ranked: list[Standing]) -> list[Standing]:
    if not told.out:
        return ranked
    story = _story(told, told.known, late=True)
    out = standings.compute(story, told.tournament.tiebreaks, sorted(told.out))
    return standings.one_after_the_other([ranked, out], standings.DISQUALIFIED)


def _story(told: Told, counted: Sequence[KnownRound], *, late: bool, last: bool = True) -> Story:
    """``late`` where the first stage counts, ``last`` where the newest does: what was given before or after them."""
    tournament, entrants = told.tournament, told.entrants
    numbers = [each.round.number for each in counted]
    since = 0 if late or not numbers else min(numbers)
    until = max(numbers, default=0) if not last else math.inf
    return Story(
        entrants=tuple(entrants),
        tables=tuple(table for each in counted for table in each.tables),
        rounds=tuple(each.round for each in counted),
        scheme=scheme_of(tournament),
        head_start={
            number: Fraction(entrant.late_points)
            for number, entrant in entrants.items()
            if late and entrant.late_points
        },
        joined={number: entrant.joined_round for number, entrant in entrants.items()},
        seed=tournament.lots_seed,
        fines=tuple(
            _fine(told.number(each), each) for each in told.penalties if since <= each.round_number <= until
        ),
    )


def _fine(number: int, penalty: Penalty) -> Fine:
    placing = Fraction(penalty.amount) if penalty.kind == Penalty.Kind.PLACING else Fraction(0)
    points = int(penalty.amount) if penalty.kind == Penalty.Kind.POINTS else 0
    return Fine(number, penalty.round_number, placing, points)


def lines_of(
    computed: Sequence[Standing], entrants: Mapping[int, Entrant], penalties: Sequence[Penalty]
) -> list[Line]:
    given: dict[int, list[Penalty]] = defaultdict(list)
    for penalty in penalties:
        given[penalty.entrant_id].append(penalty)
    return [
        Line(
            entrants[each.entrant],
            each,
            entrants[each.above.other] if each.above else None,
            entrants[each.below.other] if each.below else None,
            tuple(given[entrants[each.entrant].pk]) if given else (),
        )
        for each in computed
    ]
