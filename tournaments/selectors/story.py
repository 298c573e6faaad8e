"""A match told moment by moment: who did what, what it earned, how everybody stood then. Knows nothing of who looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Match
from games.selectors import Sheet, bell_at, sheet_of
from rules.triominos.explain import signed
from rules.triominos.state import Deal
from rules.triominos.state import Match as State
from tournaments.desk.drawing import frame_around, tile_at
from tournaments.desk.entries import Entry
from tournaments.desk.game import Game, game_of
from tournaments.desk.reading import entries_of
from tournaments.pictures.lines import LineChart, line_chart


@dataclass(frozen=True, slots=True)
class Moment:
    """One entry of the log as it counts now."""

    number: int
    deal: int
    name: str
    words: str
    points: str
    totals: tuple[int, ...]
    rings: bool


@dataclass(frozen=True, slots=True)
class DrawnDeal:
    """The board of one deal, with the moment at which each tile was laid."""

    deal: int
    frame: str
    first: int
    last: int
    tiles: tuple[tuple[int, SafeString], ...]


@dataclass(frozen=True, slots=True)
class Story:
    names: tuple[str, ...]
    moments: tuple[Moment, ...]
    boards: tuple[DrawnDeal, ...]
    limit: int | None

    @property
    def chart(self) -> LineChart:
        ends = {moment.deal: moment.number for moment in self.moments}
        over = list(ends.items())[:-1] if self.moments else []
        return line_chart(
            self.names,
            [moment.totals for moment in self.moments],
            limit=self.limit,
            deals=over,
            bell=next((moment.number for moment in self.moments if moment.rings), None),
        )


def story_of(match: Match) -> Story:
    """The whole match, as far as it has come."""
    game = game_of(match)
    if game is None:
        return story_by_deals(sheet_of(match))
    entries = entries_of(game)
    sums = dict.fromkeys(game.names, 0)
    moments: list[Moment] = []
    rung = False
    for number, (entry, after) in enumerate(_with_what_followed(game, entries), start=1):
        for line in entry.lines:
            sums[line.player] += line.points
        rang_before, rung = rung, after.bell is not None
        moments.append(
            Moment(
                number=number,
                deal=entry.deal,
                name=entry.name,
                words=entry.words,
                points=entry.points,
                totals=tuple(sums.values()),
                rings=rung and not rang_before,
            )
        )
    return Story(tuple(game.names.values()), tuple(moments), _boards(game, entries), bell_at(match))


def story_by_deals(sheet: Sheet) -> Story:
    """Of rules that are entered deal by deal, that much is known."""
    moments = tuple(
        Moment(
            number=row.number,
            deal=row.number,
            name="",
            words=_("Deal %s") % row.number,
            points=" · ".join(signed(points) for points in row.points),
            totals=row.totals,
            rings=row.bell,
        )
        for row in sheet.rows
    )
    return Story(tuple(seat.name for seat in sheet.seats), moments, (), sheet.limit)


def _with_what_followed(game: Game, entries: Sequence[Entry]) -> list[tuple[Entry, State]]:
    """Each entry with the state it led to."""
    states = [entry.before for entry in entries[1:]] + [game.state]
    return list(zip(entries, states, strict=False))


def _boards(game: Game, entries: Sequence[Entry]) -> tuple[DrawnDeal, ...]:
    """Each deal's board as it was at its last moment, its tiles in the order in which they were laid."""
    last: dict[int, tuple[int, Deal]] = {}
    first: dict[int, int] = {}
    laid_at: dict[int, list[int]] = {}
    for number, (entry, after) in enumerate(_with_what_followed(game, entries), start=1):
        deal = after.deal or entry.before.deal
        if deal is None or deal.depth != "board":
            continue
        first.setdefault(entry.deal, number)
        last[entry.deal] = number, deal
        if entry.do == "place":
            laid_at.setdefault(entry.deal, []).append(number)
    return tuple(
        DrawnDeal(
            deal=number,
            frame=frame_around([cell for cell, _corners in deal.board.tiles()] or [(0, 0)]),
            first=first[number],
            last=until,
            tiles=tuple(
                (at, tile_at(cell, corners))
                for at, (cell, corners) in zip(laid_at.get(number, ()), deal.board.tiles(), strict=True)
            ),
        )
        for number, (until, deal) in last.items()
    )
