"""The round's clock: started, and given more time. It only shows; nothing is ever refused because of it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router

from config.api import telling
from config.api.callers import bearer
from config.api.hall_schemas import ClockMore, ClockStart
from config.api.schemas import ClockOut, Number, Slug
from tournaments.access import actor_of
from tournaments.selectors.clocks import round_clock, table_clock
from tournaments.services import clocks
from tournaments.views.common import find_round, find_table

router = Router(tags=["clocks"])
CLOCK = "/tournaments/{slug}/rounds/{number}/clock"


@router.post(
    f"{CLOCK}/start",
    response=ClockOut,
    auth=bearer,
    operation_id="start_clock",
    summary="Let the time of the round begin now; what was added before is gone (scope: organise)",
)
def start(request: HttpRequest, slug: Slug, number: Number, payload: ClockStart) -> Any:
    clocks.start_clock(actor_of(request), payload.id, find_round(request, slug, number))
    return telling.clock(round_clock(find_round(request, slug, number)))


@router.post(
    f"{CLOCK}/add",
    response=ClockOut,
    auth=bearer,
    operation_id="add_time",
    summary="More minutes for all tables, or for one; gives the clock of the round, or of that table (scope: organise)",
)
def add(request: HttpRequest, slug: Slug, number: Number, payload: ClockMore) -> Any:
    round_ = find_round(request, slug, number)
    clocks.add_time(actor_of(request), payload.id, round_, payload.minutes, payload.table)
    if payload.table is None:
        return telling.clock(round_clock(find_round(request, slug, number)))
    return telling.clock(table_clock(find_table(request, slug, number, payload.table)))
