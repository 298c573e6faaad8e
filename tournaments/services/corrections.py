"""Putting an entry right, of whichever match of whichever round.

At a table that plays, its judge does it. Of a final result the organiser does, with a reason; and once the final
standings are published, a second person has to confirm it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from games import services as games
from games.errors import Refused
from games.models import Event, Match
from games.services import Change, Entry, Permit
from tournaments.access import Actor
from tournaments.models import PendingChange, Table
from tournaments.selectors.closing import is_closed
from tournaments.services.history import record_at
from tournaments.services.holding import hold
from tournaments.services.pending import reason_of, wait_for_second

CORRECT = "correction"


def apply_change(
    actor: Actor, table: Table, entry: Entry, change: Change, *, reason: str = "", device: str = ""
) -> Match | PendingChange:
    """Undo or correct an entry, however long ago it was made. The same sent again changes nothing more."""
    permit = replace(actor.permit_for(table), device=device)
    with transaction.atomic():
        hold(table.round.tournament)
        match = Match.objects.select_for_update().get(pk=permit.match_id)
        if Event.objects.filter(pk=entry.id).exists():
            return games.apply_change(permit, entry, change)
        if match.status == Match.Status.FINAL and permit.may_reopen:
            reason = reason_of(reason)
            if is_closed(table.round.tournament):
                return _wait(actor, table, entry, change, reason)
        return carry_out(actor, table, permit, entry, change, reason)


def carry_out(actor: Actor, table: Table, permit: Permit, entry: Entry, change: Change, reason: str) -> Match:
    """Make the change and let everything follow from it, in the caller's transaction."""
    was_final = Match.objects.filter(pk=permit.match_id, status=Match.Status.FINAL).exists()
    ruled = Event.objects.filter(pk=change.event, kind__in=("stop", "abandon")).exists()
    match = games.apply_change(permit, entry, change)
    if was_final and match.status == Match.Status.SIGNING:
        # Signed once, and put right by the organiser: nobody is called back from home to sign again.
        match = games.decide(permit, decision_id(entry.id), games.sheet_of_record(match), reason)
    record_at(actor, table, _code(change, ruled), reason=reason)
    return match


def decision_id(entry: UUID) -> UUID:
    """Of the decision that goes with a correction: the same each time it is sent."""
    return uuid5(NAMESPACE_URL, f"triomphe:decided:{entry}")


def carry_out_kept(actor: Actor, table: Table, body: Mapping[str, Any], reason: str, asker: str) -> Match:
    """A correction that was kept for a second person, made by both."""
    permit = actor.permit_for(table)
    both = _("%(asker)s and %(second)s") % {"asker": asker, "second": permit.actor}
    entry = Entry(UUID(body["entry"]), body["version"])
    return carry_out(actor, table, replace(permit, actor=both), entry, change_kept(body), reason)


def change_kept(body: Mapping[str, Any]) -> Change:
    """The change as it was asked for."""
    also = tuple(UUID(each) for each in body["also"])
    return Change(UUID(body["event"]), tuple(body["actions"]), also)


def _wait(actor: Actor, table: Table, entry: Entry, change: Change, reason: str) -> PendingChange:
    # Refused now rather than when somebody confirms it.
    found = games.preview_change(table.match_id or 0, change)
    if found.impossible:
        raise games.LaterEntries(found.impossible)
    if table.match and table.match.version != entry.seen_version:
        raise Refused("stale", _("This page is old. Reload it, then try again."))
    body = {
        "entry": str(entry.id),
        "version": entry.seen_version,
        "event": str(change.event),
        "actions": [dict(action) for action in change.actions],
        "also": [str(each) for each in change.also_undo],
    }
    what = _("an entry corrected") if change.actions else _("an entry taken back")
    about = _("Round %(round)s, table %(table)s: %(what)s") % {
        "round": table.round.number,
        "table": table.number,
        "what": what,
    }
    return wait_for_second(
        actor,
        table.round.tournament,
        entry.id,
        CORRECT,
        body,
        about=about,
        reason=reason,
        round_number=table.round.number,
        table_number=table.number,
    )


def _code(change: Change, ruled: bool) -> str:
    if ruled:
        return "ruling-taken-back"
    return "entry-corrected" if change.actions else "entry-taken-back"
