"""A filled figure as JSON, ``triominos-tangram/1``: read and written. ``docs/solitaire.md`` describes it.

Knows the shape of a filling; whether it covers the figure is for ``covering`` to say.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from rules.api import RuleError, gettext_noop
from rules.triominos.actions import as_object, bad, numbers, only, text
from rules.triominos.covering import ANY, EQUAL, CoveringError, Laid

FORMAT = "triominos-tangram/1"
RECORD_FIELDS = frozenset(("format", "figure", "corners", "tiles"))
TILE_FIELDS = frozenset(("cell", "corners"))


class Filling(NamedTuple):
    """Which figure is said to be covered, by which reading, and how."""

    figure: str
    corners: str
    tiles: tuple[Laid, ...]


def read(data: object) -> Filling:
    """A filling as parsed from JSON. Raises ``CoveringError``."""
    try:
        fields = as_object(data)
        only(fields, RECORD_FIELDS)
        if fields.get("format") != FORMAT:
            raise bad("format", gettext_noop("This is not a filled figure that can be read here."))
        corners = fields.get("corners", EQUAL)
        if corners not in (EQUAL, ANY):
            raise bad("corners", gettext_noop("Touching corners are “equal” or “any”."))
        listed = fields.get("tiles")
        if not isinstance(listed, list):
            raise bad("tiles", gettext_noop("The tiles are a list."))
        figure = text(fields, "figure")
    except RuleError as error:
        raise CoveringError(error) from None
    return Filling(figure, corners, tuple(_laid(at, each) for at, each in enumerate(listed, start=1)))


def text_of(filling: Filling) -> str:
    """The filling as JSON with one tile a line."""
    lines = ",\n".join(
        "    " + json.dumps({"cell": list(cell), "corners": list(corners)}) for cell, corners in filling.tiles
    )
    head = {"format": FORMAT, "figure": filling.figure, "corners": filling.corners}
    fields = "".join(f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in head.items())
    return "{\n" + fields + '  "tiles": [\n' + lines + "\n  ]\n}\n"


def _laid(number: int, data: Any) -> Laid:
    try:
        fields = as_object(data)
        only(fields, TILE_FIELDS)
        x, y = numbers(fields.get("cell"), 2, "cell")
        a, b, c = numbers(fields.get("corners"), 3, "corners")
    except RuleError as error:
        raise CoveringError(error, number) from None
    return (x, y), (a, b, c)
