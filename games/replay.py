"""From a log to a state: pure, no database. Knows nothing of how events are stored.

What an entry says is what was last said about it: a correction puts other actions in its place, where it
stood; an undo leaves it out; a correction of what was undone puts it back. Nothing else moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol
from uuid import UUID

from rules.api import Engine, RuleError, ScoreLine

RULINGS = ("stop", "abandon")
SIGNOFFS = ("sign", "object", "decide", "check")
"""What people say about a sheet; it changes nothing on it (games.signing)."""


class Entry(Protocol):
    """As much of an event as a replay needs."""

    @property
    def id(self) -> UUID: ...
    @property
    def kind(self) -> str: ...
    @property
    def body(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Standing:
    """An entry as it stands now: the actions it amounts to, none if it was taken back."""

    event: UUID
    actions: tuple[dict[str, Any], ...]
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Ruling:
    """The organiser's decision that ended a match: “stop” or “abandon”, and what it says."""

    event: UUID
    kind: str
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Log:
    """A log as it stands: its entries where they were made, and the ruling that counts."""

    entries: Mapping[str, Standing]
    rulings: Mapping[str, Ruling]
    """Those not taken back."""
    corrections: Mapping[str, str]
    """Which entry a correction is about, so that it may be named by either."""

    @property
    def standing(self) -> list[Standing]:
        return [entry for entry in self.entries.values() if entry.actions]

    @property
    def ruling(self) -> Ruling | None:
        return next(reversed([*self.rulings.values()]), None)


@dataclass(frozen=True, slots=True)
class Played:
    """One action as it was played: the entry it belongs to, its score lines, the state it led to."""

    event: UUID
    action: dict[str, Any]
    lines: tuple[ScoreLine, ...]
    state: Any
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Broken:
    """An entry that the rules no longer allow where it stands, and why."""

    event: UUID
    error: RuleError


@dataclass(frozen=True, slots=True)
class Replay:
    """A state, and step by step how it came about."""

    state: Any
    steps: tuple[Played, ...]
    broken: tuple[Broken, ...] = ()
    """What was left out because it cannot be."""


def read_log(events: Iterable[Entry]) -> Log:
    """What each entry says by now, in the order in which the entries were first made."""
    entries: dict[str, Standing] = {}
    rulings: dict[str, Ruling] = {}
    corrections: dict[str, str] = {}
    for event in events:
        key = str(event.id)
        if event.kind == "action":
            entries[key] = Standing(event.id, (event.body,))
        elif event.kind in RULINGS:
            rulings[key] = Ruling(event.id, event.kind, event.body)
        elif event.kind not in SIGNOFFS:
            _amend(entries, rulings, event.body)
            if event.kind == "correct":
                corrections[key] = event.body["event"]
    return Log(entries, rulings, corrections)


def replay(
    engine: Engine[Any], players: Sequence[str], options: Mapping[str, Any], events: Iterable[Entry]
) -> Replay:
    """Play the log from nothing. Raises ``RuleError`` if it cannot be played."""
    played = play(engine, engine.start(players, options), read_log(events).standing)
    if played.broken:
        raise played.broken[0].error
    return played


def play(engine: Engine[Any], state: Any, entries: Iterable[Standing]) -> Replay:
    """Play entries one after the other, leaving out and naming what the rules do not allow."""
    steps: list[Played] = []
    broken: list[Broken] = []
    for entry in entries:
        try:
            played = _steps(engine, state, entry)
        except RuleError as error:
            broken.append(Broken(entry.event, error))
            continue
        state = played[-1].state
        steps += played
    return Replay(state, tuple(steps), tuple(broken))


def _amend(entries: dict[str, Standing], rulings: dict[str, Ruling], body: dict[str, Any]) -> None:
    for key in (body["event"], *body.get("also", ())):
        if key in entries:
            entries[key] = replace(entries[key], actions=())
        rulings.pop(key, None)
    if actions := body.get("actions"):
        entries[body["event"]] = replace(entries[body["event"]], actions=tuple(actions), corrected=True)


def _steps(engine: Engine[Any], state: Any, entry: Standing) -> list[Played]:
    steps = []
    for action in entry.actions:
        step = engine.apply(state, action)
        state = step.state
        steps.append(Played(entry.event, action, step.lines, state, entry.corrected))
    return steps
