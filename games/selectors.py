"""Reading matches: what a page shows of one. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games.errors import Refused, say
from games.models import Match, Seat
from games.results import ending, places_of, winners_of
from games.services import engine_of, log_of
from games.services.reading import played
from rules.api import Engine


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player at the table, as far as the match has come."""

    key: str
    name: str
    total: int
    place: int
    winner: bool
    share: int
    """Percent of the way to the points that ring the bell, 0 to 100."""
    to_go: int = 0
    """Points that are missing to ring it."""


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of the sheet: what each player got by it, and what it made of the totals."""

    event: UUID
    number: int
    points: tuple[int, ...]
    totals: tuple[int, ...]
    bell: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """A match as its page shows it."""

    match: Match
    seats: tuple[SeatView, ...]
    rows: tuple[Row, ...]
    limit: int | None
    counts_places: bool
    ending: str
    read_only: str
    """Why nothing can be entered here although the match goes on, or nothing."""

    @property
    def outcome(self) -> list[tuple[SeatView, int]]:
        """Everybody with their place, the best first."""
        return sorted(((seat, seat.place) for seat in self.seats), key=lambda each: each[1])


def sheet_of(match: Match) -> Sheet:
    """The sheet of one match; without its engine, only what was frozen of it."""
    seats = list(match.seats.all())
    try:
        engine = engine_of(match)
    except Refused as refusal:
        return _sheet_without_engine(match, seats, refusal.message)
    state = engine.load(match.state)
    totals, places = engine.totals(state), places_of(engine, state, match.ruling)
    winners, why = winners_of(engine, state, match.ruling), ending(engine, state, match.ruling)
    limit = bell_at(match)
    return Sheet(
        match=match,
        seats=tuple(
            SeatView(
                key=seat.key,
                name=seat.name,
                total=totals[seat.key],
                place=places[seat.key],
                winner=seat.key in winners,
                share=_share(totals[seat.key], limit),
                to_go=max(0, limit - totals[seat.key]) if limit else 0,
            )
            for seat in seats
        ),
        rows=_rows(match, engine, seats),
        limit=limit,
        counts_places=match.options.get("count") == "places",
        ending=say(why) if why else "",
        read_only="",
    )


def _rows(match: Match, engine: Engine[Any], seats: list[Seat]) -> tuple[Row, ...]:
    keys = [seat.key for seat in seats]
    sums = dict.fromkeys(keys, 0)
    rows: list[Row] = []
    rung = False
    for number, step in enumerate(played(match, engine, log_of(match).standing).steps, start=1):
        gained = dict.fromkeys(keys, 0)
        for line in step.lines:
            gained[line.player] += line.points
            sums[line.player] += line.points
        rang_before, rung = rung, engine.public(step.state).get("bell") is not None
        rows.append(
            Row(
                event=step.event,
                number=number,
                points=tuple(gained.values()),
                totals=tuple(sums.values()),
                bell=rung and not rang_before,
            )
        )
    return tuple(rows)


def _sheet_without_engine(match: Match, seats: list[Seat], why: str) -> Sheet:
    result = match.result or {"totals": {}, "places": {}, "winners": []}
    return Sheet(
        match=match,
        seats=tuple(
            SeatView(
                key=seat.key,
                name=seat.name,
                total=result["totals"].get(seat.key, 0),
                place=result["places"].get(seat.key, 1),
                winner=seat.key in result["winners"],
                share=0,
            )
            for seat in seats
        ),
        rows=(),
        limit=None,
        counts_places=False,
        ending="",
        read_only=why,
    )


def bell_at(match: Match) -> int | None:
    """The points at which the bell rings, where points ring it."""
    if match.options.get("count") == "places" or match.options.get("deals"):
        return None
    limit = match.options.get("limit")
    if not isinstance(limit, int):
        return None
    return limit + 1 if match.options.get("bell") == "exceed" else limit


def _share(total: int, limit: int | None) -> int:
    return max(0, min(100, round(100 * total / limit))) if limit else 0
