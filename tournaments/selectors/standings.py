"""Standings of a tournament, computed whole from its frozen results."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from games.models import Match
from tournaments import standings
from tournaments.models import Entrant, Table, Tournament
from tournaments.standings import Result, Standing


@dataclass(frozen=True, slots=True)
class Line:
    """A standing together with whose it is."""

    entrant: Entrant
    standing: Standing


def standings_of(tournament: Tournament) -> list[Line]:
    """Everybody's standing, best first; among equals by start number."""
    entrants = {entrant.pk: entrant for entrant in tournament.entrants.order_by("number")}
    computed = standings.compute(list(entrants), _results(tournament))
    return [Line(entrants[each.entrant], each) for each in computed]


def results_token(tournament: Tournament) -> str:
    """Changes whenever the results of a tournament do."""
    finals = Match.objects.filter(table__round__tournament=tournament, status=Match.Status.FINAL)
    listed = finals.order_by("pk").values_list("pk", "version")
    return hashlib.sha256(repr(list(listed)).encode()).hexdigest()


def _results(tournament: Tournament) -> list[Result]:
    tables = (
        Table.objects.filter(round__tournament=tournament, match__status=Match.Status.FINAL)
        .select_related("match")
        .prefetch_related("seating")
    )
    return [_result(table) for table in tables]


def _result(table: Table) -> Result:
    frozen = table.match.result if table.match else None
    if frozen is None:
        raise ValueError(f"{table} has no frozen result")
    seats = {str(place.position): place.entrant_id for place in table.seating.all()}
    return Result(
        places={seats[key]: place for key, place in frozen["places"].items()},
        totals={seats[key]: total for key, total in frozen["totals"].items()},
    )
