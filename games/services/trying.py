"""What actions would lead to, before anybody says yes. Writes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.errors import Refused
from games.models import Match
from games.services.common import check_playing, engine_of
from rules.api import Engine, Outcome, RuleError, ScoreLine


@dataclass(frozen=True, slots=True)
class Trial:
    """What a sequence of actions would give; with a refusal, things as they are."""

    before: Mapping[str, int]
    after: Mapping[str, int]
    lines: tuple[ScoreLine, ...] = ()
    state: Any = None
    """The engine's own state after the actions, for drawing it."""
    bell: bool = False
    """Whether the bell has rung once they are in."""
    rings: bool = False
    """Whether it is they that ring it."""
    outcome: Outcome | None = None
    refusal: Refused | None = None
    refused_at: int | None = None
    """Which of the actions cannot be, counted from 0."""


def try_actions(match: Match, actions: Sequence[Mapping[str, Any]]) -> Trial:
    """Play the actions on the match as it stands, for show."""
    try:
        check_playing(match)
        engine = engine_of(match)
    except Refused as refusal:
        return Trial({}, {}, refusal=refusal)
    return _play(engine, engine.load(match.state), actions)


def legal_actions(match: Match) -> tuple[Mapping[str, Any], ...]:
    """All that may be done now, as far as the rules can list it; nothing where nothing may be."""
    try:
        check_playing(match)
        engine = engine_of(match)
    except Refused:
        return ()
    return engine.legal(engine.load(match.state))


def _play(engine: Engine[Any], start: Any, actions: Sequence[Mapping[str, Any]]) -> Trial:
    state, lines, totals = start, list[ScoreLine](), engine.totals(start)
    for number, action in enumerate(actions):
        try:
            step = engine.apply(state, action)
        except RuleError as error:
            return Trial(
                totals,
                totals,
                state=start,
                refusal=Refused.by_rule(error),
                refused_at=number,
                bell=rung(engine, start),
            )
        state = step.state
        lines += step.lines
    bell = rung(engine, state)
    return Trial(
        before=totals,
        after=engine.totals(state),
        lines=tuple(lines),
        state=state,
        bell=bell,
        rings=bell and not rung(engine, start),
        outcome=engine.outcome(state),
    )


def rung(engine: Engine[Any], state: Any) -> bool:
    return engine.public(state).get("bell") is not None
