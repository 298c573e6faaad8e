"""A match record, played by the machine and answered.

A record is translated into the actions that a match desk sends, so that there is one machine and
not two. Knows the format's order of checks, and no rule of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rules.api import Engine, Message, RuleError, ScoreLine, Step, gettext_noop
from rules.triominos.actions import Close, Read, Totals
from rules.triominos.machine import TriominosEngine
from rules.triominos.reading import PlayedDeal, Record, RecordError, read
from rules.triominos.state import Match


class Taken(NamedTuple):
    """One step of a replay. ``number`` is the action's own; the beginning and the end of a deal have none."""

    deal: int
    number: int | None
    action: Read
    step: Step[Match]


# -- playing -------------------------------------------------------------------------------------


def engine_for(record: Record, engines: Mapping[str, Engine[Any]]) -> TriominosEngine:
    """The engine that plays by the record's rules. Raises ``unknown-rules``."""
    engine = engines.get(record.rules)
    if not isinstance(engine, TriominosEngine):
        message = Message(gettext_noop("The rules “%(rules)s” are not known here."), {"rules": record.rules})
        raise RecordError(RuleError("unknown-rules", message, field="rules"))
    return engine


def opened(record: Record, engine: TriominosEngine) -> Match:
    """The match before its first deal. Raises ``bad-option`` or ``bad-players``."""
    try:
        return engine.start(record.players, record.options)
    except RuleError as error:
        raise RecordError(error) from None
    except RecursionError:
        message = Message(gettext_noop("An option is nested too deep to be one."))
        raise RecordError(RuleError("bad-option", message)) from None


def replay(record: Record, engine: TriominosEngine, match: Match) -> Iterator[Taken]:
    """Every step of the match, from the first deal on. Raises at the first broken rule."""
    for at, deal in enumerate(record.deals):
        number: int | None = None
        try:
            for number, action in _steps(deal):
                if isinstance(action, Close) and not _is_over(match):
                    break
                step = engine.play(match, action)
                match = step.state
                yield Taken(at, number, action, step)
        except RuleError as error:
            raise RecordError(error, at, number) from None


def _steps(deal: PlayedDeal | Totals) -> Iterator[tuple[int | None, Read]]:
    """A recorded deal as the actions that a match desk would send, each with its number."""
    if isinstance(deal, Totals):
        yield None, deal
        return
    yield None, deal.start
    yield from enumerate(deal.moves)
    yield None, Close(deal.left)


def _is_over(match: Match) -> bool:
    """Whether the deal under way is to be closed; a record's last deal may still be open."""
    return match.deal is not None and match.deal.end is not None


# -- answering -----------------------------------------------------------------------------------


def score(data: object, engines: Mapping[str, Engine[Any]]) -> dict[str, Any]:
    """What ``score_record`` prints about a record. Raises ``RecordError``."""
    record = read(data)
    engine = engine_for(record, engines)
    match = opened(record, engine)
    events: list[list[dict[str, Any]]] = [[] for _ in record.deals]
    for at, number, action, step in replay(record, engine, match):
        match = step.state
        if number is not None:
            events[at].append(_event(number, step.lines))
        elif isinstance(action, Close):
            events[at] += _closing_events(match.players, step.lines)
    return _answer(engine, match, events)


def _answer(engine: TriominosEngine, match: Match, events: list[list[dict[str, Any]]]) -> dict[str, Any]:
    seen = engine.public(match)
    ended = [
        {"end": deal["end"], "winners": deal["winners"], "events": each, "scores": deal["scores"]}
        for deal, each in zip(seen["deals"], events, strict=False)
    ]
    if match.deal is not None:
        ended.append({"end": None, "winners": [], "events": events[-1], "scores": seen["deal"]["scores"]})
    outcome = engine.outcome(match)
    return {
        "deals": ended,
        "totals": seen["totals"],
        "bell": seen["bell"],
        "finished": outcome is not None,
        "winners": list(outcome.winners) if outcome else [],
    }


def _event(number: int | None, lines: Sequence[ScoreLine]) -> dict[str, Any]:
    return {
        "action": number,
        "player": lines[0].player,
        "points": sum([line.points for line in lines]),
        "why": [line.reason for line in lines],
    }


def _closing_events(players: Sequence[str], lines: Sequence[ScoreLine]) -> list[dict[str, Any]]:
    """One event for each player whose score the end of the deal changes, in seat order."""
    own = ([line for line in lines if line.player == player] for player in players)
    events = [_event(None, each) for each in own if each]
    return [event for event in events if event["points"]]
