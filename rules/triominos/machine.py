"""The Triominos machine: a match played by one rule sheet, as a rule engine.

Actions, as a match desk sends them (``player`` names who acts):

- ``{"do": "start", "depth": "board" or "sheet", "starter": …, "racks": {…}}`` begins a deal; racks are
  optional;
- ``{"do": "place", "player": …, "cell": [x, y], "corners": [a, b, c]}`` on the board, or ``{"do": "place",
  "player": …, "tile": "3-4-4", "bonus": "bridge"}`` on the sheet;
- ``{"do": "draw", "player": …, "tile": …}``, the tile only where it is known;
- ``{"do": "pass", "player": …}``;
- ``{"do": "close", "left": {…}}`` ends a deal in which nothing more can be played;
- ``{"do": "deal", "points": {…}, "bell": true}`` is a whole deal of which only the points are known.

Knows nothing of any particular sheet: that is a ``Variant``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.api import (
    Action,
    Engine,
    Message,
    Outcome,
    RuleError,
    RulePoint,
    ScoreLine,
    Step,
    gettext_noop,
    places_by,
)
from rules.triominos import closing, listing
from rules.triominos.actions import Close, Move, Read, Reader, Start, Totals
from rules.triominos.deal import play
from rules.triominos.dealing import begin
from rules.triominos.describe import points_of
from rules.triominos.explain import sentence
from rules.triominos.scoring import point
from rules.triominos.state import Bell, ClosedDeal, Deal, Match, Options, dump, load
from rules.triominos.variant import Variant


class TriominosEngine(Engine[Match]):
    """One rule sheet, played."""

    entry_modes = ("board", "sheet", "totals")

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.key, self.version = variant.key, variant.version
        self.name, self.summary = variant.name, variant.summary
        self.seats = range(min(variant.hands), max(variant.hands) + 1)
        self.options = variant.options

    # -- playing ---------------------------------------------------------------------------------

    def start(self, players: Sequence[str], options: Mapping[str, Any]) -> Match:
        settled = Options(**self.settle_options(options))
        seated = self.check_players(players)
        return Match(seated, settled, (0,) * len(seated))

    def apply(self, state: Match, action: Action) -> Step[Match]:
        return self.play(state, Reader(state.players).action(action))

    def play(self, match: Match, action: Read) -> Step[Match]:
        """Play an action that has been read."""
        if isinstance(action, Start):
            return self._start_deal(match, action)
        if isinstance(action, Totals):
            return self._whole_deal(match, action)
        if match.deal is None:
            raise self._nothing_to_play(match)
        if isinstance(action, Close):
            return self._close(match, match.deal, action)
        return self._move(match, match.deal, action)

    def legal(self, state: Match) -> tuple[Action, ...]:
        if self.outcome(state):
            return ()
        if state.deal is None:
            return ({"do": "start"}, {"do": "deal"})
        return listing.actions(self.variant, state.players, state.deal)

    def offers(self, state: Match, tiles: Sequence[str] | None = None) -> list[listing.Offer]:
        """All placements of the rack of who is to play, or of these tiles, with what each would earn."""
        if state.deal is None:
            return []
        return listing.offers(self.variant, state.options, state.deal, tiles)

    # -- reading ---------------------------------------------------------------------------------

    def totals(self, state: Match) -> dict[str, int]:
        return dict(zip(state.players, state.running, strict=True))

    def places(self, state: Match) -> dict[str, int]:
        """By totals; once the match is over, behind those who have won it."""
        totals = self.totals(state)
        won = max(totals.values()) + 1
        totals.update((state.players[seat], won) for seat in self._winners(state))
        return places_by(totals)

    def outcome(self, state: Match) -> Outcome | None:
        winners = self._winners(state)
        if not winners:
            return None
        names = tuple(state.players[seat] for seat in winners)
        if len(names) > 1:
            return Outcome(
                names, "bell-shared", Message(gettext_noop("The bell rang, and the highest total is shared."))
            )
        return Outcome(names, "bell", Message(gettext_noop("The bell rang, and this is the highest total.")))

    def public(self, state: Match) -> dict[str, Any]:
        return listing.public(state)

    def explain(self, line: ScoreLine) -> Message:
        return sentence(line)

    def deal_winners(self, state: Match) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(state.players[seat] for seat in deal.winners) for deal in state.deals)

    def describe(self, options: Mapping[str, Any]) -> tuple[RulePoint, ...]:
        return points_of(self.variant, self.settle_options(options))

    # -- keeping ---------------------------------------------------------------------------------

    def dump(self, state: Match) -> dict[str, Any]:
        return dump(state)

    def load(self, data: Mapping[str, Any]) -> Match:
        return load(data)

    # -- in detail -------------------------------------------------------------------------------

    def _start_deal(self, match: Match, action: Start) -> Step[Match]:
        self._check_may_begin(match)
        return Step(match._replace(deal=begin(self.variant, len(match.players), action)))

    def _whole_deal(self, match: Match, action: Totals) -> Step[Match]:
        self._check_may_begin(match)
        lines = tuple(
            ScoreLine(player, points, "totals", point(self.variant, "totals"))
            for player, points in zip(match.players, action.points, strict=True)
        )
        winners = self.variant.deal_winners("totals", None, (), action.points)
        return Step(_ended(match, ClosedDeal("totals", winners, action.points), action.bell), lines)

    def _move(self, match: Match, before: Deal, move: Move) -> Step[Match]:
        """Something a player does in a turn; the bell rings in the middle of a deal."""
        players, options, totals, deals, bell, _ = match
        deal, lines = play(self.variant, options, players, before, move)
        if bell is None and options.rings(totals[move.seat] + deal.scores[move.seat]):
            bell = Bell(len(deals), before.actions, move.seat)
        return Step(Match(players, options, totals, deals, bell, deal), lines)

    def _close(self, match: Match, deal: Deal, action: Close) -> Step[Match]:
        if deal.end is None:
            raise RuleError("deal-not-over", Message(gettext_noop("This deal can still be played.")))
        racks = closing.rack_sums(deal, action.left)
        lines = closing.lines(self.variant, match.options, match.players, deal, racks)
        gained = dict.fromkeys(match.players, 0)
        for line in lines:
            gained[line.player] += line.points
        scores = tuple(a + b for a, b in zip(deal.scores, gained.values(), strict=True))
        winners = self.variant.deal_winners(deal.end, deal.out, racks, scores)
        return Step(_ended(match, ClosedDeal(deal.end, winners, scores), False), lines)

    def _winners(self, match: Match) -> tuple[int, ...]:
        """The seats that have won; nobody while the match goes on."""
        if match.bell is None or match.deal is not None:
            return ()
        winners = self.variant.match_winners(match.totals, match.deals[-1].winners, match.options.limit)
        return () if len(winners) > 1 and match.options.match_tie == "extra-deal" else winners

    def _check_may_begin(self, match: Match) -> None:
        if match.deal is not None:
            raise RuleError("deal-not-over", Message(gettext_noop("The deal before has not been closed.")))
        if self._winners(match):
            raise _match_over()

    def _nothing_to_play(self, match: Match) -> RuleError:
        if self._winners(match):
            return _match_over()
        return RuleError("no-deal", Message(gettext_noop("Start a deal first.")))


def _ended(match: Match, deal: ClosedDeal, says_bell: bool) -> Match:
    """The match once a deal is over; the end of a deal may ring the bell."""
    totals = tuple(a + b for a, b in zip(match.totals, deal.scores, strict=True))
    bell = match.bell
    if bell is None:
        best = max(totals)
        if match.options.rings(best):
            bell = Bell(len(match.deals), None, totals.index(best))
        elif says_bell:
            bell = Bell(len(match.deals), None, None)
    return Match(match.players, match.options, totals, (*match.deals, deal), bell, None)


def _match_over() -> RuleError:
    return RuleError("match-over", Message(gettext_noop("This match is over. Nothing can be added to it.")))
