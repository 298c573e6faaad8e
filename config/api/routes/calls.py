"""A table calls the organiser, who comes; and what the devices of a table say about themselves."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest
from ninja import Router, Status

from config.api import telling_hall as telling
from config.api.answers import TABLE, judged, meant
from config.api.callers import bearer
from config.api.hall_schemas import CallIn, CallOut, PhoneIn, WaitingOut
from config.api.schemas import Number, Slug
from tournaments.access import actor_of
from tournaments.selectors.calls import waiting_in
from tournaments.services import calls
from tournaments.services.phones import hear_from
from tournaments.views.common import find_tournament

router = Router(tags=["calls"])
MADE, NOTED = 201, 204
CALL = "/tournaments/{slug}/calls/{call}"


@router.post(
    f"{TABLE}/call",
    response={201: CallOut},
    auth=bearer,
    operation_id="call_organiser",
    summary="Ask the organiser to come to the table (scope: score, or its card)",
)
def call(request: HttpRequest, slug: Slug, number: Number, table: Number, payload: CallIn) -> Any:
    found = meant(request, slug, number, table, payload)
    made = calls.call_organiser(actor_of(request), found, payload.id, payload.reason)
    return Status(MADE, telling.call(made))


@router.get(
    "/tournaments/{slug}/calls",
    response=WaitingOut,
    auth=bearer,
    operation_id="list_calls",
    summary="Tables that wait for the organiser: open calls, and sheets that somebody does not agree with (scope: organise)",
)
def list_calls(request: HttpRequest, slug: Slug) -> Any:
    tournament = find_tournament(request, slug)
    actor_of(request).require_organiser(tournament)
    return telling.waiting(waiting_in(tournament))


@router.post(
    f"{CALL}/answer",
    response=CallOut,
    auth=bearer,
    operation_id="answer_call",
    summary="“I'm coming” (scope: organise)",
)
def answer(request: HttpRequest, slug: Slug, call: UUID) -> Any:
    return telling.call(calls.answer_call(actor_of(request), find_tournament(request, slug), call))


@router.post(
    f"{CALL}/close",
    response=CallOut,
    auth=bearer,
    operation_id="close_call",
    summary="The organiser has been there, or is no longer needed (scope: score, or the table's card)",
)
def close(request: HttpRequest, slug: Slug, call: UUID) -> Any:
    return telling.call(calls.close_call(actor_of(request), find_tournament(request, slug), call))


@router.post(
    f"{TABLE}/phones",
    response={204: None},
    auth=bearer,
    operation_id="report_phone",
    summary="What a device at the table has not been able to send yet, for the control room (scope: score, or its card)",
)
def report(request: HttpRequest, slug: Slug, number: Number, table: Number, payload: PhoneIn) -> Any:
    found = judged(request, slug, number, table)
    hear_from(actor_of(request), found, payload.device, payload.unsent)
    return Status(NOTED, None)
