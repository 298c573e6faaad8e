"""The hashes that chain a log: each event's over itself and the one before.

The first one chains from the match: its rules and seats, not the names of people, who may ask to be
forgotten. What is hashed here is hashed for good: another form would make every old log look forged.
Pure; knows nothing of how anything is stored.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Protocol
from uuid import UUID


class Link(Protocol):
    """As much of an event as is hashed."""

    @property
    def id(self) -> UUID: ...
    @property
    def match_id(self) -> int: ...
    @property
    def seq(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def body(self) -> dict[str, Any]: ...
    @property
    def actor(self) -> str: ...
    @property
    def account(self) -> int | None: ...
    @property
    def device(self) -> str: ...
    @property
    def at(self) -> datetime: ...


canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False).encode
"""JSON that is the same for the same value, whichever database it has been through."""


def genesis(rules_key: str, rules_version: str, options: Mapping[str, Any], seats: Iterable[int]) -> str:
    """What the first event of a match chains from."""
    return _hash(canonical([rules_key, rules_version, dict(options), sorted(seats)]))


def link(before: str, event: Link, match: int | None = None) -> str:
    """The hash of an event that follows the one with this hash.

    ``match`` is the number of the match where it began, if that is another one than here.
    """
    at = event.at.astimezone(UTC).isoformat(timespec="microseconds")
    who = [event.actor, event.account, event.device, at]
    number = event.match_id if match is None else match
    what = [number, event.seq, str(event.id), event.kind, event.body]
    return _hash(before + canonical([*what, *who]))


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
