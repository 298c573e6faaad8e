"""The crosstable of a tournament: everybody's rounds in the order of the standings, by the results that are public."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.models import Tournament
from tournaments.numbers import as_text
from tournaments.paper.matter import Crossed, Crosstable, Played
from tournaments.selectors.columns import standings_table
from tournaments.selectors.held import held_for
from tournaments.selectors.shown import cover
from tournaments.selectors.standings import AS_IT_IS, KnownRound, lines_of, order_of, told_of
from tournaments.selectors.versions import rounds_of

MOST_CELLS = 10_000
"""So many are set in a few seconds. A larger tournament has its newest rounds on paper."""

Cells = Mapping[int, Played]
"""By start number."""


def crosstable_of(actor: Actor, tournament: Tournament) -> Crosstable:
    """While results are held, those that were public when the hold began, even while places are revealed."""
    rounds = rounds_of(tournament)
    held = held_for(actor, tournament)
    counted = held.rounds(rounds) if held else rounds
    told = told_of(tournament, counted, held.otherwise if held else AS_IT_IS)
    lines = lines_of(order_of(told), told.entrants, told.penalties)
    cover(actor, tournament, (line.entrant for line in lines))
    table = standings_table(tournament, lines)
    at = {line.entrant.number: position for position, line in enumerate(lines, start=1)}
    known = told.known[-max(1, MOST_CELLS // max(1, len(lines))) :]
    cells = _cells(known, at)
    return Crosstable(
        when=_when(known, tournament),
        goes_by=table.columns[0].name if table.columns else "",
        rounds=tuple(each.round.number for each in known),
        rows=tuple(
            Crossed(
                row.line.standing.rank,
                row.line.entrant.name,
                row.one[0][1] if row.one else "",
                tuple(each.get(row.line.entrant.number, Played()) for each in cells),
            )
            for row in table.rows
        ),
    )


def _cells(known: Sequence[KnownRound], at: Mapping[int, int]) -> list[Cells]:
    """For each round what everybody made of it."""
    out, plays = _("sat out"), _("plays")
    found: list[Cells] = []
    for each in known:
        cells = {number: Played(word=plays) for number in each.round.seated}
        cells |= {number: Played(word=out) for number in each.round.out}
        for table in each.tables:
            for number, place in table.places.items():
                met = sorted(at[other] for other in table.places if other != number)
                cells[number] = Played(place, as_text(table.totals[number]), tuple(met))
        found.append(cells)
    return found


def _when(known: Sequence[KnownRound], tournament: Tournament) -> str:
    """Which rounds are in it."""
    if not known:
        return _("Before the first round")
    return _("Rounds %(first)s to %(last)s of %(planned)s") % {
        "first": known[0].round.number,
        "last": known[-1].round.number,
        "planned": tournament.rounds_planned,
    }
