"""A match record as a commented transcript, a line an action, each with its reasons.

Sentences are handed to ``say``, so that whoever prints them can translate. Knows nothing of files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.api import Engine, Message, ScoreLine, gettext_noop
from rules.triominos.actions import Draw, Lay, Note, Start, Totals
from rules.triominos.board import EMPTY, Board
from rules.triominos.explain import sentence, signed
from rules.triominos.machine import TriominosEngine
from rules.triominos.reading import read
from rules.triominos.record import Taken, engine_for, opened, replay
from rules.triominos.state import Match

Say = Callable[[Message], str]

ENDS = {
    "out": gettext_noop("Somebody went out."),
    "blocked": gettext_noop("The deal is blocked."),
    "totals": gettext_noop("Only the points are known."),
}


def transcript(
    data: object, engines: Mapping[str, Engine[Any]], say: Say = str
) -> Iterator[tuple[str, Board]]:
    """Each line with the board as it then is. Raises ``RecordError`` where the record breaks a rule."""
    record = read(data)
    engine = engine_for(record, engines)
    match = opened(record, engine)
    yield f"{say(Message(engine.name))}: {', '.join(record.players)}", EMPTY
    board = EMPTY
    for taken in replay(record, engine, match):
        board = _board(taken.step.state, board)
        for line in _told(taken, match, say):
            yield line, board
        match = taken.step.state
    yield from ((line, board) for line in _result(engine, match, say))


def _told(taken: Taken, before: Match, say: Say) -> Iterator[str]:
    """What one step is worth saying."""
    after, lines = taken.step.state, taken.step.lines
    if isinstance(taken.action, Start | Totals):
        yield ""
        yield say(Message(gettext_noop("Deal %(number)s"), {"number": taken.deal + 1}))
    if isinstance(taken.action, Start):
        starter = after.players[taken.action.starter]
        yield "  " + say(Message(gettext_noop("%(player)s starts."), {"player": starter}))
    elif taken.number is None:
        yield from _closing(after, lines, say)
    else:
        yield _move(taken, after, lines, say)
    if before.bell is None and after.bell is not None:
        yield "  " + say(Message(gettext_noop("The bell rings: this deal is the last.")))


def _move(taken: Taken, after: Match, lines: tuple[ScoreLine, ...], say: Say) -> str:
    """Number, player, what was done, points, running total, why."""
    player = lines[0].player
    total = str(after.running[after.players.index(player)]).replace("-", "−")
    points = signed(sum(line.points for line in lines))
    why = " · ".join(say(sentence(line)) for line in lines)
    return f"  {taken.number:>3}  {player:<10} {_done(taken):<22} {points:>4} {total:>5}   {why}"


def _done(taken: Taken) -> str:
    action = taken.action
    if isinstance(action, Lay):
        return f"{'-'.join(map(str, action.corners))} @ {action.cell[0]},{action.cell[1]}"
    if isinstance(action, Note):
        return action.tile
    return "+1" if isinstance(action, Draw) else "–"


def _closing(match: Match, lines: tuple[ScoreLine, ...], say: Say) -> Iterator[str]:
    deal = match.deals[-1]
    yield "  " + say(Message(ENDS[deal.end]))
    for line in lines:
        yield f"       {line.player:<10} {'':<22} {signed(line.points):>4}         {say(sentence(line))}"
    scores = ", ".join(
        f"{player} {signed(points)} ({total})"
        for player, points, total in zip(match.players, deal.scores, match.totals, strict=True)
    )
    yield "  " + scores


def _result(engine: TriominosEngine, match: Match, say: Say) -> Iterator[str]:
    outcome = engine.outcome(match)
    yield ""
    if outcome is None:
        yield say(Message(gettext_noop("The match goes on.")))
        return
    winners = {"players": ", ".join(outcome.winners)}
    yield say(outcome.message) + " " + say(Message(gettext_noop("Won by %(players)s."), winners))


def _board(match: Match, last: Board) -> Board:
    """The board of the deal under way; once it is closed, the last one seen."""
    return last if match.deal is None else match.deal.board
