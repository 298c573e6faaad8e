"""Scoring at a table of a tournament: checks who asks, then hands over to games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from games import services as games
from games.errors import Refused
from games.models import Event, Match
from games.services import Change, Consequences, Entry, NewAction, Permit
from tournaments.access import Actor
from tournaments.models import Table
from tournaments.selectors.closing import is_closed
from tournaments.services.history import record_at
from tournaments.services.holding import hold
from tournaments.services.opened import check_open


def enter_deal(
    actor: Actor, table: Table, entry: Entry, points: Mapping[str, int], *, bell: bool, device: str = ""
) -> Match:
    """What each player got in a deal, and whether the bell rang in it."""
    action = {"do": "deal", "points": dict(points), "bell": bell}
    return games.append_action(_permit(actor, table, device), entry, action)


def enter_turn(
    actor: Actor, table: Table, seen_version: int, actions: Sequence[NewAction], *, device: str = ""
) -> Match:
    """A whole turn, all of it or nothing."""
    return games.append_actions(_permit(actor, table, device), seen_version, actions, table.match)


def take_back_deal(actor: Actor, table: Table, entry: Entry) -> Match:
    """Take the table's last deal back."""
    permit = actor.permit_for(table)
    with transaction.atomic():
        hold(table.round.tournament)
        new = not Event.objects.filter(pk=entry.id).exists()
        if new and is_closed(table.round.tournament):
            raise Refused(
                "tournament-closed",
                _(
                    "The final standings are published. Correct the entry instead: a second person confirms it."
                ),
            )
        match = games.take_back_last(permit, entry)
        if new:
            record_at(actor, table, "entry-taken-back")
    return match


def preview_change(actor: Actor, table: Table, change: Change) -> Consequences:
    """What an undo or a correction would change, for whoever may make it."""
    return games.preview_change(actor.permit_for(table).match_id, change)


def stop_match(actor: Actor, table: Table, entry: Entry, why: str) -> Match:
    """End a table's match as it stands: the organiser's decision."""
    actor.require_organiser(table.round.tournament)
    return _ended(actor, table, entry, why, lambda: games.stop_match(actor.permit_for(table), entry, why))


def abandon_match(actor: Actor, table: Table, entry: Entry, why: str, places: Mapping[str, int]) -> Match:
    """End a table's match with places that the organiser decides."""
    actor.require_organiser(table.round.tournament)
    permit = actor.permit_for(table)
    return _ended(actor, table, entry, why, lambda: games.abandon_match(permit, entry, why, places))


def _ended(actor: Actor, table: Table, entry: Entry, why: str, end: Callable[[], Match]) -> Match:
    with transaction.atomic():
        hold(table.round.tournament)
        new = not Event.objects.filter(pk=entry.id).exists()
        if new:
            check_open(table.round.tournament)
        match = end()
        if new:
            record_at(actor, table, "match-ended", reason=why)
    return match


def _permit(actor: Actor, table: Table, device: str) -> Permit:
    """Leave to write to a table's match, unless the tournament is closed."""
    permit = actor.permit_for(table)
    if is_closed(table.round.tournament):
        # Not asked anew, as check_open does: nothing can be closed while a match is played, and this is every entry.
        check_open(table.round.tournament)
    return replace(permit, device=device)
