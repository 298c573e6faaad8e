"""What a match amounts to, as it is frozen and shown: totals, places, winners, why it is over, what was done.

Pure; knows the engine's answer and the organiser's ruling, not how either is stored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop

from games.replay import Replay
from rules.api import Engine, Message

STOPPED = gettext_noop("The match was stopped by the organiser: %(why)s")
ABANDONED = gettext_noop("The match was ended by the organiser’s decision: %(why)s")

Ruling = Mapping[str, Any]
"""``kind`` (“stop” or “abandon”), ``why``, the ``places`` of one that was abandoned, and its ``event``."""

DEEDS = {"made", "deals_won", "deals", "best_turn", "behind"}
"""What ``deeds_of`` adds to a result."""


def is_over(engine: Engine[Any], state: Any, ruling: Ruling | None) -> bool:
    return ruling is not None or engine.outcome(state) is not None


def result_of(engine: Engine[Any], state: Any, ruling: Ruling | None) -> dict[str, Any] | None:
    """The result, JSON-ready, or nothing while the match goes on."""
    if not is_over(engine, state, ruling):
        return None
    places = places_of(engine, state, ruling)
    result = {"totals": engine.totals(state), "places": places} | _end(engine, state, ruling, places)
    return result | {"why": ruling["why"]} if ruling else result


def deeds_of(engine: Engine[Any], played: Replay) -> dict[str, Any]:
    """What everybody did, JSON-ready: score lines by reason (how many, their points), deals won, how many deals
    there were, the best turn, and by how much they were ever behind whoever led.

    Only what was entered is known: of a deal entered as totals, its total.
    """
    players = list(engine.totals(played.state))
    made: dict[str, dict[str, list[int]]] = {player: {} for player in players}
    best, behind, totals = dict.fromkeys(players, 0), dict.fromkeys(players, 0), dict.fromkeys(players, 0)
    for step in played.steps:
        for line in step.lines:
            sums = made[line.player].setdefault(line.reason, [0, 0])
            sums[0] += 1
            sums[1] += line.points
            totals[line.player] += line.points
        if whose := step.action.get("player"):
            best[whose] = max(best[whose], sum(line.points for line in step.lines))
        leads = max(totals.values())
        behind = {player: max(behind[player], leads - totals[player]) for player in players}
    won = Counter(player for winners in engine.deal_winners(played.state) for player in winners)
    return {
        "made": made,
        "deals_won": {player: won[player] for player in players},
        "deals": len(engine.public(played.state).get("deals", ())),
        "best_turn": best,
        "behind": behind,
    }


def whole_result(engine: Engine[Any], played: Replay, ruling: Ruling | None) -> dict[str, Any] | None:
    """The result as it is frozen: with what everybody did."""
    result = result_of(engine, played.state, ruling)
    return result | deeds_of(engine, played) if result is not None else None


def places_of(engine: Engine[Any], state: Any, ruling: Ruling | None) -> dict[str, int]:
    """The engine's places, unless the organiser has given others."""
    return dict(ruling["places"]) if ruling and ruling["kind"] == "abandon" else engine.places(state)


def winners_of(engine: Engine[Any], state: Any, ruling: Ruling | None) -> tuple[str, ...]:
    result = result_of(engine, state, ruling)
    return tuple(result["winners"]) if result else ()


def ending(engine: Engine[Any], state: Any, ruling: Ruling | None) -> Message | None:
    """Why the match is over, as a sentence."""
    if ruling:
        return Message(STOPPED if ruling["kind"] == "stop" else ABANDONED, {"why": ruling["why"]})
    outcome = engine.outcome(state)
    return outcome.message if outcome else None


def _end(engine: Engine[Any], state: Any, ruling: Ruling | None, places: Mapping[str, int]) -> dict[str, Any]:
    outcome = engine.outcome(state)
    if outcome and not ruling:
        return {"winners": list(outcome.winners), "reason": outcome.reason}
    best = [player for player, place in places.items() if place == 1]
    return {"winners": best, "reason": ruling["kind"] if ruling else ""}
