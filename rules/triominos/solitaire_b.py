"""Solitaire B: all 56 tiles lie face up; they are laid one after the other for as many points as can be.

At the table tiles are moved and exchanged until the record is good enough; what counts is the order in
which they lie at last. So the engine sees that order only, and nothing is ever taken back here. Any tile
may be the first; it lies on the cell [0, 0], so that the same record is always written the same way. Each
tile scores as in a classic deal, the opening trio included; there is no going out, no drawing, no passing.

The one action is ``{"do": "place", "player": …, "cell": [x, y], "corners": [a, b, c]}``. Knows nothing of
files (``solitaire_record``) nor of how a good order is found (``search``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.api import Action, Engine, Message, Outcome, RuleError, ScoreLine, Step, gettext_noop
from rules.triominos import listing
from rules.triominos.actions import Lay, Reader
from rules.triominos.deal import play
from rules.triominos.explain import sentence
from rules.triominos.solitaire_a import UNASKED, SolitaireA
from rules.triominos.state import Deal, Match, dump, load
from rules.triominos.tiles import ALL_TILES, TILES

FACE_UP = Deal("board", (len(TILES),), 0, (0,), 0, (ALL_TILES,))
"""One rack of all the tiles, and no pool."""

ENDINGS = {
    "complete": gettext_noop("All 56 tiles are laid."),
    "stuck": gettext_noop("None of the tiles that are left fits; this is not a record."),
}


class SolitaireB(SolitaireA):
    key = "solitaire-b"
    name = gettext_noop("Solitaire B")
    summary = gettext_noop("One player lays all 56 tiles for a record; the order and the points are kept.")
    hands = {1: len(TILES)}

    def may_pass(self, draws: int, pool: int) -> bool:
        return False


class SolitaireBEngine(Engine[Match]):
    seats = range(1, 2)
    entry_modes = ("board",)

    def __init__(self, variant: SolitaireB) -> None:
        self.variant = variant
        self.key, self.version = variant.key, variant.version
        self.name, self.summary = variant.name, variant.summary
        self.options = variant.options

    # -- playing ---------------------------------------------------------------------------------

    def start(self, players: Sequence[str], options: Mapping[str, Any]) -> Match:
        chosen = UNASKED._replace(**self.settle_options(options))
        return Match(self.check_players(players), chosen, (0,), deal=FACE_UP)

    def apply(self, state: Match, action: Action) -> Step[Match]:
        if self.outcome(state):
            raise RuleError(
                "match-over", Message(gettext_noop("This game is over. Nothing can be laid now."))
            )
        move = Reader(state.players).action(action)
        if not isinstance(move, Lay):
            raise RuleError(
                "place-only", Message(gettext_noop("Here tiles are laid on the board, nothing else."))
            )
        deal = _table(state)
        if not deal.laid and move.cell != listing.MIDDLE:
            raise RuleError("first-cell", Message(gettext_noop("The first tile lies on the cell [0, 0].")))
        after, lines = play(self.variant, state.options, state.players, deal, move)
        return Step(state._replace(deal=after), lines)

    def legal(self, state: Match) -> tuple[Action, ...]:
        if self.outcome(state):
            return ()
        deal = _table(state)
        if deal.laid:
            return listing.actions(self.variant, state.players, deal)
        return tuple(_first(state.players[0], corners) for tile in TILES for corners in tile.rotations)

    def offers(self, state: Match) -> list[listing.Offer]:
        """All placements with what each would earn; of a first tile, one way to turn it."""
        return listing.offers(self.variant, state.options, _table(state))

    # -- reading ---------------------------------------------------------------------------------

    def totals(self, state: Match) -> dict[str, int]:
        return dict(zip(state.players, state.running, strict=True))

    def places(self, state: Match) -> dict[str, int]:
        return dict.fromkeys(state.players, 1)

    def outcome(self, state: Match) -> Outcome | None:
        deal = _table(state)
        left = ALL_TILES & ~deal.laid
        if deal.laid and (not left or not deal.board.can_place(left)):
            reason = "stuck" if left else "complete"
            return Outcome(state.players, reason, Message(ENDINGS[reason]))
        return None

    def public(self, state: Match) -> dict[str, Any]:
        return listing.public(state)

    def explain(self, line: ScoreLine) -> Message:
        return sentence(line)

    # -- keeping ---------------------------------------------------------------------------------

    def dump(self, state: Match) -> dict[str, Any]:
        return dump(state)

    def load(self, data: Mapping[str, Any]) -> Match:
        return load(data)


def _table(match: Match) -> Deal:
    """The deal, which is under way from the start to the end."""
    return match.deal or FACE_UP


def _first(player: str, corners: Sequence[int]) -> Action:
    return {"player": player, "do": "place", "cell": list(listing.MIDDLE), "corners": list(corners)}


engine = SolitaireBEngine(SolitaireB())
