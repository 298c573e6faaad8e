"""The match record ``triominos-match/1``: read whole, then played by the machine, then answered.

A record is translated into the actions that a match desk sends, so that there is one machine and
not two. Knows the format's order of checks, and no rule of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rules.api import Engine, Message, RuleError, ScoreLine, Step, gettext_noop
from rules.triominos.actions import (
    Close,
    Draw,
    Lay,
    Left,
    Move,
    Note,
    Read,
    Reader,
    Start,
    Totals,
    as_object,
    bad,
    only,
    text,
)
from rules.triominos.machine import TriominosEngine
from rules.triominos.state import Depth, Match

FORMAT = "triominos-match/1"

RECORD_FIELDS = frozenset(("format", "rules", "options", "players", "deals"))
PLAYED_FIELDS = frozenset(("starter", "racks", "actions", "left"))
TOTALS_FIELDS = frozenset(("totals", "bell"))


class RecordError(Exception):
    """The first rule that a record breaks, and where."""

    def __init__(self, error: RuleError, deal: int | None = None, action: int | None = None) -> None:
        super().__init__(str(error))
        self.code, self.message = error.code, error.message
        self.deal, self.action = deal, action

    def answer(self) -> dict[str, Any]:
        """As ``score_record`` prints it."""
        found = {"deal": self.deal, "action": self.action, "code": self.code, "message": str(self.message)}
        return {"error": found}


class PlayedDeal(NamedTuple):
    """A deal of which every action is recorded."""

    start: Start
    moves: tuple[Move, ...]
    left: Mapping[int, Left] | None


class Record(NamedTuple):
    """A record whose shape is right."""

    rules: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    deals: tuple[PlayedDeal | Totals, ...]


class Taken(NamedTuple):
    """One step of a replay. ``number`` is the action's own; the beginning and the end of a deal have none."""

    deal: int
    number: int | None
    action: Read
    step: Step[Match]


# -- reading -------------------------------------------------------------------------------------


def read(data: object) -> Record:
    """The record, if its shape is right. Raises ``bad-record``."""
    try:
        fields = as_object(data)
        only(fields, RECORD_FIELDS)
        if fields.get("format") != FORMAT:
            raise bad("format", gettext_noop("This is not a match record that can be read here."))
        rules = text(fields, "rules")
        options = as_object(fields["options"], "options") if "options" in fields else {}
        players = _players(fields.get("players"))
        deals = _list(fields.get("deals"), "deals")
    except RuleError as error:
        raise RecordError(error) from None
    reader = Reader(players)
    return Record(rules, options, players, tuple(_deal(reader, at, deal) for at, deal in enumerate(deals)))


def _deal(reader: Reader, at: int, data: object) -> PlayedDeal | Totals:
    try:
        fields = as_object(data)
        if "totals" in fields:
            only(fields, TOTALS_FIELDS)
            named = {"points" if key == "totals" else key: value for key, value in fields.items()}
            return reader.totals(named)
        only(fields, PLAYED_FIELDS)
        racks = {"racks": fields["racks"]} if "racks" in fields else {}
        start = reader.start({"starter": fields.get("starter"), **racks})
        actions = _list(fields.get("actions"), "actions")
        left = reader.left(fields["left"]) if "left" in fields else None
    except RuleError as error:
        raise RecordError(error, at) from None
    depth, moves = _moves(reader, at, actions, start.racks is not None)
    return PlayedDeal(start._replace(depth=depth), moves, left)


def _moves(reader: Reader, at: int, actions: list[Any], racks: bool) -> tuple[Depth, tuple[Move, ...]]:
    """The actions of a deal, all of one depth."""
    moves: list[Move] = []
    kind: type[Lay] | type[Note] | None = None
    for number, data in enumerate(actions):
        try:
            move = reader.move(data)
            if isinstance(move, (Lay, Note)):
                kind = kind or type(move)
                if type(move) is not kind:
                    raise bad(
                        "do", gettext_noop("A deal is followed on the board or on the sheet, not on both.")
                    )
            elif racks and isinstance(move, Draw) and move.tile is None:
                raise bad("tile", gettext_noop("With the racks written down, a draw names its tile."))
        except RuleError as error:
            raise RecordError(error, at, number) from None
        moves.append(move)
    return "sheet" if kind is Note else "board", tuple(moves)


def _players(data: object) -> tuple[str, ...]:
    players = _list(data, "players")
    if not all(type(player) is str for player in players):
        raise bad("players", gettext_noop("A list of names is expected here."))
    return tuple(players)


def _list(data: object, field: str) -> list[Any]:
    if type(data) is not list:
        raise bad(field, gettext_noop("A list is expected here."))
    return data


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
