"""What is done at the table, read from JSON: the shape of an action, never whether it may be done.

Everything wrong here is a ``bad-record``. Live entry and whole records are read by the same
functions. Knows who plays, and no rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rules.api import Message, RuleError, gettext_noop
from rules.triominos.board import Cell
from rules.triominos.state import Depth
from rules.triominos.tiles import Corners

HUGE = 10**1000
"""Beyond this a number is no longer a number of anything, and could not be written out again."""

Left = int | tuple[str, ...]
"""What a rack held at the end: tiles, or their sum where the tiles are not known."""


class Start(NamedTuple):
    """Begin a deal of which every action will follow."""

    depth: Depth
    starter: int
    racks: Mapping[int, tuple[str, ...]] | None


class Lay(NamedTuple):
    """Place a tile on the drawn board."""

    seat: int
    cell: Cell
    corners: Corners


class Note(NamedTuple):
    """Place a tile that only the score sheet knows, with the bonus that was claimed."""

    seat: int
    tile: str
    bonus: str | None


class Draw(NamedTuple):
    seat: int
    tile: str | None


class Pass(NamedTuple):
    seat: int


class Close(NamedTuple):
    """End a deal in which nothing more can be played."""

    left: Mapping[int, Left] | None


class Totals(NamedTuple):
    """A whole deal of which only the points are known."""

    points: tuple[int, ...]
    bell: bool


Move = Lay | Note | Draw | Pass
Read = Start | Move | Close | Totals


class Reader:
    """Reads what is done at one table."""

    def __init__(self, players: Sequence[str]) -> None:
        self.seats = {player: seat for seat, player in enumerate(players)}

    def action(self, data: object) -> Read:
        """Any action, as a match desk sends it."""
        fields = as_object(data)
        match fields.get("do"):
            case "start":
                return self.start(fields)
            case "deal":
                return self.totals(fields)
            case "close":
                return self.close(fields)
        return self.move(fields)

    def move(self, data: object) -> Move:
        """What a player does in a turn."""
        if type(data) is not dict:
            data = as_object(data)
        do = data.get("do")
        if do == "place":
            return self._place(data)
        if do == "draw":
            only(data, DRAW_FIELDS)
            tile = text(data, "tile") if "tile" in data else None
            return Draw(self._seat(data.get("player"), "player"), tile)
        if do == "pass":
            only(data, PASS_FIELDS)
            return Pass(self._seat(data.get("player"), "player"))
        raise bad("do", gettext_noop("What was done is “place”, “draw” or “pass”."))

    def start(self, data: Mapping[str, Any]) -> Start:
        only(data, START_FIELDS)
        depth = data.get("depth", "board")
        if depth not in ("board", "sheet"):
            raise bad("depth", gettext_noop("A deal is followed on the board or on the sheet."))
        racks = self.racks(data["racks"]) if "racks" in data else None
        return Start(depth, self._seat(data.get("starter"), "starter"), racks)

    def close(self, data: Mapping[str, Any]) -> Close:
        only(data, CLOSE_FIELDS)
        return Close(self.left(data["left"]) if "left" in data else None)

    def totals(self, data: Mapping[str, Any]) -> Totals:
        only(data, TOTALS_FIELDS)
        points = as_object(data.get("points"), "points")
        self._only_players(points, "points")
        if len(points) != len(self.seats):
            raise bad("points", gettext_noop("Every player at the table needs a number."))
        bell = data.get("bell", False)
        if type(bell) is not bool:
            raise bad("bell", gettext_noop("The bell has rung or it has not."))
        return Totals(tuple(whole(points[player], "points") for player in self.seats), bell)

    def racks(self, data: object) -> dict[int, tuple[str, ...]]:
        """The tiles dealt; whether they are the right ones is for the rules to say."""
        racks = as_object(data, "racks")
        self._only_players(racks, "racks")
        return {self.seats[player]: names(tiles, "racks") for player, tiles in racks.items()}

    def left(self, data: object) -> dict[int, Left]:
        left = as_object(data, "left")
        self._only_players(left, "left")
        return {
            self.seats[player]: names(held, "left") if type(held) is list else whole(held, "left")
            for player, held in left.items()
        }

    # -- in detail -------------------------------------------------------------------------------

    def _place(self, data: Mapping[str, Any]) -> Lay | Note:
        seat = self._seat(data.get("player"), "player")
        if "cell" in data or "corners" in data:
            only(data, LAY_FIELDS)
            cell, corners = data.get("cell"), data.get("corners")
            return Lay(seat, (*numbers(cell, 2, "cell"),), (*numbers(corners, 3, "corners"),))
        only(data, NOTE_FIELDS)
        return Note(seat, text(data, "tile"), text(data, "bonus") if "bonus" in data else None)

    def _seat(self, player: object, field: str) -> int:
        seat = self.seats.get(player) if type(player) is str else None
        if seat is None:
            raise bad(field, gettext_noop("It names nobody who plays at this table."))
        return seat

    def _only_players(self, data: Mapping[str, Any], field: str) -> None:
        if not self.seats.keys() >= data.keys():
            raise bad(field, gettext_noop("It names somebody who does not play at this table."))


DRAW_FIELDS = frozenset(("player", "do", "tile"))
PASS_FIELDS = frozenset(("player", "do"))
LAY_FIELDS = frozenset(("player", "do", "cell", "corners"))
NOTE_FIELDS = frozenset(("player", "do", "tile", "bonus"))
START_FIELDS = frozenset(("do", "depth", "starter", "racks"))
CLOSE_FIELDS = frozenset(("do", "left"))
TOTALS_FIELDS = frozenset(("do", "points", "bell"))


# -- shapes --------------------------------------------------------------------------------------


def bad(field: str | None, text: str) -> RuleError:
    """A ``bad-record``, with the field in which it lies."""
    return RuleError("bad-record", Message(text), field=field)


def as_object(data: object, field: str | None = None) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise bad(field, gettext_noop("An object with named fields is expected here."))
    return data


def only(data: Mapping[str, Any], known: frozenset[str]) -> None:
    """Refuse fields that mean nothing here: a misspelt one would otherwise be lost in silence."""
    if not known >= data.keys():
        unknown = next(key for key in data if key not in known)
        message = Message(
            gettext_noop("There is no place for the field “%(field)s” here."), {"field": unknown}
        )
        raise RuleError("bad-record", message, field=unknown)


def text(data: Mapping[str, Any], field: str) -> str:
    value = data.get(field)
    if type(value) is not str:
        raise bad(field, gettext_noop("A text is expected here."))
    return value


def whole(value: object, field: str) -> int:
    if type(value) is not int or not -HUGE < value < HUGE:
        raise bad(field, gettext_noop("A whole number is expected here."))
    return value


def numbers(value: object, length: int, field: str) -> list[int] | tuple[int, ...]:
    if not isinstance(value, (list, tuple)) or len(value) != length:
        raise bad(field, gettext_noop("A list of whole numbers is expected here."))
    for each in value:
        if type(each) is not int or not -HUGE < each < HUGE:
            raise bad(field, gettext_noop("A list of whole numbers is expected here."))
    return value


def names(value: object, field: str) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not all(type(each) is str for each in value):
        raise bad(field, gettext_noop("A list of tiles is expected here."))
    return tuple(value)
