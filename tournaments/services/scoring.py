"""Scoring at a table of a tournament: checks who asks, then hands over to games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games import services as games
from games.models import Match
from games.services import Change, Consequences, Entry, NewAction, Permit
from tournaments.access import Actor
from tournaments.models import Table


def enter_deal(actor: Actor, table: Table, entry: Entry, points: Mapping[str, int], *, bell: bool) -> Match:
    """What each player got in a deal, and whether the bell rang in it."""
    action = {"do": "deal", "points": dict(points), "bell": bell}
    return games.append_action(actor.permit_for(table), entry, action)


def enter_turn(
    actor: Actor, table: Table, seen_version: int, actions: Sequence[NewAction], *, device: str = ""
) -> Match:
    """A whole turn, all of it or nothing."""
    return games.append_actions(_permit(actor, table, device), seen_version, actions)


def take_back_deal(actor: Actor, table: Table, entry: Entry) -> Match:
    """Take the table's last deal back."""
    return games.take_back_last(actor.permit_for(table), entry)


def preview_change(actor: Actor, table: Table, change: Change) -> Consequences:
    """What an undo or a correction would change, for whoever may make it."""
    return games.preview_change(actor.permit_for(table).match_id, change)


def apply_change(actor: Actor, table: Table, entry: Entry, change: Change, *, device: str = "") -> Match:
    """Undo or correct an entry, however long ago it was made."""
    return games.apply_change(_permit(actor, table, device), entry, change)


def stop_match(actor: Actor, table: Table, entry: Entry, why: str) -> Match:
    """End a table's match as it stands: the organiser's decision."""
    actor.require_organiser(table.round.tournament)
    return games.stop_match(actor.permit_for(table), entry, why)


def abandon_match(actor: Actor, table: Table, entry: Entry, why: str, places: Mapping[str, int]) -> Match:
    """End a table's match with places that the organiser decides."""
    actor.require_organiser(table.round.tournament)
    return games.abandon_match(actor.permit_for(table), entry, why, places)


def _permit(actor: Actor, table: Table, device: str) -> Permit:
    return replace(actor.permit_for(table), device=device)
