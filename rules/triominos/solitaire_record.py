"""The record of a solitaire B, ``triominos-solitaire/1``: read, verified by the engine, written.

The format is described in ``docs/solitaire.md``. Knows the shape of a record and what it claims; what a
tile may do and what it earns is the engine's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rules.api import Message, RuleError, gettext_noop
from rules.triominos.actions import as_object, bad, numbers, only, whole
from rules.triominos.board import Cell
from rules.triominos.solitaire_b import engine
from rules.triominos.tiles import BY_CORNERS, TILES, Corners

FORMAT = "triominos-solitaire/1"
PLAYER = "player"

Laid = tuple[Cell, Corners]
"""A tile as laid."""

RECORD_FIELDS = frozenset(("format", "rules", "options", "tiles", "total"))
TILE_FIELDS = frozenset(("tile", "cell", "corners", "points", "why"))


class SolitaireError(Exception):
    """The first thing that is wrong with a record, and with which of its tiles, counted from 1."""

    def __init__(self, error: RuleError, tile: int | None = None) -> None:
        super().__init__(str(error) if tile is None else f"tile {tile}: {error}")
        self.code, self.message, self.tile = error.code, error.message, tile


class Verified(NamedTuple):
    """A record that the engine has played through."""

    options: Mapping[str, Any]
    tiles: tuple[Laid, ...]
    points: tuple[int, ...]
    why: tuple[tuple[str, ...], ...]

    @property
    def total(self) -> int:
        return sum(self.points)


# -- verifying -----------------------------------------------------------------------------------


def played(tiles: Sequence[Laid], options: Mapping[str, Any] | None = None) -> Verified:
    """Lay all 56 tiles in that order and score each. Raises ``SolitaireError``."""
    try:
        match = engine.start((PLAYER,), options or {})
    except RuleError as error:
        raise SolitaireError(error) from None
    points: list[int] = []
    why: list[tuple[str, ...]] = []
    for number, (cell, corners) in enumerate(tiles, start=1):
        action = {"player": PLAYER, "do": "place", "cell": list(cell), "corners": list(corners)}
        try:
            match, lines = _step(match, action)
        except RuleError as error:
            raise SolitaireError(error, number) from None
        points.append(sum(line.points for line in lines))
        why.append(tuple(line.reason for line in lines))
    if len(tiles) != len(TILES):
        raise SolitaireError(_incomplete(len(tiles)))
    return Verified(dict(options or {}), tuple(tiles), tuple(points), tuple(why))


def verify(data: object) -> Verified:
    """A record as parsed from JSON, played again; what it claims must be what it scores."""
    try:
        fields = as_object(data)
        _check_head(fields)
        options = as_object(fields.get("options", {}), "options")
        listed = fields.get("tiles")
        if not isinstance(listed, list):
            raise bad("tiles", gettext_noop("The tiles are a list, in the order laid."))
    except RuleError as error:
        raise SolitaireError(error) from None
    found = played([_laid(number, each) for number, each in enumerate(listed, start=1)], options)
    for number, (each, points) in enumerate(zip(listed, found.points, strict=True), start=1):
        _check_claim(each, "points", points, number)
    _check_claim(fields, "total", found.total, None)
    return found


def _step(match: Any, action: Mapping[str, Any]) -> tuple[Any, Iterable[Any]]:
    step = engine.apply(match, action)
    return step.state, step.lines


# -- writing -------------------------------------------------------------------------------------


def text_of(record: Verified) -> str:
    """The record as JSON with one tile a line, for people too."""
    tiles = [
        {
            "tile": BY_CORNERS[corners].name,
            "cell": list(cell),
            "corners": list(corners),
            "points": points,
            "why": list(why),
        }
        for (cell, corners), points, why in zip(record.tiles, record.points, record.why, strict=True)
    ]
    head = {"format": FORMAT, "rules": engine.key, "options": dict(record.options), "total": record.total}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in head.items()]
    listed = ",\n".join(f"    {json.dumps(tile)}" for tile in tiles)
    return "{\n" + "".join(lines) + '  "tiles": [\n' + listed + "\n  ]\n}\n"


# -- in detail -----------------------------------------------------------------------------------


def _check_head(fields: Mapping[str, Any]) -> None:
    only(fields, RECORD_FIELDS)
    if fields.get("format") != FORMAT or fields.get("rules", engine.key) != engine.key:
        raise bad("format", gettext_noop("This is not a solitaire record that can be read here."))


def _laid(number: int, data: object) -> Laid:
    try:
        fields = as_object(data)
        only(fields, TILE_FIELDS)
        x, y = numbers(fields.get("cell"), 2, "cell")
        a, b, c = numbers(fields.get("corners"), 3, "corners")
        corners = (a, b, c)
        if "tile" in fields and corners in BY_CORNERS and fields["tile"] != BY_CORNERS[corners].name:
            raise bad("tile", gettext_noop("The tile named is not the one whose corners are given."))
    except RuleError as error:
        raise SolitaireError(error, number) from None
    return (x, y), corners


def _check_claim(fields: Mapping[str, Any], key: str, scored: int, tile: int | None) -> None:
    """Refuse points that were noted and are not what the tile, or all of them, scored."""
    try:
        if key in fields and whole(fields[key], key) != scored:
            message = Message(
                gettext_noop("%(noted)s points are noted, %(scored)s were scored."),
                {"noted": fields[key], "scored": scored},
            )
            raise RuleError("points-do-not-add-up", message, field=key)
    except RuleError as error:
        raise SolitaireError(error, tile) from None


def _incomplete(laid: int) -> RuleError:
    message = Message(gettext_noop("A record lays all 56 tiles; this one lays %(laid)s."), {"laid": laid})
    return RuleError("incomplete", message, field="tiles")
