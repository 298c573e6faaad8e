"""Whether an action is one of those listed, compared as JSON: ``1``, ``1.0`` and ``true`` differ.

Knows nothing of any engine.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rules.api import Action

Fields = tuple[str, ...]


class Listed:
    """What `legal` lists, ready for many look-ups."""

    def __init__(self, actions: Iterable[Action], free: Collection[str] = ()) -> None:
        self._whole: set[str] = set()
        self._begun: dict[Fields, set[str]] = {}
        for action in actions:
            if action.get("do") in free:
                fields = tuple(sorted(action))
                self._begun.setdefault(fields, set()).add(_text(action, fields))
            else:
                self._whole.add(_text(action, sorted(action)))

    def covers(self, action: Mapping[str, Any]) -> bool:
        """Listed as it stands, or a listed one with free fields added."""
        if _text(action, sorted(action)) in self._whole:
            return True
        return any(
            action.keys() >= set(fields) and _text(action, fields) in texts
            for fields, texts in self._begun.items()
        )


def _text(action: Mapping[str, Any], fields: Iterable[str]) -> str:
    return json.dumps([[field, action[field]] for field in fields], sort_keys=True)
