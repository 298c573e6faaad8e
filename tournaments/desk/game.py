"""A match at the desk: its engine, its state and the names at the table, read together.

Only for engines that are entered turn by turn. Knows nothing of requests, forms or pages.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal

from games.errors import Refused
from games.models import Match
from games.services import engine_of
from rules.triominos import state as triominos
from rules.triominos.machine import TriominosEngine
from rules.triominos.scoring import bonus_points, is_earned
from rules.triominos.tiles import members

Phase = Literal["start", "turn", "close", "over"]

BONUSES = ("bridge", "two-sides", "hexagon", "double-hexagon", "triple-hexagon")
"""In the order of their pictures."""


@dataclass(frozen=True)
class Game:
    """What the rules know of a match, and who sits where."""

    match: Match
    engine: TriominosEngine
    state: triominos.Match
    seated: Callable[[], dict[str, str]]
    """Reads who sits where, when it is needed: most entries are made without."""

    @property
    def names(self) -> dict[str, str]:
        return self.seated()

    @cached_property
    def phase(self) -> Phase:
        """What has to be done next."""
        if self.match.status != Match.Status.PLAYING:
            return "over"
        if self.deal is None:
            return "start"
        return "turn" if self.deal.end is None else "close"

    @property
    def deal(self) -> triominos.Deal | None:
        """The deal under way."""
        return self.state.deal

    @property
    def drawn(self) -> bool:
        """Whether the deal under way is followed on the drawn board."""
        return self.deal is not None and self.deal.depth == "board"

    @property
    def number(self) -> int:
        """Of the deal under way, or of the next one."""
        return len(self.state.deals) + 1

    @property
    def player(self) -> str:
        """Whose turn it is, as the engine names them; nobody between deals."""
        return self.state.players[self.deal.turn] if self.deal else ""

    @property
    def out_name(self) -> str:
        """Who went out, if that is how the deal under way has ended."""
        return self.names[self.player] if self.deal and self.deal.end == "out" else ""

    @property
    def opens(self) -> bool:
        """Whether the first tile of the deal is still to be laid."""
        return self.deal is not None and not self.deal.laid

    @cached_property
    def laid(self) -> list[str]:
        return [tile.name for tile in members(self.deal.laid)] if self.deal else []

    @property
    def draws_left(self) -> int:
        """Tiles that may still be drawn in this turn."""
        if self.deal is None or self.opens:
            return 0
        return min(self.engine.variant.draw_limit - self.deal.draws, self.deal.pool)

    @cached_property
    def bonuses(self) -> dict[str, int]:
        """What each bonus earns by these rules; none for the tile that opens a deal."""
        if self.opens:
            return {}
        variant, two_sides = self.engine.variant, self.state.options.two_sides
        return {
            name: bonus_points(variant, name, two_sides)
            for name in BONUSES
            if is_earned(variant, name, two_sides)
        }


def game_of(match: Match) -> Game | None:
    """The match as the desk plays it; nothing where its rules are entered by deals alone."""
    try:
        engine = engine_of(match)
    except Refused:
        return None
    if "sheet" not in engine.entry_modes or not isinstance(engine, TriominosEngine):
        return None
    seated = cache(lambda: {seat.key: seat.name for seat in match.seats.all()})
    return Game(match, engine, engine.load(match.state), seated)
