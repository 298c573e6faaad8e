"""What everybody sees of a table: the seats in order, the bell, the deals, the last entries.

Knows nothing of who is looking.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.errors import say
from games.results import ending, winners_of
from games.selectors import bell_at
from rules.api import ScoreLine
from tournaments.desk.entries import Entry
from tournaments.desk.game import BONUSES, Game
from tournaments.desk.reading import entries_of

LAST_ENTRIES = 12


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One player at the table, as far as the match has come."""

    key: str
    number: int
    name: str
    total: int
    share: int
    """Percent of the way to the limit, 0 to 100."""
    to_go: int
    turn: bool
    leads: bool
    winner: bool
    tiles: int | None
    """In the rack; not known between deals."""


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal that is over."""

    number: int
    scores: tuple[tuple[int, bool], ...]
    """For each seat the points, and whether they won the deal."""
    bell: bool


@dataclass(frozen=True, slots=True)
class SumUp:
    """How the points of the last deal came about: a row a seat, a column a reason."""

    number: int
    end: str
    labels: tuple[str, ...]
    rows: tuple[tuple[str, bool, tuple[int, ...], int], ...]
    """For each seat the name, whether they won the deal, the sums and the points of the deal."""


@dataclass(frozen=True)
class Board:
    """A table as its page shows it."""

    game: Game
    seats: list[SeatLine]
    deals: list[DealRow]
    entries: list[Entry]
    """The newest first."""
    more: int
    """Entries before those."""
    sum_up: SumUp | None
    ending: str

    @property
    def bell(self) -> bool:
        return self.game.state.bell is not None

    @property
    def bell_by(self) -> str:
        """Who rang it, where that is known."""
        bell = self.game.state.bell
        return self.seats[bell.seat].name if bell and bell.seat is not None else ""

    @property
    def newest_tile(self) -> Entry | None:
        """The tile laid last in the deal of the newest entry, if it is among those shown."""
        laid = (each for each in self.entries if each.do == "place" and each.deal == self.entries[0].deal)
        return next(laid, None)

    @property
    def turn(self) -> SeatLine | None:
        return next((seat for seat in self.seats if seat.turn), None)

    @property
    def winners(self) -> list[SeatLine]:
        return [seat for seat in self.seats if seat.winner]


def board_of(game: Game, *, everything: bool = False) -> Board:
    entries = entries_of(game)
    shown = len(entries) if everything else LAST_ENTRIES
    ended = ending(game.engine, game.state, game.match.ruling)
    return Board(
        game=game,
        seats=seats_of(game),
        deals=_deals(game),
        entries=entries[: -shown - 1 : -1],
        more=max(0, len(entries) - shown),
        sum_up=_sum_up(game, entries) if game.deal is None and game.state.deals else None,
        ending=say(ended) if ended else "",
    )


def seats_of(game: Game) -> list[SeatLine]:
    totals, limit = game.engine.totals(game.state), bell_at(game.match) or game.state.options.limit
    winners = winners_of(game.engine, game.state, game.match.ruling)
    best = max(totals.values())
    return [
        SeatLine(
            key=key,
            number=number,
            name=name,
            total=totals[key],
            share=max(0, min(100, round(100 * totals[key] / limit))),
            to_go=max(0, limit - totals[key]),
            turn=game.phase == "turn" and key == game.player,
            leads=totals[key] == best and any(totals.values()),
            winner=key in winners,
            tiles=game.deal.counts[number - 1] if game.deal else None,
        )
        for number, (key, name) in enumerate(game.names.items(), start=1)
    ]


# -- in detail -----------------------------------------------------------------------------------

PARTS: tuple[tuple[str, Callable[[str], bool]], ...] = (
    (gettext_noop("Tiles"), ("tile", "start-trio", "start-zero").__contains__),
    (gettext_noop("Bonus"), BONUSES.__contains__),
    (gettext_noop("Draws"), ("draw", "pass-after-draws", "pass-empty-pool").__contains__),
    (gettext_noop("End"), ("going-out", "racks", "own-rack").__contains__),
)


def _deals(game: Game) -> list[DealRow]:
    bell = game.state.bell
    return [
        DealRow(
            number=number,
            scores=tuple((points, seat in deal.winners) for seat, points in enumerate(deal.scores)),
            bell=bell is not None and bell.deal == number - 1,
        )
        for number, deal in enumerate(game.state.deals, start=1)
    ]


def _sum_up(game: Game, entries: list[Entry]) -> SumUp | None:
    """Nothing for a deal of which only the points are known."""
    number, deal = len(game.state.deals), game.state.deals[-1]
    if deal.end == "totals":
        return None
    lines = [line for entry in entries if entry.deal == number for line in entry.lines]
    rows = tuple(
        (name, seat in deal.winners, _sums(lines, key), deal.scores[seat])
        for seat, (key, name) in enumerate(game.names.items())
    )
    return SumUp(number, _end(game, deal.end, lines), tuple(label for label, _belongs in PARTS), rows)


def _sums(lines: list[ScoreLine], player: str) -> tuple[int, ...]:
    mine = [line for line in lines if line.player == player]
    return tuple(sum(line.points for line in mine if belongs(line.reason)) for _label, belongs in PARTS)


def _end(game: Game, end: str, lines: list[ScoreLine]) -> str:
    if end == "blocked":
        return _("the deal was blocked")
    return _("%s went out") % next(game.names[line.player] for line in lines if line.reason == "going-out")
