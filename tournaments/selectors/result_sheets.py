"""Pairings, results, standings and the crosstable as sheets, as far as somebody may see them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.exporting.sheet import Percent, Sheet, Value, rounded
from tournaments.models import Round, Tournament
from tournaments.selectors.columns import Row
from tournaments.selectors.pages import Overview, overview_of
from tournaments.selectors.played import PlayedRound, PlayedTable, Seat, played_rounds
from tournaments.selectors.spots import labels_of
from tournaments.selectors.versions import rounds_of
from tournaments.tiebreaks.registry import registry

BETWEEN = " "


def pairings_sheet(actor: Actor, round_: Round) -> Sheet:
    """Who sits where; without a table, who sits out."""
    (played,) = played_rounds(actor, round_.tournament, [round_])
    labels = labels_of(round_.tournament)
    rows: list[list[Value]] = [
        [table.number, labels.get(table.number, ""), seat.position, seat.entrant.number, seat.name]
        for table in played.tables
        for seat in table.seats
    ]
    rows += [[None, _("sits out"), None, seat.entrant.number, seat.name] for seat in played.out]
    return Sheet(
        _("Round %(number)s") % {"number": round_.number},
        [_("Table"), _("Where"), _("Seat"), _("No."), _("Name")],
        rows,
    )


def round_results_sheet(actor: Actor, round_: Round) -> Sheet:
    """One round, also before it is played: then it is a form to be filled in and imported."""
    played = played_rounds(actor, round_.tournament, [round_])
    return _results(_("Round %(number)s") % {"number": round_.number}, played, with_round=False)


def results_sheet(actor: Actor, tournament: Tournament) -> Sheet:
    """All rounds that are public."""
    rounds = [each for each in rounds_of(tournament) if each.is_public]
    return _results(_("Results"), played_rounds(actor, tournament, rounds), with_round=True)


def standings_sheet(actor: Actor, tournament: Tournament) -> Sheet:
    """By final matches, with all tie-breaks."""
    overview = overview_of(actor, tournament)
    return Sheet(
        _("Standings"),
        [
            *_about_headings(),
            _("Matches"),
            *(column.name for column in overview.table.columns),
        ],
        [[*_about(row), row.line.standing.matches, *(_values(row, overview))] for row in overview.table.rows],
    )


def crosstable_sheet(actor: Actor, tournament: Tournament) -> Sheet:
    """The standings, and for each round against whom, which place and how many points."""
    overview = overview_of(actor, tournament)
    rounds = played_rounds(actor, tournament, [each for each in rounds_of(tournament) if each.is_public])
    headings = _about_headings() + [column.name for column in overview.table.columns[:1]]
    for played in rounds:
        number = {"number": played.round.number}
        headings += [
            _("Round %(number)s: against") % number,
            _("Round %(number)s: place") % number,
            _("Round %(number)s: points") % number,
        ]
    met = [_by_entrant(played) for played in rounds]
    return Sheet(
        _("Crosstable"),
        headings,
        [
            [
                *_about(row),
                *_values(row, overview)[:1],
                *(cell for each in met for cell in each.get(row.line.entrant.pk, [None, None, None])),
            ]
            for row in overview.table.rows
        ],
    )


# -- in detail -----------------------------------------------------------------------------------


def _about_headings() -> list[str]:
    return [_("Rank"), _("No."), _("Name"), _("Club")]


def _about(row: Row) -> list[Value]:
    entrant = row.line.entrant
    # Who is disqualified is named, but has no rank.
    return [None if row.line.out else row.line.standing.rank, entrant.number, entrant.name, entrant.club]


def _values(row: Row, overview: Overview) -> list[Value]:
    values = row.line.standing.values
    found: list[Value] = []
    for tiebreak in registry().chosen(overview.tournament.tiebreaks):
        if tiebreak.key not in values:
            found.append(None)
        elif tiebreak.shown_as == "percent":
            found.append(Percent(rounded(Fraction(values[tiebreak.key]) * 100, 1)))
        else:
            found.append(rounded(values[tiebreak.key], tiebreak.decimals))
    return found


def _results(title: str, rounds: Sequence[PlayedRound], *, with_round: bool) -> Sheet:
    most = max((table.deals for played in rounds for table in played.tables), default=0)
    headings = [_("Table"), _("Seat"), _("No."), _("Name"), _("Points"), _("Place"), _("Final"), _("Bell")]
    headings += [_("Deal %(number)s") % {"number": number} for number in range(1, most + 1)]
    rows: list[list[Value]] = [
        [*([played.round.number] if with_round else ()), *_result(table, seat, most)]
        for played in rounds
        for table in played.tables
        for seat in table.seats
    ]
    return Sheet(title, [_("Round"), *headings] if with_round else headings, rows)


def _result(table: PlayedTable, seat: Seat, most: int) -> list[Value]:
    final = _("held") if table.held else _("yes") if table.final else ""
    return [
        table.number,
        seat.position,
        seat.entrant.number,
        seat.name,
        seat.total if table.begun else None,
        seat.place,
        final,
        table.bell,
        *seat.deals,
        *[None] * (most - len(seat.deals)),
    ]


def _by_entrant(played: PlayedRound) -> dict[int, list[Value]]:
    found: dict[int, list[Value]] = {seat.entrant.pk: [_("sits out"), None, None] for seat in played.out}
    for table in played.tables:
        numbers = {seat.entrant.pk: str(seat.entrant.number) for seat in table.seats}
        for seat in table.seats:
            others = BETWEEN.join(number for pk, number in numbers.items() if pk != seat.entrant.pk)
            # The points of a match that goes on are told by its own page, which moves; a table does not.
            against: Value = int(others) if len(numbers) == 2 else others
            found[seat.entrant.pk] = [against, seat.place, seat.total if table.final else None]
    return found
