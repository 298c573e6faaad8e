"""A sheet that is over: players sign it or do not agree, a second person looks it over, the organiser decides."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone
from ninja import Router, Status

from config.api.answers import TABLE, now, telling_both_sides
from config.api.callers import bearer
from config.api.schemas import Number, Slug
from config.api.table_schemas import Check, Decision, Objection, Seat, SeatLink, Signing, TableOut
from games.errors import Refused
from games.services import Hand
from tournaments.access import actor_of
from tournaments.guesses import tell_of_guess
from tournaments.services import signing
from tournaments.views.common import find_table

router = Router(tags=["signing"])
MADE = 201


@router.post(
    f"{TABLE}/sign",
    response=TableOut,
    auth=bearer,
    operation_id="sign_sheet",
    url_name="sign_sheet",
    summary="A player agrees with the sheet, by a PIN, a drawing or a typed name (scope: score, or its card)",
)
def sign(request: HttpRequest, slug: Slug, number: Number, table: Number, payload: Signing) -> Any:
    """Whoever was given a PIN signs with it. Wrong ones are counted with those that come by the page: after five there is
    a pause, after fifteen it is no longer taken; and after too many at a table none is looked at there for a while (429)."""
    found, hand = find_table(request, slug, number, table), Hand(drawn=payload.drawn, name=payload.name)
    try:
        with telling_both_sides(request, found, payload):
            signing.sign(
                actor_of(request), found, payload.id, payload.seat, payload.sheet, pin=payload.pin, hand=hand
            )
    except Refused as refusal:
        tell_of_guess(request, refusal)
        raise
    return now(request, found)


@router.post(
    f"{TABLE}/object",
    response=TableOut,
    auth=bearer,
    operation_id="object_to_sheet",
    summary="A player does not agree with the sheet: the organiser decides (scope: score, or its card)",
)
def object_to(request: HttpRequest, slug: Slug, number: Number, table: Number, payload: Objection) -> Any:
    """No PIN is asked for, on no way: nobody gains by it."""
    found = find_table(request, slug, number, table)
    with telling_both_sides(request, found, payload):
        signing.object_to(actor_of(request), found, payload.id, payload.seat, payload.sheet, payload.why)
    return now(request, found)


@router.post(
    f"{TABLE}/check",
    response=TableOut,
    auth=bearer,
    operation_id="check_sheet",
    summary="A second person, who entered nothing of it, has compared the sheet (scope: score)",
)
def check(request: HttpRequest, slug: Slug, number: Number, table: Number, payload: Check) -> Any:
    """In the name of whoever made the token; a card has no name and cannot."""
    found = find_table(request, slug, number, table)
    with telling_both_sides(request, found, payload):
        signing.check(actor_of(request), found, payload.id, payload.sheet)
    return now(request, found)


@router.post(
    f"{TABLE}/decide",
    response=TableOut,
    auth=bearer,
    operation_id="decide_sheet",
    summary="Let the sheet count as it is, whoever has not signed or does not agree (scope: organise)",
)
def decide(request: HttpRequest, slug: Slug, number: Number, table: Number, payload: Decision) -> Any:
    found = find_table(request, slug, number, table)
    with telling_both_sides(request, found, payload):
        signing.decide(actor_of(request), found, payload.id, payload.sheet, payload.why)
    return now(request, found)


@router.post(
    f"{TABLE}/seats/{{seat}}/link",
    response={201: SeatLink},
    auth=bearer,
    operation_id="make_seat_link",
    summary="A link by which a player signs on their own phone, for one seat (scope: score, or its card)",
)
def seat_link(request: HttpRequest, slug: Slug, number: Number, table: Number, seat: Seat) -> Any:
    """What the desk shows as a QR code. Nothing is written."""
    found = find_table(request, slug, number, table)
    token = signing.seat_link_token(actor_of(request), found, seat)
    if signing.entrant_at(found, seat) is None:
        raise Http404
    link = request.build_absolute_uri(reverse("scan_seat", args=[token]))
    return Status(MADE, {"link": link, "until": timezone.now() + timedelta(seconds=signing.LINK_SECONDS)})
