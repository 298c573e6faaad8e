"""A match’s log read as entries, and remembered: a page then costs what is new, not the whole match.

What is remembered holds as long as the event it ends with is there with the same hash, which vouches for
all before it. Undo and correction change what earlier entries say: after them the log is read anew.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from threading import Lock

from games.models import Event
from games.replay import Played, Standing, play, read_log
from rules.triominos.state import Match as State
from tournaments.desk.entries import Entry, entry_of
from tournaments.desk.game import Game

MOST_REMEMBERED = 128
"""Matches; a hall has fewer tables than that."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The entries up to one event."""

    seq: int
    hash: str
    names: dict[str, str]
    state: State
    before: State
    """When the turn began that is not yet at its end."""
    deal: int = 1
    entries: tuple[Entry, ...] = ()
    turn: tuple[Played, ...] = ()
    """Draws that nothing has followed yet."""

    def all(self) -> list[Entry]:
        pending = [entry_of(self.names, self.deal, self.before, self.turn)] if self.turn else []
        return [*self.entries, *pending]


_remembered: OrderedDict[int, Reading] = OrderedDict()
_lock = Lock()


def entries_of(game: Game) -> list[Entry]:
    """Everything that counts, in order."""
    known = _remembered.get(game.match.pk)
    reading = (known and _continued(game, known)) or _from_nothing(game)
    with _lock:
        _remembered[game.match.pk] = reading
        _remembered.move_to_end(game.match.pk)
        while len(_remembered) > MOST_REMEMBERED:
            _remembered.popitem(last=False)
    return reading.all()


# -- in detail -----------------------------------------------------------------------------------


def _from_nothing(game: Game) -> Reading:
    start = game.engine.start(list(game.names), game.match.options)
    empty = Reading(0, "", dict(game.names), start, start)
    events = _events(game)
    return _with(game, empty, events, read_log(events).standing)


def _continued(game: Game, known: Reading) -> Reading | None:
    """The reading with what came since; nothing if it does not belong to this log, or no longer says so."""
    if known.names != game.names:
        return None
    events = _events(game, since=known.seq)
    if not events or (events[0].seq, events[0].hash) != (known.seq, known.hash):
        return None
    new = events[1:]
    if any(event.kind != Event.Kind.ACTION for event in new):
        return None
    return _with(game, known, new, [Standing(event.pk, (event.body,)) for event in new])


def _events(game: Game, since: int = 0) -> list[Event]:
    """Those that the match as it was read knows of: one may have come since."""
    return list(game.match.events.filter(seq__gte=since, seq__lte=game.match.version).order_by("seq"))


def _with(game: Game, known: Reading, events: list[Event], standing: Iterable[Standing]) -> Reading:
    last = events[-1] if events else None
    entries, turn, deal, before = list(known.entries), list(known.turn), known.deal, known.before
    played = play(game.engine, known.state, standing)
    for step in played.steps:
        turn.append(step)
        if step.action["do"] == "draw":
            continue
        entries.append(entry_of(known.names, deal, before, turn))
        turn, before = [], step.state
        deal += step.action["do"] in ("close", "deal")
    return replace(
        known,
        seq=last.seq if last else known.seq,
        hash=last.hash if last else known.hash,
        state=played.state,
        before=before,
        deal=deal,
        entries=tuple(entries),
        turn=tuple(turn),
    )
