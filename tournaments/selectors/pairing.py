"""What a pairing system needs to know, as plain data: everything that a ``Request`` can hold."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf
from typing import Any

from django.db.models import Exists, OuterRef, Q

from games.models import Match
from rules.api import Engine
from tournaments.models import Absence, Entrant, KeepApart, Place, Round, Stage, Tournament
from tournaments.pairing.api import (
    LARGEST_TABLE,
    SMALLEST_TABLE,
    Contender,
    PastRound,
    Played,
    Request,
    pair_key,
)
from tournaments.pairing.sizes import allowed
from tournaments.selectors.standings import Line, members_of, stage_standings

LONGEST = ((64, 5.0), (200, 10.0), (1_000, 20.0), (inf, 40.0))
"""Up to so many people, seconds."""


def pairing_request(round_: Round, engine: Engine[Any], also: Collection[int] = ()) -> Request:
    """Everybody who is to play in this round, with what the rounds before made of them.

    ``also`` are taken in though they have left: they still sit in a draft.
    """
    tournament, stage = round_.tournament, round_.stage
    history = _History(_earlier(round_))
    away = absent_from(tournament, round_.number)
    lines = stage_standings(tournament, stage, before=round_.number)
    playing = [
        line
        for line in lines
        if (not line.entrant.withdrawn and line.entrant.pk not in away) or line.entrant.pk in also
    ]
    first = tournament.tiebreaks[0] if tournament.tiebreaks else ""
    seats = seats_of(engine)
    before = Round.objects.filter(stage=stage, number__lt=round_.number).count()
    return Request(
        contenders=tuple(_contender(line, history, first) for line in playing),
        prefer=stage.table_size,
        allow=sizes_allowed(stage, len(playing), seats),
        seed=round_.seed,
        seconds=seconds_for(len(playing)),
        effort=1.0,
        met=history.met,
        apart=_apart(tournament),
        fixed={
            str(line.entrant.pk): line.entrant.fixed_table for line in playing if line.entrant.fixed_table
        },
        round=before + 1,
        rounds=stage.rounds,
        seeding=_seeding(stage),
        past=history.of_stage(stage),
        options=stage.options,
    )


def seats_of(engine: Engine[Any]) -> frozenset[int]:
    """The table sizes that the rules know and that can be paired."""
    return frozenset(engine.seats) & frozenset(range(SMALLEST_TABLE, LARGEST_TABLE + 1))


def seconds_for(people: int) -> float:
    """The longest a round may be searched for: many times what the fixed work takes."""
    return next(seconds for most, seconds in LONGEST if people <= most)


def sizes_allowed(stage: Stage, people: int, seats: frozenset[int]) -> frozenset[int]:
    """What the organiser has said, as far as the rules allow it; else what seats everybody."""
    said = frozenset(stage.allow) & seats
    return said or allowed(people, stage.table_size, seats)


def absent_from(tournament: Tournament, number: int) -> set[int]:
    """Who has announced not to be there in that round, or was to check in and did not."""
    announced = Exists(Absence.objects.filter(entrant=OuterRef("pk"), round_number=number))
    missed = Q(tournament__door__check_in=True, checked_in_at__isnull=True)
    found = Entrant.objects.filter(announced | missed, tournament=tournament)
    return set(found.values_list("pk", flat=True))


def groups_of(stage: Stage) -> tuple[tuple[str, ...], ...]:
    """Who was in which group of a stage, as its rounds told everybody; nothing where there were no groups."""
    groups: dict[int, dict[str, None]] = {}
    for why in Round.objects.filter(stage=stage).order_by("number").values_list("why", flat=True):
        for entrant, reasons in why.items():
            for code, args in reasons:
                if code.startswith("group"):
                    groups.setdefault(args["group"], {})[entrant] = None
    return tuple(tuple(groups[number]) for number in sorted(groups))


def _contender(line: Line, history: _History, first: str) -> Contender:
    entrant = line.entrant
    return Contender(
        id=str(entrant.pk),
        points=float(line.standing.values.get(first, line.standing.placing)),
        club=entrant.club,
        sat_out=history.sat_out[entrant.pk],
        short=history.short[entrant.pk],
        seats=tuple(history.seats[entrant.pk, position] for position in range(1, LARGEST_TABLE + 1)),
    )


def _apart(tournament: Tournament) -> frozenset[tuple[str, str]]:
    pairs = KeepApart.objects.filter(one__tournament=tournament).values_list("one", "other")
    return frozenset(pair_key(str(one), str(other)) for one, other in pairs)


def _seeding(stage: Stage) -> tuple[str, ...]:
    entrants = {entrant.number: entrant for entrant in stage.tournament.entrants.order_by("number")}
    return tuple(str(entrants[number].pk) for number in members_of(stage, entrants))


# -- what has been -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Seat:
    """Somebody's place in an earlier round."""

    round: int
    stage: int
    prefer: int
    entrant: int
    table: int | None
    table_number: int | None
    position: int | None
    place: int | None


def _earlier(round_: Round) -> list[_Seat]:
    """Only the columns that are needed: a round's reasons and a match's state would be read anew for every seat."""
    earlier = Place.objects.filter(round__tournament=round_.tournament, round__number__lt=round_.number)
    finals = Match.objects.filter(
        table__round__tournament=round_.tournament,
        table__round__number__lt=round_.number,
        status=Match.Status.FINAL,
    )
    results: dict[int, Any] = dict(finals.values_list("pk", "result"))
    rows = earlier.order_by("round__number", "table__number", "position").values_list(
        "round__number",
        "round__stage",
        "round__stage__table_size",
        "entrant",
        "table",
        "table__number",
        "position",
        "table__match",
    )
    return [_Seat(*row[:7], _place(results.get(row[7]), row[6])) for row in rows]


def _place(result: Mapping[str, Any] | None, position: int | None) -> int | None:
    """The place that a seat came to, where its match is final."""
    if not result:
        return None
    found: int = result["places"][str(position)]
    return found


class _History:
    """Who sat where with whom so far, over the whole tournament."""

    def __init__(self, earlier: Sequence[_Seat]) -> None:
        self._earlier = earlier
        tables: dict[int, list[_Seat]] = defaultdict(list)
        self.sat_out: Counter[int] = Counter()
        for seat in earlier:
            if seat.table is None:
                self.sat_out[seat.entrant] += 1
            else:
                tables[seat.table].append(seat)
        self.seats = Counter(
            (seat.entrant, seat.position) for table in tables.values() for seat in table if seat.position
        )
        self.short = Counter(
            seat.entrant for table in tables.values() for seat in table if len(table) != seat.prefer
        )
        self.met = Counter(
            pair_key(str(one.entrant), str(other.entrant))
            for table in tables.values()
            for one, other in combinations(table, 2)
        )

    def of_stage(self, stage: Stage) -> tuple[PastRound, ...]:
        rounds: dict[int, list[_Seat]] = defaultdict(list)
        for seat in self._earlier:
            if seat.stage == stage.pk:
                rounds[seat.round].append(seat)
        return tuple(_past(rounds[number]) for number in sorted(rounds))


def _past(seats: Sequence[_Seat]) -> PastRound:
    tables: dict[int, list[_Seat]] = defaultdict(list)
    for seat in seats:
        if seat.table_number is not None:
            tables[seat.table_number].append(seat)
    return PastRound(
        tables=tuple(
            Played(
                number=number,
                seats=tuple(str(seat.entrant) for seat in table),
                places={str(seat.entrant): seat.place for seat in table if seat.place is not None},
            )
            for number, table in sorted(tables.items())
        ),
        out=tuple(str(seat.entrant) for seat in seats if seat.table is None),
    )
