"""Penalties: read by everybody, given and taken back by who runs the tournament."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.http import HttpRequest
from ninja import Router, Status

from config.api import telling_hall as telling
from config.api.callers import bearer
from config.api.hall_schemas import PenaltyBack, PenaltyIn, PenaltyOut, PenaltyPage
from config.api.schemas import Id, Limit, Offset, Slug
from config.api.table_schemas import Waiting
from games.errors import Refused
from tournaments.access import actor_of
from tournaments.models import Penalty, PendingChange
from tournaments.selectors.penalties import penalties_of
from tournaments.services import penalties
from tournaments.services.penalties import PenaltyPlan
from tournaments.views.common import find_tournament

router = Router(tags=["penalties"])
MADE, ACCEPTED = 201, 202
NAMES = {"entrant_id": "entrant", "round_number": "round"}
"""What is called otherwise here than on a page."""


@router.get(
    "/tournaments/{slug}/penalties",
    response=PenaltyPage,
    operation_id="list_penalties",
    summary="Penalties that were given, the newest first, also those taken back",
)
def list_penalties(request: HttpRequest, slug: Slug, limit: Limit = 100, offset: Offset = 0) -> Any:
    found = penalties_of(find_tournament(request, slug), actor_of(request))
    items = [telling.penalty(each) for each in found[offset : offset + limit]]
    return {"items": items, "total": len(found), "limit": limit, "offset": offset}


@router.post(
    "/tournaments/{slug}/penalties",
    response={201: PenaltyOut, 202: Waiting},
    auth=bearer,
    operation_id="give_penalty",
    summary="Give a penalty; once the final standings are published, a second person has to confirm it (scope: organise)",
)
def give(request: HttpRequest, slug: Slug, payload: PenaltyIn) -> Any:
    plan = PenaltyPlan(
        entrant_id=payload.entrant,
        kind=payload.kind,
        reason=payload.reason,
        amount=Decimal(str(payload.amount)),
        round_number=payload.round,
    )
    tournament = find_tournament(request, slug)
    try:
        made = penalties.give_penalty(actor_of(request), payload.id, tournament, plan)
    except Refused as refusal:
        refusal.field = NAMES.get(refusal.field or "", refusal.field)
        raise
    return _told(MADE, made)


@router.post(
    "/tournaments/{slug}/penalties/{penalty}/take-back",
    response={200: PenaltyOut, 202: Waiting},
    auth=bearer,
    operation_id="take_back_penalty",
    summary="From then on it counts nowhere; that it was given stays to be read (scope: organise)",
)
def take_back(request: HttpRequest, slug: Slug, penalty: Id, payload: PenaltyBack) -> Any:
    tournament = find_tournament(request, slug)
    made = penalties.take_back_penalty(actor_of(request), payload.id, tournament, penalty, payload.reason)
    return _told(200, made)


def _told(status: int, made: Penalty | PendingChange) -> Any:
    if isinstance(made, PendingChange):
        return Status(ACCEPTED, {"waiting": made.about})
    return Status(status, telling.penalty(made))
