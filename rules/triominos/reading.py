"""Reading a match record ``triominos-match/1``: its shape, before anything in it is played.

Everything wrong here is a ``bad-record``, with the deal and the action in which it lies. Knows no rule
of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.api import RuleError, gettext_noop
from rules.triominos.actions import (
    Draw,
    Lay,
    Left,
    Move,
    Note,
    Reader,
    Start,
    Totals,
    as_object,
    bad,
    only,
    text,
)
from rules.triominos.state import Depth

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
