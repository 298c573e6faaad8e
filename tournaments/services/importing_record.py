"""A match record put into the log of a table that has not begun, as if the desk had entered it step by step."""

from __future__ import annotations

import json
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused, Stale
from games.models import Event, Match
from games.services import NewAction
from tournaments.access import Actor
from tournaments.models import Table
from tournaments.selectors.match_records import preview_record
from tournaments.services import scoring
from tournaments.services.history import record_at
from tournaments.services.holding import hold

OURS = UUID("0d3c1a52-7f0e-5b0a-8f3f-2f9b7e4a6c21")
"""Ids of entries follow from what they say: the same record again makes the same ones, and they count once."""


def import_record(actor: Actor, table: Table, raw: bytes) -> Match:
    """All of it or nothing, by whoever may score there."""
    actor.permit_for(table)
    preview = preview_record(table, raw)
    entries = [
        NewAction(uuid5(OURS, f"{table.match_id} {at} {json.dumps(action, sort_keys=True)}"), action)
        for at, action in enumerate(preview.actions)
    ]
    with transaction.atomic():
        hold(table.round.tournament)
        new = not Event.objects.filter(pk=entries[0].id).exists()
        try:
            match = scoring.enter_turn(actor, table, 0, entries, device=_("record"))
        except Stale as stale:
            raise Refused(
                "table-begun",
                _(
                    "Something was entered at this table already. A record goes only to a table that has not begun."
                ),
            ) from stale
        if new:
            record_at(actor, table, "record-imported")
    return match
