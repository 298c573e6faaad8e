"""What a list of results would do to a round, line by line and table by table, before anything is done."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

from games.deals import deal_scores
from games.models import Match
from games.services import try_actions
from tournaments.importing.round_columns import Cell
from tournaments.importing.round_lines import RoundLine
from tournaments.models import Place, Round, Table
from tournaments.names import name_key
from tournaments.selectors.shown import public_name, substitutions


class Fate(StrEnum):
    """What becomes of a line."""

    NEW = "new"
    THERE = "entered"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Told:
    """A line with what becomes of it, in words."""

    line: RoundLine
    fate: Fate
    says: str


@dataclass(frozen=True, slots=True)
class Deals:
    """What would be entered at a table."""

    table: Table
    actions: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class ResultsPreview:
    lines: list[Told]
    coming: list[Deals] = field(default_factory=list)

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
        said = [(each.table.number, each.table.match_id, each.actions) for each in self.coming]
        return hashlib.sha256(repr(said).encode()).hexdigest()[:20]


def preview_results(round_: Round, lines: Sequence[RoundLine]) -> ResultsPreview:
    """A table comes in whole or not at all: all its people, and nothing entered there before."""
    seats = _seats(round_)
    meant: dict[int, dict[str, RoundLine]] = defaultdict(dict)
    tables: dict[int, Table] = {}
    told: dict[int, Told] = {}
    at: dict[int, int] = {}
    for line in lines:
        found = _find(round_, seats, line)
        if isinstance(found, str):
            told[line.line] = Told(line, Fate.UNREADABLE, found)
            continue
        table = found.table
        assert table is not None  # noqa: S101 - only seats at tables are looked through
        if (twice := meant[table.number].get(str(found.position))) is not None:
            says = _("Stands in line %(first)s already; left out.") % {"first": twice.line}
            told[line.line] = Told(line, Fate.UNREADABLE, says)
            continue
        meant[table.number][str(found.position)] = line
        tables[table.number], at[line.line] = table, table.number
    coming: list[Deals] = []
    for number, table in sorted(tables.items()):
        fate, says, actions = _of_table(table, seats[number], meant[number])
        for line in meant[number].values():
            told[line.line] = Told(line, fate, says)
        if fate == Fate.NEW:
            coming.append(Deals(table, actions))
    return ResultsPreview([told[line.line] for line in lines], coming)


# -- in detail -----------------------------------------------------------------------------------


def _seats(round_: Round) -> dict[int, list[Place]]:
    found: dict[int, list[Place]] = defaultdict(list)
    places = Place.objects.filter(round=round_, table__isnull=False)
    places = places.select_related("entrant__player", "table__match", "table__round__tournament")
    for place in places.prefetch_related(substitutions("entrant__")).order_by("table__number", "position"):
        assert place.table is not None  # noqa: S101 - asked for
        found[place.table.number].append(place)
    return found


def _find(round_: Round, seats: Mapping[int, Sequence[Place]], line: RoundLine) -> Place | str:
    """Whose line it is, or why that cannot be told."""
    if line.problem:
        return line.problem
    if line.number(Cell.ROUND) not in (None, round_.number):
        return _("This line is about another round.")
    number = line.number(Cell.TABLE)
    if number is not None and number not in seats:
        return _("This round has no table %(table)s.") % {"table": number}
    around = seats[number] if number is not None else [each for table in seats.values() for each in table]
    key, start = name_key(line.name), line.number(Cell.NUMBER)
    found = [each for each in around if key and key in _called(each, round_.number)]
    if not key or len(found) > 1:
        found = [each for each in found or around if each.entrant.number == start]
    if len(found) == 1:
        return found[0]
    if found:
        return _("Several people are called so. Say at which table.")
    if number is None:
        return _("Nobody of this name plays in this round.")
    return _("Nobody of this name sits at table %(table)s.") % {"table": number}


def _called(place: Place, round_number: int) -> set[str]:
    """By the whole name, and by the one that everybody reads."""
    entrant = place.entrant
    return {name_key(entrant.name_in(round_number)), name_key(public_name(entrant, round_number))}


def _of_table(
    table: Table, seats: Sequence[Place], lines: Mapping[str, RoundLine]
) -> tuple[Fate, str, tuple[dict[str, Any], ...]]:
    match = table.match
    if match is None:
        return Fate.UNREADABLE, _("The round is not published yet."), ()
    missing = [each.entrant.name for each in seats if str(each.position) not in lines]
    if missing:
        says = _("Table %(table)s: nothing is said of %(names)s. A table comes in whole.")
        return Fate.UNREADABLE, says % {"table": table.number, "names": ", ".join(missing)}, ()
    try:
        deals = _deals(match, lines)
    except _Odd as odd:
        return Fate.UNREADABLE, str(odd), ()
    if match.version and _is_there(match, deals):
        return Fate.THERE, _("Table %(table)s: is there already.") % {"table": table.number}, ()
    if match.version:
        says = _("Table %(table)s: something else was entered there, and stays. Correct it at the table.")
        return Fate.UNREADABLE, says % {"table": table.number}, ()
    actions = _actions(deals, next((each for each in _bells(lines)), None))
    trial = try_actions(match, actions)
    if trial.refusal:
        says = _("Table %(table)s: %(why)s") % {"table": table.number, "why": trial.refusal.message}
        return Fate.UNREADABLE, says, ()
    says = (
        _("Table %(table)s: entered, and the match is over.")
        if trial.outcome
        else _("Table %(table)s: entered; the match goes on, for the bell has not rung.")
    )
    return Fate.NEW, says % {"table": table.number}, actions


class _Odd(Exception):
    """Lines of a table that do not go together; says why."""


def _deals(match: Match, lines: Mapping[str, RoundLine]) -> list[dict[str, int]]:
    """What each seat got, deal after deal; where only totals are told, one deal of them."""
    if match.options.get("count") == "places":
        return [_totals(lines, Cell.PLACE, _("A place is missing."))]
    counts = {len(line.deals) for line in lines.values()}
    if counts == {0}:
        return [_totals(lines, Cell.POINTS, _("Points are missing."))]
    if len(counts) > 1:
        raise _Odd(_("Not everybody at this table has as many deals."))
    for line in lines.values():
        if line.number(Cell.POINTS) not in (None, sum(line.deals)):
            raise _Odd(
                _("The deals of %(name)s add up to %(sum)s, not to %(points)s.")
                % {"name": line.who, "sum": sum(line.deals), "points": line.number(Cell.POINTS)}
            )
    return [{seat: line.deals[at] for seat, line in lines.items()} for at in range(counts.pop())]


def _totals(lines: Mapping[str, RoundLine], cell: Cell, missing: str) -> dict[str, int]:
    found = {seat: line.number(cell) for seat, line in lines.items()}
    if cell == Cell.PLACE and all(each is None for each in found.values()):
        found = {seat: line.number(Cell.POINTS) for seat, line in lines.items()}
    told = {seat: each for seat, each in found.items() if each is not None}
    if len(told) < len(found):
        raise _Odd(missing)
    return told


def _bells(lines: Mapping[str, RoundLine]) -> list[int]:
    return [bell for line in lines.values() if (bell := line.number(Cell.BELL)) is not None]


def _actions(deals: Sequence[Mapping[str, int]], bell: int | None) -> tuple[dict[str, Any], ...]:
    return tuple(
        {"do": "deal", "points": {seat: deal[seat] for seat in sorted(deal)}, "bell": bell == number}
        for number, deal in enumerate(deals, start=1)
    )


def _is_there(match: Match, deals: Sequence[Mapping[str, int]]) -> bool:
    """Whether the match has come to just this, however it was entered."""
    if match.options.get("count") == "places":
        return bool(match.result) and (match.result or {}).get("places") == deals[0]
    kept = deal_scores(match)
    if list(deals) == kept:
        return True
    sums = {seat: sum(deal[seat] for deal in kept) for seat in deals[0]} if kept else {}
    over = match.status != Match.Status.PLAYING
    return len(deals) == 1 and over and sums == deals[0]
