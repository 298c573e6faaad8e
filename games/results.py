"""What a match amounts to, as it is frozen and shown: totals, places, winners, and why it is over.

Pure; knows the engine's answer and the organiser's ruling, not how either is stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop

from rules.api import Engine, Message

STOPPED = gettext_noop("The match was stopped by the organiser: %(why)s")
ABANDONED = gettext_noop("The match was ended by the organiser’s decision: %(why)s")

Ruling = Mapping[str, Any]
"""``kind`` (“stop” or “abandon”), ``why``, the ``places`` of one that was abandoned, and its ``event``."""


def is_over(engine: Engine[Any], state: Any, ruling: Ruling | None) -> bool:
    return ruling is not None or engine.outcome(state) is not None


def result_of(engine: Engine[Any], state: Any, ruling: Ruling | None) -> dict[str, Any] | None:
    """The result, JSON-ready, or nothing while the match goes on."""
    if not is_over(engine, state, ruling):
        return None
    places = places_of(engine, state, ruling)
    result = {"totals": engine.totals(state), "places": places} | _end(engine, state, ruling, places)
    return result | {"why": ruling["why"]} if ruling else result


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
