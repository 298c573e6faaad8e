"""What bots do next at a table: a whole turn by the rules, from the state of a match. Seeded; no database.

Only engines that are known here can be played by bots; a deal that people began without telling the racks
cannot be gone on with, for a bot sees its rack.
"""

from __future__ import annotations

from random import Random
from typing import Any

from rules.api import Engine
from rules.points import PointsEngine, PointsState
from rules.triominos import bots
from rules.triominos.machine import TriominosEngine
from rules.triominos.state import Match

Turn = list[dict[str, Any]]
PLAYERS = (bots.greedy_bot, bots.random_bot)
"""By seats in turn: somebody has to lose."""
MOST_ACTIONS = 60
DEAL_POINTS = (-20, 110)


def can_play(engine: Engine[Any]) -> bool:
    return isinstance(engine, TriominosEngine | PointsEngine)


def next_turn(engine: Engine[Any], state: Any, rng: Random) -> Turn | None:
    """The actions of one turn; nothing where only people can go on."""
    if isinstance(engine, TriominosEngine):
        return _triominos(engine, state, rng)
    return _points(state, rng) if isinstance(engine, PointsEngine) else None


def _triominos(engine: TriominosEngine, match: Match, rng: Random) -> Turn | None:
    if match.deal is None:
        return [bots.deal_out(engine, match, rng)]
    if match.deal.racks is None:
        return None
    turn: Turn = []
    while match.deal is not None and len(turn) < MOST_ACTIONS:
        bot = PLAYERS[match.deal.turn % len(PLAYERS)]
        action = bots.next_action(engine, match, bot, rng)
        turn.append(action)
        if action["do"] != "draw":
            break
        match = engine.apply(match, action).state
    return turn


def _points(state: PointsState, rng: Random) -> Turn:
    if state.option("count") == "places":
        order = rng.sample(range(1, len(state.players) + 1), len(state.players))
        return [{"do": "deal", "points": dict(zip(state.players, order, strict=True)), "bell": False}]
    points = {player: rng.randint(*DEAL_POINTS) for player in state.players}
    return [{"do": "deal", "points": points, "bell": False}]
