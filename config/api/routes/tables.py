"""A table: its match, its log, and all that is entered and put right there."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router, Status

from config.api import telling_tables as telling
from config.api.answers import TABLE, judged, meant, now, telling_both_sides
from config.api.callers import bearer, device_of
from config.api.schemas import Limit, Number, Offset, Slug
from config.api.table_schemas import (
    Actions,
    ChangeIn,
    ChangeShape,
    Consequences,
    Ending,
    EventPage,
    EventsIn,
    Legal,
    TableOut,
    TakeBack,
    Trial,
    Waiting,
)
from games.plain import plain
from games.services import Change, Entry, NewAction, legal_actions, try_actions
from tournaments.access import actor_of
from tournaments.models import PendingChange
from tournaments.services import corrections, scoring
from tournaments.views.common import find_table

router = Router(tags=["tables"])
MADE, ACCEPTED = 201, 202


@router.get(TABLE, response=TableOut, operation_id="get_table", summary="A table of a published round")
def get_table(request: HttpRequest, slug: Slug, number: Number, table: Number) -> Any:
    return telling.table(find_table(request, slug, number, table), actor_of(request))


@router.get(
    f"{TABLE}/events",
    response=EventPage,
    auth=bearer,
    operation_id="list_events",
    summary="The log of the match, as it was written (scope: score, or its card)",
)
def list_events(
    request: HttpRequest, slug: Slug, number: Number, table: Number, limit: Limit = 500, offset: Offset = 0
) -> Any:
    found = judged(request, slug, number, table)
    match = found.match
    assert match is not None  # noqa: S101 - a table is found by its match
    part = match.events.order_by("seq")[offset : offset + limit]
    return {
        "items": [telling.event(each) for each in part],
        "version": match.version,
        "total": match.version,
        "limit": limit,
        "offset": offset,
    }


@router.post(
    f"{TABLE}/events",
    response={201: TableOut},
    auth=bearer,
    operation_id="enter_events",
    summary="Enter what was done at the table (scope: score, or its card)",
)
def enter(request: HttpRequest, slug: Slug, number: Number, table: Number, payload: EventsIn) -> Any:
    """A turn is entered whole or not at all, and sent twice it is entered once. If the match has moved on since
    `version`, nothing is entered: 409 with what there is now beside what was sent."""
    actor, found = actor_of(request), meant(request, slug, number, table, payload)
    actions = [NewAction(each.id, each.action) for each in payload.events]
    with telling_both_sides(request, found, payload):
        scoring.enter_turn(actor, found, payload.version, actions, device=device_of(request))
    return Status(MADE, now(request, found))


@router.get(
    f"{TABLE}/legal",
    response=Legal,
    auth=bearer,
    operation_id="list_legal",
    summary="What may be done now, as far as the rules can list it (scope: score, or its card)",
)
def legal(request: HttpRequest, slug: Slug, number: Number, table: Number) -> Any:
    """On a drawn board, every tile in every place where it fits."""
    found = judged(request, slug, number, table)
    assert found.match is not None  # noqa: S101 - a table is found by its match
    return {"actions": legal_actions(found.match)}


@router.post(
    f"{TABLE}/try",
    response=Trial,
    auth=bearer,
    operation_id="try_events",
    summary="What actions would score, before anybody enters them; nothing is written (scope: score, or its card)",
)
def try_(request: HttpRequest, slug: Slug, number: Number, table: Number, payload: Actions) -> Any:
    found = judged(request, slug, number, table)
    assert found.match is not None  # noqa: S101 - a table is found by its match
    return telling.trial(try_actions(found.match, [plain(each) for each in payload.actions]))


@router.post(
    f"{TABLE}/take-back",
    response=TableOut,
    auth=bearer,
    operation_id="take_back_event",
    summary="Take the last entry back (scope: score, or its card)",
)
def take_back(request: HttpRequest, slug: Slug, number: Number, table: Number, payload: TakeBack) -> Any:
    found = meant(request, slug, number, table, payload)
    with telling_both_sides(request, found, payload):
        scoring.take_back_deal(actor_of(request), found, Entry(payload.id, payload.version))
    return now(request, found)


@router.post(
    f"{TABLE}/changes/preview",
    response=Consequences,
    auth=bearer,
    operation_id="preview_change",
    summary="What an undo or a correction would change; nothing is written (scope: score, or its card)",
)
def preview(request: HttpRequest, slug: Slug, number: Number, table: Number, payload: ChangeShape) -> Any:
    found = find_table(request, slug, number, table)
    return telling.consequences(scoring.preview_change(actor_of(request), found, _change(payload)))


@router.post(
    f"{TABLE}/changes",
    response={200: TableOut, 202: Waiting},
    auth=bearer,
    operation_id="change_event",
    summary="Undo or correct an entry, however long ago it was made (scope: score, or its card; of a final result: organise)",
)
def change(request: HttpRequest, slug: Slug, number: Number, table: Number, payload: ChangeIn) -> Any:
    """The `event` of a `ruling` undoes what the organiser decided: the match goes on where it was."""
    actor, found = actor_of(request), find_table(request, slug, number, table)
    entry = Entry(payload.id, payload.version)
    with telling_both_sides(request, found, payload):
        made = corrections.apply_change(
            actor, found, entry, _change(payload), reason=payload.reason, device=device_of(request)
        )
    if isinstance(made, PendingChange):
        return Status(ACCEPTED, {"waiting": made.about})
    return Status(200, now(request, found))


@router.post(
    f"{TABLE}/end",
    response=TableOut,
    auth=bearer,
    operation_id="end_match",
    summary="End the match before its rules do: as it stands, or with places that are decided (scope: organise)",
)
def end(request: HttpRequest, slug: Slug, number: Number, table: Number, payload: Ending) -> Any:
    actor, found = actor_of(request), meant(request, slug, number, table, payload)
    entry = Entry(payload.id, payload.version)
    with telling_both_sides(request, found, payload):
        if payload.places is None:
            scoring.stop_match(actor, found, entry, payload.why)
        else:
            scoring.abandon_match(actor, found, entry, payload.why, payload.places)
    return now(request, found)


def _change(payload: ChangeShape) -> Change:
    return Change(payload.event, tuple(payload.actions), tuple(payload.also))
