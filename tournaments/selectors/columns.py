"""The standings as a page shows them: a column a tie-break, and in words what decided each rank.

Knows languages; computes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from tournaments.models import Entrant, Tournament
from tournaments.numbers import as_text, told_apart
from tournaments.pairing.api import LARGEST_TABLE, SMALLEST_TABLE
from tournaments.selectors.standings import Line, scheme_of
from tournaments.standings import DISQUALIFIED, LATER_STAGE, Decided
from tournaments.tiebreaks.api import Number, TieBreak
from tournaments.tiebreaks.registry import registry

NOT_APPLIED = "–"
BROAD_FROM = 4
WIDEST = 8
"""More columns than these stand only in a row's details."""


@dataclass(frozen=True, slots=True)
class Column:
    """A tie-break with its definition."""

    key: str
    name: str
    about: str
    note: str
    css: str
    """From which width of the page on it has a column: always, “only-wide” or “only-broad”."""


@dataclass(frozen=True)
class Row:
    """A line with its numbers as they are shown, in the order of the columns. Worded only where a page asks for it."""

    line: Line
    named: Sequence[tuple[TieBreak, Column]]

    @cached_property
    def cells(self) -> list[tuple[Column, str]]:
        return self.first(len(self.named))

    def first(self, count: int) -> list[tuple[Column, str]]:
        """The first so many of the cells, for a page that has no more columns."""
        values = self.line.standing.values
        return [
            (column, _shown(each, values[each.key]) if each.key in values else NOT_APPLIED)
            for each, column in self.named[:count]
        ]

    @property
    def one(self) -> list[tuple[Column, str]]:
        return self.first(1)

    @property
    def two(self) -> list[tuple[Column, str]]:
        return self.first(2)

    @property
    def shown(self) -> list[tuple[Column, str]]:
        return self.cells[:WIDEST]

    @property
    def brief(self) -> list[tuple[Column, str]]:
        """The numbers that decided this rank, other than the first: what a phone shows."""
        sides = [self.line.standing.above, self.line.standing.below]
        decisive = {side.key for side in sides if side}
        return [(column, text) for column, text in self.cells[1:] if column.key in decisive]

    @property
    def reasons(self) -> list[str]:
        return _reasons(self.line)


@dataclass(frozen=True, slots=True)
class HiddenRow:
    """A place that has not been revealed: no more than its number."""

    place: int
    hidden: bool = True


@dataclass(frozen=True, slots=True)
class StandingsTable:
    columns: list[Column]
    rows: list[Row]

    @property
    def shown(self) -> list[Column]:
        return self.columns[:WIDEST]


def standings_table(tournament: Tournament, lines: Sequence[Line]) -> StandingsTable:
    """Everybody's row."""
    tiebreaks = registry().chosen(tournament.tiebreaks)
    columns = [_column(tiebreak, at) for at, tiebreak in enumerate(tiebreaks)]
    named = list(zip(tiebreaks, columns, strict=True))
    return StandingsTable(columns, [Row(line, named) for line in lines])


def worth_of_places(tournament: Tournament) -> list[tuple[int, str]]:
    """For each table size what its places are worth."""
    scheme = scheme_of(tournament)
    return [
        (size, " · ".join(as_text(each) for each in scheme.worth(size)))
        for size in range(SMALLEST_TABLE, LARGEST_TABLE + 1)
    ]


def sit_out_text(tournament: Tournament) -> str:
    return as_text(scheme_of(tournament).for_sitting_out(tournament.table_size))


def reason(decided: Decided, other: Entrant, *, ahead: bool) -> str:
    """What decided between two neighbours, as a sentence."""
    if not decided.key:
        return _("Level with %(name)s in everything.") % {"name": other.name}
    if decided.key == LATER_STAGE:
        sentence = (
            _("Ahead of %(name)s, who did not get into this stage.")
            if ahead
            else _("Behind %(name)s, who got into a later stage.")
        )
        return sentence % {"name": other.name}
    if decided.key == DISQUALIFIED:
        sentence = (
            _("Ahead of %(name)s, who is disqualified.")
            if ahead
            else _("Disqualified: behind everybody else.")
        )
        return sentence % {"name": other.name}
    tiebreak = registry().tiebreaks[decided.key]
    mine, theirs = _both(tiebreak, decided.mine, decided.theirs)
    sentence = (
        _("Ahead of %(name)s by %(tiebreak)s %(mine)s to %(theirs)s.")
        if ahead
        else _("Behind %(name)s by %(tiebreak)s %(mine)s to %(theirs)s.")
    )
    return sentence % {"name": other.name, "tiebreak": _(tiebreak.name), "mine": mine, "theirs": theirs}


# -- in detail -----------------------------------------------------------------------------------


def _column(tiebreak: TieBreak, at: int) -> Column:
    css = "" if at == 0 else "only-wide" if at < BROAD_FROM else "only-broad"
    note = _(tiebreak.known_from) if tiebreak.known_from else ""
    return Column(tiebreak.key, _(tiebreak.name), _(tiebreak.about), note, css)


def _reasons(line: Line) -> list[str]:
    found = []
    if line.standing.above and line.above:
        found.append(reason(line.standing.above, line.above, ahead=False))
    if line.standing.below and line.below:
        found.append(reason(line.standing.below, line.below, ahead=True))
    return found


def _shown(tiebreak: TieBreak, value: Number) -> str:
    if tiebreak.shown_as == "percent":
        return _("%(number)s %%") % {"number": as_text(value * 100, 1)}
    return as_text(value, tiebreak.decimals)


def _both(tiebreak: TieBreak, mine: Number, theirs: Number) -> tuple[str, str]:
    if tiebreak.shown_as == "percent":
        one, other = told_apart(mine * 100, theirs * 100, 1)
        return _("%(number)s %%") % {"number": one}, _("%(number)s %%") % {"number": other}
    return told_apart(mine, theirs, tiebreak.decimals)
