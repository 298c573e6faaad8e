"""Scoring at a table of a tournament: checks who asks, then hands over to games."""

from __future__ import annotations

from collections.abc import Mapping

from games import services as games
from games.models import Match
from games.services import Entry
from tournaments.access import Actor
from tournaments.models import Table


def enter_deal(actor: Actor, table: Table, entry: Entry, points: Mapping[str, int], *, bell: bool) -> Match:
    """What each player got in a deal, and whether the bell rang in it."""
    action = {"do": "deal", "points": dict(points), "bell": bell}
    return games.append_action(actor.permit_for(table), entry, action)


def take_back_deal(actor: Actor, table: Table, entry: Entry) -> Match:
    """Take the table's last deal back."""
    return games.take_back_last(actor.permit_for(table), entry)
