"""The conformance kit for one more variant of the Triominos machine.

    class TestMyVariant(TriominosConformance):
        engine = engine

Random deals are followed on the board, on the sheet or by their points alone, with the racks written
down or not, so that every depth of the record is met. Knows no variant.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, ClassVar

from rules.api import Action
from rules.testing import EngineConformance
from rules.testing.complaints import demand, demand_equal
from rules.triominos.bots import deal_out
from rules.triominos.listing import MIDDLE
from rules.triominos.machine import TriominosEngine
from rules.triominos.state import Deal, Match
from rules.triominos.tiles import ALL_TILES, BY_CORNERS, TILES, members

EAGER = 0.8
"""How often a tile is laid where one can be: drawing for ever, nobody would reach the limit."""


class TriominosConformance(EngineConformance):
    """All checks, with the 56 tiles counted and the racks kept secret."""

    engine: ClassVar[TriominosEngine]
    seeds = (1, 2, 3, 4)
    free_actions = ("start", "deal", "close")

    def random_options(self, rng: Random) -> dict[str, Any]:
        """Any choice, and a low limit, where the variant has one, for short matches."""
        has_limit = any(option.key == "limit" for option in self.engine.options)
        return {**super().random_options(rng), **({"limit": 120} if has_limit else {})}

    def random_action(self, state: Match, rng: Random) -> Action:
        if state.deal is None:
            return self._begin(state, rng)
        if state.deal.end is not None:
            return _close(state, state.deal, rng)
        listed = self.engine.legal(state)
        placings = [action for action in listed if action["do"] == "place"]
        others = [action for action in listed if action["do"] != "place"]
        if placings and (not others or rng.random() < EAGER):
            return self._placing(state, state.deal, placings, rng)
        return rng.choice(others)

    def allows(self, state: Match, action: Action) -> bool:
        """A first tile may lie anywhere and be turned; bonuses claimed and tiles drawn may be named."""
        deal, do = state.deal, action.get("do")
        if deal is not None and do == "place" and deal.depth == "sheet":
            action = _without(action, "bonus")
        elif deal is not None and do == "place" and not deal.laid:
            tile = BY_CORNERS[tuple(action["corners"])]
            action = {**action, "cell": list(MIDDLE), "corners": list(tile.numbers)}
        elif deal is not None and do == "draw" and deal.racks is None:
            action = _without(action, "tile")
        return super().allows(state, action)

    def conserved(self, state: Match) -> object:
        if state.deal is None:
            return None
        deal = state.deal
        _demand_each_tile_once(deal)
        tiles = deal.laid.bit_count() + sum(deal.counts) + deal.pool
        demand_equal(tiles, len(TILES), "board, racks and pool together do not hold all tiles")
        return tiles

    def hidden(self, state: Match) -> Iterable[str]:
        deal = state.deal
        return [tile.name for tile in members(ALL_TILES & ~deal.laid)] if deal else ()

    # -- in detail -------------------------------------------------------------------------------

    def _begin(self, state: Match, rng: Random) -> Action:
        """Deal, or now and then enter a whole deal by its points; sometimes without the racks."""
        if state.deals and rng.random() < 0.2:
            points = {player: rng.randint(-40, 90) for player in state.players}
            return {"do": "deal", "points": points, "bell": rng.random() < 0.1}
        dealt = {**deal_out(self.engine, state, rng), "depth": rng.choice(("board", "board", "sheet"))}
        return _without(dealt, "racks") if rng.random() < 0.3 else dealt

    def _placing(self, state: Match, deal: Deal, placings: list[Action], rng: Random) -> Action:
        """The best of a few, so that bonuses are met; on a sheet, now and then one is claimed."""
        if deal.depth == "sheet":
            claims = deal.laid and rng.random() < 0.15
            claimed = {"bonus": rng.choice(list(self.engine.variant.bonuses))} if claims else {}
            return {**rng.choice(placings), **claimed}
        return max(rng.sample(placings, min(len(placings), 4)), key=lambda each: self._points(state, each))

    def _points(self, state: Match, action: Action) -> int:
        return sum(line.points for line in self.engine.apply(state, action).lines)


def _without(action: Action, field: str) -> dict[str, Any]:
    return {key: value for key, value in action.items() if key != field}


def _close(state: Match, deal: Deal, rng: Random) -> Action:
    """Close a deal; where the racks are not known, count what is in them."""
    if deal.racks is not None:
        return {"do": "close"}
    free = [tile.name for tile in members(ALL_TILES & ~deal.laid)]
    rng.shuffle(free)
    counts = zip(state.players, deal.counts, strict=True)
    return {"do": "close", "left": {player: [free.pop() for _ in range(held)] for player, held in counts}}


def _demand_each_tile_once(deal: Deal) -> None:
    """No tile on the board and in a rack, or in two racks; as many as were counted."""
    laid = [BY_CORNERS[corners].bit for _, corners in deal.board.tiles()]
    if deal.depth == "board":
        demand(sum(laid) == deal.laid, "the board does not hold the tiles that were laid")
    if deal.racks is not None:
        together = deal.laid
        for rack, count in zip(deal.racks, deal.counts, strict=True):
            demand(not together & rack, "a tile is in two places")
            demand(rack.bit_count() == count, "a rack does not hold as many tiles as were counted")
            together |= rack
