"""What each seat got in each finished deal, out of the state that is kept: no replay. Writes nothing."""

from __future__ import annotations

from collections.abc import Mapping

from games.models import Match
from rules.registry import EngineMissing, registry


def deal_scores(match: Match) -> list[dict[str, int]]:
    """By seat, deal after deal. Nothing where the engine is missing, or where it tells of deals in another way."""
    if match.options.get("count") == "places":
        return []
    try:
        engine = registry().get(match.rules_key, match.rules_version)
    except EngineMissing:
        return []
    state = engine.load(match.state)
    seats = list(engine.totals(state))
    return [scores for deal in engine.public(state).get("deals", ()) if (scores := _scores(deal, seats))]


def _scores(deal: object, seats: list[str]) -> dict[str, int]:
    """Engines list points in seat order, or under “scores” by seat."""
    if isinstance(deal, Mapping):
        return dict(deal.get("scores", {}))
    if isinstance(deal, list | tuple) and len(deal) == len(seats):
        return dict(zip(seats, deal, strict=True))
    return {}
