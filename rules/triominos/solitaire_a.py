"""Solitaire A: the classic sheet for one player, who begins with 11 tiles and is always to play.

One deal is the whole game; one tries to beat one's own total. It ends when the last tile of the rack
is laid, or when the player passes because the pool is empty: a pass with tiles in the pool only ends
the turn, and the next turn is the player's again. Then §9 applies to the only rack there is: it is
subtracted. There is no limit, so no bell rings.

Knows what is different for one player; everything else is the classic sheet's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.api import Message, Option, Outcome, gettext_noop
from rules.triominos.machine import TriominosEngine
from rules.triominos.state import Match, Options
from rules.triominos.variants.classic import Classic

UNASKED = Options(limit=10**9, bell="reach", two_sides=40, blocked_tie="each", match_tie="shared")
"""What several players would have to decide. No total gets to that limit."""

ENDINGS = {
    "out": gettext_noop("The last tile of the rack is laid."),
    "blocked": gettext_noop("The pool is empty, and the turn was passed."),
    "totals": gettext_noop("The points of the deal have been entered."),
}


class SolitaireA(Classic):
    key = "solitaire-a"
    name = gettext_noop("Solitaire A")
    summary = gettext_noop("One player, 11 tiles, the classic rules; it is always your turn.")

    hands = {1: 11}
    only_empty_pool_blocks = True

    @property
    def options(self) -> tuple[Option, ...]:
        return tuple(option for option in super().options if option.key == "two_sides")


class SolitaireEngine(TriominosEngine):
    """A match of one player and of one deal."""

    def start(self, players: Sequence[str], options: Mapping[str, Any]) -> Match:
        chosen = UNASKED._replace(**self.settle_options(options))
        return Match(self.check_players(players), chosen, (0,))

    def outcome(self, state: Match) -> Outcome | None:
        if not self._winners(state):
            return None
        end = state.deals[-1].end
        return Outcome(state.players, end, Message(ENDINGS[end]))

    def _winners(self, match: Match) -> tuple[int, ...]:
        """The only seat, once its deal is closed; the machine asks before it begins another."""
        return (0,) if match.deals else ()


engine = SolitaireEngine(SolitaireA())
