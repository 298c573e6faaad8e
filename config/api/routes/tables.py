"""A table: its match, its log, and all that a judge's desk does with them."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router, Status

from config.api import telling
from config.api.callers import bearer, token_of
from config.api.problems import of_refusal
from config.api.schemas import (
    Actions,
    CallIn,
    CallOut,
    ChangeIn,
    ChangeShape,
    Consequences,
    EventPage,
    EventsIn,
    Limit,
    Number,
    Objection,
    Offset,
    Signing,
    Slug,
    TableOut,
    TakeBack,
    Trial,
    Waiting,
)
from games.errors import IdReused, Refused, Stale
from games.plain import plain
from games.services import Change, Entry, Hand, NewAction, try_actions
from tournaments.access import Actor, NotAllowed, actor_of
from tournaments.models import PendingChange, Table
from tournaments.services import calls, corrections, scoring, signing
from tournaments.views.common import find_table

router = Router(tags=["tables"])
TABLE = "/tournaments/{slug}/rounds/{number}/tables/{table}"
MADE, ACCEPTED = 201, 202


@router.get(TABLE, response=TableOut, operation_id="get_table", summary="A table of a published round")
def get_table(request: HttpRequest, slug: Slug, number: Number, table: Number) -> Any:
    return telling.table(find_table(request, slug, number, table), actor_of(request))


@router.get(
    f"{TABLE}/events",
    response=EventPage,
    auth=bearer,
    operation_id="list_events",
    summary="The log of the match, as it was written (scope: score)",
)
def list_events(
    request: HttpRequest, slug: Slug, number: Number, table: Number, limit: Limit = 500, offset: Offset = 0
) -> Any:
    found = _judged(request, slug, number, table)
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
    summary="Enter what was done at the table (scope: score)",
)
def enter(request: HttpRequest, slug: Slug, number: Number, table: Number, payload: EventsIn) -> Any:
    """A turn is entered whole or not at all, and sent twice it is entered once. If the match has moved on since
    `version`, nothing is entered: 409 with what there is now beside what was sent."""
    actor, found = actor_of(request), find_table(request, slug, number, table)
    actions = [NewAction(each.id, each.action) for each in payload.events]
    try:
        scoring.enter_turn(actor, found, payload.version, actions, device=_device(request))
    except (Stale, IdReused) as refusal:
        return _both_sides(request, found, refusal, payload.dict())
    return Status(MADE, _now(request, found))


@router.post(
    f"{TABLE}/try",
    response=Trial,
    auth=bearer,
    operation_id="try_events",
    summary="What actions would score, before anybody enters them; nothing is written (scope: score)",
)
def try_(request: HttpRequest, slug: Slug, number: Number, table: Number, payload: Actions) -> Any:
    found = _judged(request, slug, number, table)
    assert found.match is not None  # noqa: S101 - a table is found by its match
    return telling.trial(try_actions(found.match, [plain(each) for each in payload.actions]))


@router.post(
    f"{TABLE}/take-back",
    response=TableOut,
    auth=bearer,
    operation_id="take_back_event",
    summary="Take the last entry back (scope: score)",
)
def take_back(request: HttpRequest, slug: Slug, number: Number, table: Number, payload: TakeBack) -> Any:
    found = find_table(request, slug, number, table)
    try:
        scoring.take_back_deal(actor_of(request), found, Entry(payload.id, payload.version))
    except (Stale, IdReused) as refusal:
        return _both_sides(request, found, refusal, payload.dict())
    return _now(request, found)


@router.post(
    f"{TABLE}/changes/preview",
    response=Consequences,
    auth=bearer,
    operation_id="preview_change",
    summary="What an undo or a correction would change; nothing is written (scope: score)",
)
def preview(request: HttpRequest, slug: Slug, number: Number, table: Number, payload: ChangeShape) -> Any:
    found = find_table(request, slug, number, table)
    return telling.consequences(scoring.preview_change(actor_of(request), found, _change(payload)))


@router.post(
    f"{TABLE}/changes",
    response={200: TableOut, 202: Waiting},
    auth=bearer,
    operation_id="change_event",
    summary="Undo or correct an entry, however long ago it was made (scope: score; of a final result: organise)",
)
def change(request: HttpRequest, slug: Slug, number: Number, table: Number, payload: ChangeIn) -> Any:
    actor, found = actor_of(request), find_table(request, slug, number, table)
    entry = Entry(payload.id, payload.version)
    try:
        made = corrections.apply_change(
            actor, found, entry, _change(payload), reason=payload.reason, device=_device(request)
        )
    except (Stale, IdReused) as refusal:
        return _both_sides(request, found, refusal, payload.dict())
    if isinstance(made, PendingChange):
        return Status(ACCEPTED, {"waiting": made.about})
    return Status(200, _now(request, found))


@router.post(
    f"{TABLE}/sign",
    response=TableOut,
    auth=bearer,
    operation_id="sign_sheet",
    summary="A player agrees with the sheet, by a drawing or a typed name (scope: score)",
)
def sign(request: HttpRequest, slug: Slug, number: Number, table: Number, payload: Signing) -> Any:
    """Whoever was given a PIN signs on a page: PINs are not taken here, where programs could try them."""
    found, hand = find_table(request, slug, number, table), Hand(drawn=payload.drawn, name=payload.name)
    try:
        signing.sign(actor_of(request), found, payload.id, payload.seat, payload.sheet, pin="", hand=hand)
    except (Stale, IdReused) as refusal:
        return _both_sides(request, found, refusal, payload.dict())
    return _now(request, found)


@router.post(
    f"{TABLE}/object",
    response=TableOut,
    auth=bearer,
    operation_id="object_to_sheet",
    summary="A player does not agree with the sheet: the organiser decides (scope: score)",
)
def object_to(request: HttpRequest, slug: Slug, number: Number, table: Number, payload: Objection) -> Any:
    found = find_table(request, slug, number, table)
    try:
        signing.object_to(actor_of(request), found, payload.id, payload.seat, payload.sheet, payload.why)
    except (Stale, IdReused) as refusal:
        return _both_sides(request, found, refusal, payload.dict())
    return _now(request, found)


@router.post(
    f"{TABLE}/call",
    response={201: CallOut},
    auth=bearer,
    operation_id="call_organiser",
    summary="Ask the organiser to come to the table (scope: score)",
)
def call(request: HttpRequest, slug: Slug, number: Number, table: Number, payload: CallIn) -> Any:
    found = find_table(request, slug, number, table)
    return Status(MADE, calls.call_organiser(actor_of(request), found, payload.id, payload.reason))


# -- in detail -----------------------------------------------------------------------------------


def _judged(request: HttpRequest, slug: str, number: int, table: int) -> Table:
    """A table at which this caller may score: its log tells what is hidden from spectators."""
    found, actor = find_table(request, slug, number, table), actor_of(request)
    if not actor.judges(found):
        raise NotAllowed
    return found


def _now(request: HttpRequest, table: Table) -> dict[str, Any]:
    actor: Actor = actor_of(request)
    return telling.table(
        find_table(request, table.round.tournament.slug, table.round.number, table.number), actor
    )


def _both_sides(request: HttpRequest, table: Table, refusal: Refused, sent: dict[str, Any]) -> Any:
    """What is there now beside what was sent."""
    return of_refusal(refusal, now=_plain(_now(request, table)), sent=_plain(sent))


def _plain(told: dict[str, Any]) -> Any:
    return TableOut.model_validate(told).model_dump(mode="json") if "seats" in told else _json(told)


def _json(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _json(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_json(each) for each in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _change(payload: ChangeShape) -> Change:
    return Change(payload.event, tuple(payload.actions), tuple(payload.also))


def _device(request: HttpRequest) -> str:
    token = token_of(request)
    return f"API: {token.name}"[:80] if token else ""
