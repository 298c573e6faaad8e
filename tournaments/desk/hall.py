"""What stands around the desk: the clocks, and the call to the organiser. Knows nothing of the score."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from tournaments.access import actor_of
from tournaments.hall_forms import CallForm
from tournaments.models import Table
from tournaments.selectors.clocks import table_clock
from tournaments.selectors.spots import spot_of
from tournaments.services.calls import open_call

REASONS = (
    gettext_lazy("A question about the rules"),
    gettext_lazy("Something is wrong on the sheet"),
    gettext_lazy("Somebody is missing"),
)


def hall_context(request: HttpRequest, table: Table) -> dict[str, Any]:
    actor = actor_of(request)
    judges, clock = actor.judges(table), table_clock(table)
    call = open_call(table) if judges else None
    answered = "+" if call and call.answered_at else ""
    return {
        "table": table,
        "tournament": table.round.tournament,
        "clock": clock,
        "call": call,
        "call_form": CallForm(),
        "reasons": REASONS,
        "judges": judges,
        "organises": actor.organises(table.round.tournament),
        "spot": partial(spot_of, table),
        "hall_token": f"{clock.token} {call.pk if call else ''}{answered}",
    }
