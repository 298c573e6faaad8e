"""Entering a list of results that was looked at first, by the way on which the desk enters whole deals."""

from __future__ import annotations

import json
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from games.errors import Refused
from games.services import NewAction
from tournaments.access import Actor
from tournaments.importing.round_lines import unpack
from tournaments.models import Round
from tournaments.selectors.importing_round import Deals, preview_results
from tournaments.services import scoring
from tournaments.services.history import record
from tournaments.services.holding import hold
from tournaments.services.once import Form, once

OURS = UUID("6f0f6f5e-6a0c-5c53-9a5e-3b6f3f2f8c11")
"""Ids of entries follow from what they say: the same list again makes the same ones, and they count once."""


def import_results(actor: Actor, form_id: UUID, round_: Round, packed: str, seen: str) -> int:
    """Enter what the preview with this token promised, at every table or at none. Gives at how many."""
    actor.require_organiser(round_.tournament)
    lines = unpack(packed)

    def work() -> int:
        hold(round_.tournament)
        preview = preview_results(round_, lines)
        if preview.token != seen:
            raise Refused(
                "stale-preview",
                _("Something has changed meanwhile. Look at the lines again, then enter them."),
            )
        if not preview.coming:
            raise Refused("nothing-new", _("Nothing in this list would be entered."))
        for deals in preview.coming:
            scoring.enter_turn(actor, deals.table, 0, _entries(deals), device=_("list"))
        record(
            actor,
            round_.tournament,
            "results-imported",
            round_number=round_.number,
            count=len(preview.coming),
        )
        return len(preview.coming)

    return once(Form(form_id, ("results", round_.pk, packed, seen)), work)


def _entries(deals: Deals) -> list[NewAction]:
    return [
        NewAction(
            uuid5(OURS, f"{deals.table.match_id} {number} {json.dumps(action, sort_keys=True)}"), action
        )
        for number, action in enumerate(deals.actions, start=1)
    ]
