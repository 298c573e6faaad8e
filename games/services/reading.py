"""A match's log as it stands, and its replay. Reads whole logs: nothing that appends may come here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.models import Match
from games.replay import Log, Replay, Standing, play, read_log
from rules.api import Engine


def log_of(match: Match) -> Log:
    return read_log(match.events.order_by("seq"))


def played(match: Match, engine: Engine[Any], entries: Iterable[Standing]) -> Replay:
    """Entries played from nothing at this match's table."""
    keys = [seat.key for seat in match.seats.all()]
    return play(engine, engine.start(keys, match.options), entries)


def ruling_of(log: Log) -> dict[str, Any] | None:
    """The ruling that counts, as it is kept on the match."""
    if not (ruling := log.ruling):
        return None
    return {"kind": ruling.kind, "event": str(ruling.event)} | ruling.body
