"""From a log to a state: pure, no database. Knows nothing of how events are stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from rules.api import Engine, ScoreLine


class Entry(Protocol):
    """As much of an event as a replay needs."""

    @property
    def id(self) -> UUID: ...
    @property
    def kind(self) -> str: ...
    @property
    def body(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Played:
    """One event as it was played: its score lines, and the state it led to."""

    event: UUID
    lines: tuple[ScoreLine, ...]
    state: Any


@dataclass(frozen=True, slots=True)
class Replay:
    """A state, and step by step how it came about."""

    state: Any
    steps: tuple[Played, ...]


def replay(
    engine: Engine[Any], players: Sequence[str], options: Mapping[str, Any], events: Iterable[Entry]
) -> Replay:
    """Play the log from nothing, leaving out what was taken back."""
    events = list(events)
    taken_back = {event.body["event"] for event in events if event.kind == "undo"}
    state = engine.start(players, options)
    steps = []
    for event in events:
        if event.kind != "action" or str(event.id) in taken_back:
            continue
        step = engine.apply(state, event.body)
        state = step.state
        steps.append(Played(event.id, step.lines, state))
    return Replay(state, tuple(steps))
