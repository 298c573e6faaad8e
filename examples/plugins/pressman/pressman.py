"""Tri-Ominos as Pressman's sheet has it: draw until you can play, and the last deal may decide the match.

One more variant of the Triominos machine, as a plug-in. It says only what differs from the standard; the
README says where the sheet is silent and how it is read here.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.api import Message, Outcome, gettext_noop
from rules.triominos.machine import TriominosEngine
from rules.triominos.state import Match
from rules.triominos.tiles import TILES
from rules.triominos.variant import Variant


class Pressman(Variant):
    key = "pressman"
    name = gettext_noop("Tri-Ominos (Pressman)")
    summary = gettext_noop("Draw until you can play; among several past 400 the winner of the deal wins.")
    short = "pressman"
    sources = {
        "start score": "“Playing”",
        "placement": "“Playing”",
        "bridge": "“Bonus scoring”",
        "two or three sides": "“Bonus scoring”",
        "hexagon": "“Bonus scoring”",
        "drawing": "“Playing”",
        "pool empty": "“Playing”",
        "going out": "“Winning a round”",
        "blocked deal": "“Winning a round”",
    }

    trio_start = True
    zero_may_open = True
    draw_limit = len(TILES)
    empty_pool_cost = 10
    lowest_rack_wins = True
    bell = "reach"
    two_sides = 40
    two_sides_is_reading = False

    def match_winners(self, totals: Sequence[int], last_deal: Sequence[int], limit: int) -> tuple[int, ...]:
        past = [seat for seat, total in enumerate(totals) if total >= limit]
        deciding = [seat for seat in last_deal if seat in past]
        if len(past) < 2 or not deciding:
            return super().match_winners(totals, last_deal, limit)
        best = max(totals[seat] for seat in deciding)
        return tuple(seat for seat in deciding if totals[seat] == best)


class PressmanEngine(TriominosEngine):
    """The machine, for a match that need not go to the highest total."""

    api = 1

    def outcome(self, state: Match) -> Outcome | None:
        outcome = super().outcome(state)
        totals = self.totals(state)
        if outcome is None or max(totals.values()) == totals[outcome.winners[0]]:
            return outcome
        return Outcome(outcome.winners, "bell-deal", Message(DEAL_DECIDES))


DEAL_DECIDES = gettext_noop("Several passed the limit in the same deal, and this is the winner of that deal.")

engine = PressmanEngine(Pressman())
