"""A transcript: a match as lines of JSON, each action with what it scored and the totals after it.

The first line names engine, version, players and options; the last one the outcome and the places. A
person can read it, and a change of the rules shows in it as a changed line. Knows no particular game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules.api import Engine, RuleError, ScoreLine
from rules.testing.complaints import as_text, demand, demand_equal
from rules.testing.playing import Play

FORMAT = 1


def record(engine: Engine[Any], play: Play) -> str:
    """A match that was played, as a transcript."""
    return "".join(f"{json.dumps(line)}\n" for line in _lines(engine, play))


def replay(engine: Engine[Any], path: Path, advice: str) -> bool:
    """Play a transcript again and compare every line; true if it goes on to the end of the match."""
    lines = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines() if text]
    demand(lines and lines[0].get("transcript") == FORMAT, f"{path}: this is not a transcript. {advice}")
    head = lines[0]
    complaint = f"{path} was recorded with other rules. If the change is meant, record it again. {advice}"
    demand_equal([head["engine"], head["version"]], [engine.key, engine.version], complaint)
    state = engine.start(head["players"], head["options"])
    for number, line in enumerate(lines[1:], start=2):
        where = f"{path}, line {number}"
        if "action" in line:
            state = _replay_action(engine, state, line, where)
        else:
            _demand_line(_end(engine, state), line, where)
    return engine.outcome(state) is not None and "outcome" in lines[-1]


def _replay_action(engine: Engine[Any], state: Any, line: dict[str, Any], where: str) -> Any:
    try:
        step = engine.apply(state, line["action"])
    except RuleError as error:
        raise AssertionError(f"{where}: {line['action']!r} is refused now ({error.code}: {error})") from error
    _demand_line(_turn(engine, line["action"], step.lines, step.state), line, where)
    return step.state


def _demand_line(found: dict[str, Any], line: dict[str, Any], where: str) -> None:
    complaint = f"{where}: it scores otherwise now. If that is meant, raise `version` and record it again"
    demand_equal(found, line, complaint)


# -- the lines -----------------------------------------------------------------------------------


def _lines(engine: Engine[Any], play: Play) -> Iterator[dict[str, Any]]:
    yield {
        "transcript": FORMAT,
        "engine": engine.key,
        "version": engine.version,
        "players": list(play.players),
        "options": dict(play.options),
    }
    for turn in play.turns:
        as_text(turn.action, turn.where)
        yield _turn(engine, turn.action, turn.step.lines, turn.step.state)
    yield _end(engine, play.last)


def _turn(engine: Engine[Any], action: Any, lines: tuple[ScoreLine, ...], state: Any) -> dict[str, Any]:
    return {
        "action": action,
        "lines": [[line.player, line.points, line.reason] for line in lines],
        "totals": list(engine.totals(state).values()),
    }


def _end(engine: Engine[Any], state: Any) -> dict[str, Any]:
    outcome = engine.outcome(state)
    return {
        "outcome": outcome.reason if outcome else None,
        "winners": list(outcome.winners) if outcome else [],
        "places": list(engine.places(state).values()),
    }
