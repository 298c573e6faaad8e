"""A match as the phone plays it on while it cannot reach us: numbers and names, no sentences.

``static/js/provisional.js`` plays turns on it; a test holds it to the engine. Only rules that are numbers can be
handed over: a variant or a machine with methods of its own has no model, and its desk waits for the server.
"""

from __future__ import annotations

from typing import Any

from rules.triominos.machine import TriominosEngine
from rules.triominos.scoring import bonus_points, is_earned
from rules.triominos.state import Deal, Options
from rules.triominos.tiles import members
from rules.triominos.variant import Variant
from tournaments.desk.game import BONUSES, Game

OF_A_VARIANT = ("may_pass", "counts_towards_block", "is_blocked", "match_winners")
OF_THE_MACHINE = ("apply", "play", "totals", "_start_deal", "_whole_deal", "_move", "_close", "_winners")


def model_of(game: Game, depth: str = "sheet") -> dict[str, Any] | None:
    """Nothing where the phone could not say what comes next. Between two deals the next is proposed in this depth."""
    deal = game.deal
    if not is_plain(game.engine) or (deal and (deal.depth != "sheet" or deal.racks is not None)):
        return None
    state = game.state
    return {
        "version": game.match.version,
        "over": game.phase == "over",
        "players": list(state.players),
        "names": list(game.names.values()),
        "rules": rules_of(game.engine.variant, state.options, len(state.players)),
        "totals": list(state.totals),
        "deals": len(state.deals),
        "last": state.deals[-1].end if state.deals else "",
        "depth": deal.depth if deal else depth,
        "bell": state.bell is not None,
        "deal": _deal(deal) if deal else None,
    }


def is_plain(engine: TriominosEngine) -> bool:
    """Whether these rules are what the numbers say, and nothing besides."""
    variant, machine = type(engine.variant), type(engine)
    return all(getattr(variant, name) is getattr(Variant, name) for name in OF_A_VARIANT) and all(
        getattr(machine, name) is getattr(TriominosEngine, name) for name in OF_THE_MACHINE
    )


def rules_of(variant: Variant, options: Options, players: int) -> dict[str, Any]:
    return {
        "hand": variant.hands[players],
        "trioStart": variant.trio_start,
        "trioBonus": variant.trio_bonus,
        "zeroBonus": variant.zero_bonus,
        "bonuses": {
            name: bonus_points(variant, name, options.two_sides)
            for name in BONUSES
            if is_earned(variant, name, options.two_sides)
        },
        "drawLimit": variant.draw_limit,
        "drawCost": variant.draw_cost,
        "passCost": variant.pass_cost,
        "emptyPoolCost": variant.empty_pool_cost,
        "goingOut": variant.going_out,
        "onlyEmptyPoolBlocks": variant.only_empty_pool_blocks,
        "lowestRackWins": variant.lowest_rack_wins,
        "limit": options.limit,
        "reach": options.bell == "reach",
        "tieScoresNothing": options.blocked_tie == "nobody",
        "extraDeal": options.match_tie == "extra-deal",
    }


def _deal(deal: Deal) -> dict[str, Any]:
    return {
        "counts": list(deal.counts),
        "pool": deal.pool,
        "scores": list(deal.scores),
        "turn": deal.turn,
        "laid": [tile.name for tile in members(deal.laid)],
        "draws": deal.draws,
        "passes": deal.passes,
        "end": deal.end,
    }
