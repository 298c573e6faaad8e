"""Real deals on the board, as a judge sees them: played by bots, then told without what players hide."""

from random import Random
from typing import Any

from rules.triominos import bots
from rules.triominos.machine import TriominosEngine
from rules.triominos.state import Match
from rules.triominos.tiles import sum_of

Actions = list[dict[str, Any]]


def board_deal(
    engine: TriominosEngine, players: list[str], seed: int, options: dict[str, Any] | None = None
) -> Actions:
    """One deal from its start to its end, greedily played: bridges and hexagons come up."""
    rng = Random(seed)  # noqa: S311  (a game, not a secret)
    match = engine.start(players, options or {})
    told: Actions = []
    action = bots.deal_out(engine, match, rng)
    while True:
        told.append(_seen(match, action))
        match = engine.apply(match, action).state
        if match.deal is None:
            return told
        action = bots.next_action(engine, match, bots.greedy_bot, rng)


def states(engine: TriominosEngine, players: list[str], actions: Actions) -> list[Match]:
    """The match after each of the actions."""
    found, match = [], engine.start(players, {})
    for action in actions:
        match = engine.apply(match, action).state
        found.append(match)
    return found


def turns(actions: Actions) -> list[tuple[int, dict[str, Any]]]:
    """The turns of a deal: how many tiles were drawn, and what ended the turn."""
    found, draws = [], 0
    for action in actions:
        if action["do"] == "draw":
            draws += 1
        elif action["do"] in ("place", "pass"):
            found.append((draws, action))
            draws = 0
    return found


def _seen(match: Match, action: dict[str, Any]) -> dict[str, Any]:
    hidden = {"racks"} | ({"tile"} if action["do"] == "draw" else set())
    seen = {key: value for key, value in action.items() if key not in hidden}
    if action["do"] == "close":
        assert match.deal
        assert match.deal.racks
        held = zip(match.players, match.deal.racks, strict=True)
        seen["left"] = {player: sum_of(rack) for player, rack in held if rack}
    return seen
