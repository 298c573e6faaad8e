"""Actions that are nearly right, and some that are not right at all.

All of them are JSON objects: that much whoever calls an engine sees to. Knows nothing of any game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.api import Action

JUNK: tuple[Any, ...] = (None, True, -1, 10**30, 0.5, "", "nobody", "\u0000é", [], {}, [[]], {"do": 1})

GARBAGE: tuple[Action, ...] = (
    {},
    {"do": None},
    {"do": ""},
    {"do": "no-such-action"},
    {"do": ["do"]},
    {"do": {"do": "do"}},
    {"DO": "DO"},
    {"player": None, "points": None, "cell": None},
)
"""What no engine can mean."""


def mutations(action: Action) -> Iterator[dict[str, Any]]:
    """The action with one thing about it changed."""
    for field, value in action.items():
        yield {key: each for key, each in action.items() if key != field}
        for changed in _changes(value):
            yield {**action, field: changed}


def _changes(value: Any) -> Iterator[Any]:
    """Other values in the place of this one; inside lists and objects, in the place of each part."""
    yield from JUNK
    if isinstance(value, (list, tuple)):
        yield [*value, *value]
        for at in range(min(len(value), 3)):
            yield [*value[:at], *value[at + 1 :]]
            yield from ([*value[:at], junk, *value[at + 1 :]] for junk in JUNK)
    elif isinstance(value, dict):
        yield {**value, "nobody": 1}
        for key in list(value)[:3]:
            yield {each: value[each] for each in value if each != key}
            yield from ({**value, key: junk} for junk in JUNK)
    elif type(value) is int:
        yield from (value + 1, -value - 1, float(value), str(value))
