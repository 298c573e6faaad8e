"""What a list of tables would make of the next round, line by line, before anything is done."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.engines import engine_for
from tournaments.importing.round_columns import Cell
from tournaments.importing.round_lines import RoundLine
from tournaments.models import MOST_TABLES, Entrant, Tournament
from tournaments.names import name_key
from tournaments.selectors.importing_round import Fate, Told
from tournaments.selectors.pairing import absent_from, seats_of
from tournaments.selectors.shown import public_name
from tournaments.selectors.spots import closed_numbers

FREE = frozenset({"swiss", "random", "round-robin", "schedule"})
"""Systems that go on from any tables; the others read out of them who is still in, or in which group."""


@dataclass(frozen=True, slots=True)
class Seated:
    line: RoundLine
    entrant: Entrant
    table: int | None
    seat: int | None


@dataclass(frozen=True, slots=True)
class PairingsPreview:
    """All lines, the tables they make, and why the whole of it cannot be done, if it cannot."""

    number: int
    lines: list[Told]
    tables: dict[int, list[Entrant]] = field(default_factory=dict)
    out: list[Entrant] = field(default_factory=list)
    """Who is there and sits at none."""
    problem: str = ""

    @property
    def counts(self) -> dict[str, int]:
        return {fate.value: count for fate, count in Counter(each.fate for each in self.lines).items()}

    @property
    def left_out(self) -> list[Told]:
        return [each for each in self.lines if each.fate == Fate.UNREADABLE]

    @property
    def others(self) -> list[Told]:
        return [each for each in self.lines if each.fate != Fate.UNREADABLE]

    @property
    def token(self) -> str:
        """Changes when something else would happen than what was shown."""
        said = [(table, [each.pk for each in seats]) for table, seats in sorted(self.tables.items())]
        return hashlib.sha256(repr([self.number, said]).encode()).hexdigest()[:20]


def preview_pairings(tournament: Tournament, number: int, lines: Sequence[RoundLine]) -> PairingsPreview:
    """All of it or nothing: half a round is none. ``number`` is that of the round to be paired."""
    here = _here(tournament, number)
    entered = list(Entrant.objects.filter(tournament=tournament).select_related("player"))
    told, seated = _read(lines, number, entered, {each.pk for each in here}, closed_numbers(tournament))
    tables: dict[int, list[Seated]] = defaultdict(list)
    for each in seated:
        if each.table is not None:
            tables[each.table].append(each)
    wrong = _wrong_tables(tables, seats_of(engine_for(tournament)))
    lines_told = [wrong.get(each.line.line, each) for each in told]
    problem = ""
    if any(each.fate == Fate.UNREADABLE for each in lines_told):
        problem = _("Nobody is seated while a line cannot be read: half a round is none.")
    elif not tables:
        problem = _("Nobody is seated by this list.")
    placed = {each.entrant.pk for rows in tables.values() for each in rows}
    return PairingsPreview(
        number,
        lines_told,
        {table: [each.entrant for each in _in_order(rows)] for table, rows in sorted(tables.items())},
        [each for each in here if each.pk not in placed],
        problem,
    )


def check_system(tournament: Tournament, number: int) -> None:
    """Refuse a round of a stage that lives on its own tables."""
    before = 0
    for stage in tournament.stages.order_by("number"):
        before += stage.rounds
        if number <= before and stage.system not in FREE:
            raise Refused(
                "system-decides",
                _(
                    "In this stage the system decides who plays on against whom. Have it paired, then change places in the draft."
                ),
            )
        if number <= before:
            return


# -- in detail -----------------------------------------------------------------------------------


def _here(tournament: Tournament, number: int) -> list[Entrant]:
    away = absent_from(tournament, number)
    present = Entrant.objects.filter(tournament=tournament, withdrawn=False).exclude(pk__in=away)
    return list(present.select_related("player").order_by("number"))


def _read(
    lines: Sequence[RoundLine],
    number: int,
    entered: Sequence[Entrant],
    here: Collection[int],
    closed: Collection[int],
) -> tuple[list[Told], list[Seated]]:
    by_name: dict[str, set[Entrant]] = defaultdict(set)
    for entrant in entered:
        for name in (entrant.name, public_name(entrant)):
            by_name[name_key(name)].add(entrant)
    by_number = {entrant.number: entrant for entrant in entered}
    first: dict[int, int] = {}
    told: list[Told] = []
    seated: list[Seated] = []
    for line in lines:
        found = line.problem or _find(line, number, by_name, by_number, closed)
        if isinstance(found, str):
            told.append(Told(line, Fate.UNREADABLE, found))
            continue
        says = _seat(found, here, first)
        if says:
            told.append(Told(line, Fate.UNREADABLE, says))
            continue
        first[found.pk] = line.line
        table = line.number(Cell.TABLE)
        seated.append(Seated(line, found, table, line.number(Cell.SEAT)))
        says = _("At table %(table)s.") % {"table": table} if table is not None else _("Sits out.")
        told.append(Told(line, Fate.NEW, says))
    return told, seated


def _find(
    line: RoundLine,
    number: int,
    by_name: Mapping[str, set[Entrant]],
    by_number: Mapping[int, Entrant],
    closed: Collection[int],
) -> Entrant | str:
    if line.number(Cell.ROUND) not in (None, number):
        return _("This line is about another round.")
    table = line.number(Cell.TABLE)
    if table is not None and not 1 <= table <= MOST_TABLES:
        return _("A table has a number from 1 to %(most)s.") % {"most": MOST_TABLES}
    if table in closed:
        return _("Table %(table)s is out of use.") % {"table": table}
    named = by_name.get(name_key(line.name), set()) if line.name else set()
    start = by_number.get(line.number(Cell.NUMBER) or 0)
    if len(named) == 1:
        return next(iter(named))
    if start is not None and (not line.name or start in named):
        return start
    if named:
        return _("Several people are called so. Put their start number beside the name.")
    return _("Nobody of this name is entered.")


def _seat(entrant: Entrant, here: Collection[int], first: Mapping[int, int]) -> str:
    """Why this one cannot be seated, or nothing."""
    if entrant.pk in first:
        return _("Stands in line %(first)s already.") % {"first": first[entrant.pk]}
    if entrant.pk not in here:
        return _("Is not there in this round: withdrawn, absent or not checked in.")
    return ""


def _wrong_tables(tables: Mapping[int, Sequence[Seated]], sizes: Collection[int]) -> dict[int, Told]:
    """By line: what is wrong with its table."""
    found: dict[int, Told] = {}
    for number, rows in tables.items():
        seats = [each.seat for each in rows if each.seat is not None]
        says = ""
        if len(rows) not in sizes:
            says = _(
                "Table %(table)s would have %(size)s people, and these rules are for %(least)s to %(most)s."
            )
            says %= {"table": number, "size": len(rows), "least": min(sizes), "most": max(sizes)}
        elif len(set(seats)) < len(seats):
            says = _("Two people have the same seat at table %(table)s.") % {"table": number}
        if says:
            found |= {each.line.line: Told(each.line, Fate.UNREADABLE, says) for each in rows}
    return found


def _in_order(rows: Sequence[Seated]) -> list[Seated]:
    """By seat; without seats, as they stand in the list."""
    return sorted(rows, key=lambda each: (each.seat is None, each.seat or 0))
