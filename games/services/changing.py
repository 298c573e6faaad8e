"""Undo and correction, at any depth: what a change would lead to, and making it.

The log keeps everything; a change is one more event, which says what stands in the place of an entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.models import Event, Match
from games.plain import plain
from games.replay import Log, Replay, Standing, read_log
from games.services.common import Entry, Permit, check_fresh, engine_of, locked
from games.services.consequences import Consequences, LaterEntries, consequences, later
from games.services.reading import log_of, played, ruling_of
from games.services.writing import append, check_same, derive
from games.signals import match_reopened
from rules.api import Engine


@dataclass(frozen=True, slots=True)
class Change:
    """What takes the place of an entry: other actions, or nothing, which is an undo.

    ``also_undo`` names entries that go with it, such as later ones that can no longer be.
    """

    event: UUID
    actions: tuple[Mapping[str, Any], ...] = ()
    also_undo: tuple[UUID, ...] = ()

    @property
    def kind(self) -> str:
        return Event.Kind.CORRECT if self.actions else Event.Kind.UNDO


@dataclass(frozen=True, slots=True)
class _Said:
    """A change as an event: not yet in the log, but read as if it were."""

    id: UUID
    kind: str
    body: dict[str, Any]


def preview_change(match_id: int, change: Change) -> Consequences:
    """What a change would lead to. Refuses one that cannot be at all; writes nothing."""
    match = Match.objects.get(pk=match_id)
    engine = engine_of(match)
    events = list(match.events.order_by("seq"))
    log = read_log(events)
    said = _said(log, change, UUID(int=0))
    _check_can_be(log, said)
    after = read_log([*events, said])
    return consequences(match, engine, log, after, _replayed(match, engine, after, said))


def apply_change(permit: Permit, entry: Entry, change: Change) -> Match:
    """Make a change and derive everything after it anew. The same entry sent again changes nothing."""
    with transaction.atomic():
        match = locked(permit.match_id)
        log = log_of(match)
        said = _said(log, change, entry.id)
        if there := Event.objects.filter(pk=entry.id).first():
            check_same(match, there, said.kind, said.body)
            return match
        check_fresh(match, entry.seen_version)
        _make(match, permit, log, said)
    return match


def take_back_last(permit: Permit, entry: Entry) -> Match:
    """Undo the last entry that stands, or the ruling that ended the match."""
    with transaction.atomic():
        match = locked(permit.match_id)
        if there := Event.objects.filter(pk=entry.id).first():
            check_same(match, there, Event.Kind.UNDO)
            return match
        _check_leave(match, permit, touches_ruling=False)
        check_fresh(match, entry.seen_version)
        log = log_of(match)
        last = log.ruling or next(reversed(log.standing), None)
        if not last:
            raise Refused("nothing-to-undo", _("There is nothing to take back."))
        _make(match, permit, log, _Said(entry.id, Event.Kind.UNDO, {"event": str(last.event)}))
    return match


# -- in detail -----------------------------------------------------------------------------------


def _make(match: Match, permit: Permit, log: Log, said: _Said) -> None:
    _check_leave(match, permit, touches_ruling=not _named(said).isdisjoint(log.rulings))
    _check_can_be(log, said)
    engine = engine_of(match)
    was_final = match.status == Match.Status.FINAL
    append(match, permit, [(said.id, said.kind, said.body)])
    after = log_of(match)
    replayed = _replayed(match, engine, after, said)
    if replayed.broken:
        raise LaterEntries(later(log, replayed.broken))
    derive(match, engine, replayed.state, ruling_of(after))
    if was_final:
        match_reopened.send(sender=Match, match_id=match.pk)


def _replayed(match: Match, engine: Engine[Any], after: Log, said: _Said) -> Replay:
    """The log with the change in it; what was typed has to be possible, what follows may not be."""
    replayed = played(match, engine, after.standing)
    for broken in replayed.broken:
        if str(broken.event) == said.body["event"]:
            raise Refused.by_rule(broken.error) from broken.error
    return replayed


def _said(log: Log, change: Change, id_: UUID) -> _Said:
    def root(event: UUID) -> str:
        return log.corrections.get(str(event), str(event))

    body: dict[str, Any] = {"event": root(change.event)}
    if change.actions:
        body["actions"] = [plain(action) for action in change.actions]
    if also := sorted({root(each) for each in change.also_undo} - {body["event"]}):
        body["also"] = also
    return _Said(id_, change.kind, body)


def _named(said: _Said) -> set[str]:
    return {said.body["event"], *said.body.get("also", ())}


def _check_leave(match: Match, permit: Permit, *, touches_ruling: bool) -> None:
    if match.status == Match.Status.FINAL and not permit.may_reopen:
        raise Refused("match-final", _("This result is final. Only the organiser can take it up again."))
    if touches_ruling and not permit.may_reopen:
        raise Refused(
            "not-yours", _("The organiser ended this match. Only the organiser can take it up again.")
        )


def _check_can_be(log: Log, said: _Said) -> None:
    """Refuse to change what is not there, or what is as it should become already."""
    undone = _named(said) - ({said.body["event"]} if said.kind == Event.Kind.CORRECT else set())
    known = log.entries if said.kind == Event.Kind.CORRECT else {**log.entries, **log.rulings}
    if said.body["event"] not in known or not undone <= {*log.entries, *log.rulings}:
        raise Refused("no-such-entry", _("This entry is not in the log of this match. Reload the page."))
    if any(key in log.entries and not log.entries[key].actions for key in undone):
        raise Refused("already-undone", _("This entry was already taken back."))
    if said.kind == Event.Kind.CORRECT and "also" not in said.body:
        _check_differs(log.entries[said.body["event"]], said.body["actions"])


def _check_differs(entry: Standing, actions: list[dict[str, Any]]) -> None:
    if list(entry.actions) == actions:
        raise Refused("nothing-changed", _("This entry says so already."))
