"""What a change to a log would make of the match: before and after, and what could no longer be.

Knows nothing of how the change is made.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.errors import Refused
from games.models import Match
from games.replay import Broken, Log, Replay
from games.results import is_over, places_of, whole_result, winners_of
from games.services.reading import played, ruling_of
from games.services.trying import rung
from rules.api import Engine


@dataclass(frozen=True, slots=True)
class Picture:
    """A match at one moment, as far as a change may touch it."""

    totals: Mapping[str, int]
    places: Mapping[str, int]
    bell: UUID | None
    """The entry that rings the bell, if it has rung."""
    over: bool
    winners: tuple[str, ...]
    state: Any
    result: dict[str, Any] | None = None
    """As it would be frozen; none while the match goes on."""


@dataclass(frozen=True, slots=True)
class LaterEntry:
    """An entry that could no longer be, and the rule's sentence why."""

    event: UUID
    number: int
    """Which entry of the log it is, counted from 1."""
    refusal: Refused


@dataclass(frozen=True, slots=True)
class Consequences:
    """A match before and after a change. ``after`` is without what could no longer be."""

    before: Picture
    after: Picture
    impossible: tuple[LaterEntry, ...]
    reopens: bool
    """Whether a final result would be taken up again."""


class LaterEntries(Refused):
    """A change that would make later entries impossible; ``entries`` names them."""

    def __init__(self, entries: tuple[LaterEntry, ...]) -> None:
        text = _(
            "Entries that follow could no longer stand. Take them back with this one, or change them first."
        )
        super().__init__("later-entries", text)
        self.entries = entries


def consequences(match: Match, engine: Engine[Any], log: Log, after: Log, replayed: Replay) -> Consequences:
    return Consequences(
        before=_picture(engine, log, played(match, engine, log.standing)),
        after=_picture(engine, after, replayed),
        impossible=later(log, replayed.broken),
        reopens=match.status == Match.Status.FINAL,
    )


def later(log: Log, broken: Iterable[Broken]) -> tuple[LaterEntry, ...]:
    numbers = {event: number for number, event in enumerate(log.entries, start=1)}
    return tuple(
        LaterEntry(each.event, numbers[str(each.event)], Refused.by_rule(each.error)) for each in broken
    )


def _picture(engine: Engine[Any], log: Log, replayed: Replay) -> Picture:
    state, ruling = replayed.state, ruling_of(log)
    # The bell sticks, so that the first step after which it has rung can be found by halves.
    first = bisect_left(replayed.steps, True, key=lambda step: rung(engine, step.state))
    return Picture(
        totals=engine.totals(state),
        places=places_of(engine, state, ruling),
        bell=replayed.steps[first].event if first < len(replayed.steps) else None,
        over=is_over(engine, state, ruling),
        winners=winners_of(engine, state, ruling),
        state=state,
        result=whole_result(engine, replayed, ruling),
    )
