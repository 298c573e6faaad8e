"""Who plays in a tournament."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest
from ninja import Router, Status

from config.api import telling
from config.api.callers import bearer
from config.api.once import form_id
from config.api.schemas import (
    Asked,
    EntrantOut,
    EntrantPage,
    EntrantsIn,
    EntrantsMade,
    FromList,
    Id,
    Limit,
    Offset,
    Slug,
)
from tournaments.access import actor_of
from tournaments.models import Entrant, Tournament
from tournaments.names import clean_name, name_key
from tournaments.selectors.listed import entrants_listed
from tournaments.selectors.shown import cover
from tournaments.services import entering_from_list, planning
from tournaments.views.common import find_tournament

router = Router(tags=["entrants"])
MADE = 201


@router.get(
    "/tournaments/{slug}/entrants",
    response=EntrantPage,
    operation_id="list_entrants",
    summary="Who is entered, by number",
)
def list_entrants(
    request: HttpRequest, slug: Slug, q: Asked = "", limit: Limit = 100, offset: Offset = 0
) -> Any:
    tournament, actor = find_tournament(request, slug), actor_of(request)
    found, total = entrants_listed(actor, tournament, q, offset, limit)
    items = [telling.entrant(each, actor, tournament) for each in found]
    return {"items": items, "total": total, "limit": limit, "offset": offset}


@router.post(
    "/tournaments/{slug}/entrants",
    response={201: EntrantsMade},
    auth=bearer,
    operation_id="enter_names",
    summary="Enter people by name, all of them or none (scope: organise)",
)
def enter_names(request: HttpRequest, slug: Slug, payload: EntrantsIn) -> Any:
    tournament, actor = find_tournament(request, slug), actor_of(request)
    planning.enter_names(actor, form_id(request), tournament, "\n".join(payload.names))
    keys = [name_key(clean_name(each)) for each in payload.names]
    made = Entrant.objects.filter(tournament=tournament, name_key__in=keys).order_by("number")
    return Status(MADE, {"items": [telling.entrant(each, actor, tournament) for each in made]})


@router.post(
    "/tournaments/{slug}/entrants/from-list",
    response={201: EntrantOut},
    auth=bearer,
    operation_id="enter_player",
    summary="Enter somebody of the club's list; twice is once (scope: organise)",
)
def enter_player(request: HttpRequest, slug: Slug, payload: FromList) -> Any:
    tournament, actor = find_tournament(request, slug), actor_of(request)
    made = entering_from_list.enter_player(actor, tournament, payload.player)
    return Status(MADE, telling.entrant(made, actor, tournament))


@router.get(
    "/tournaments/{slug}/entrants/{entrant}",
    response=EntrantOut,
    operation_id="get_entrant",
    summary="Somebody who is entered",
)
def get_entrant(request: HttpRequest, slug: Slug, entrant: Id) -> Any:
    return _told(request, find_tournament(request, slug), entrant)


@router.post(
    "/tournaments/{slug}/entrants/{entrant}/withdraw",
    response={200: EntrantOut, 204: None},
    auth=bearer,
    operation_id="withdraw_entrant",
    summary="Somebody leaves; who never sat anywhere is forgotten, which is a 204 (scope: organise)",
)
def withdraw(request: HttpRequest, slug: Slug, entrant: Id) -> Any:
    tournament = find_tournament(request, slug)
    left = planning.withdraw(actor_of(request), tournament, entrant)
    return Status(200, _told(request, tournament, entrant)) if left.pk else Status(204, None)


@router.post(
    "/tournaments/{slug}/entrants/{entrant}/play-again",
    response=EntrantOut,
    auth=bearer,
    operation_id="bring_entrant_back",
    summary="Somebody who left plays on from the next round (scope: organise)",
)
def play_again(request: HttpRequest, slug: Slug, entrant: Id) -> Any:
    tournament = find_tournament(request, slug)
    planning.take_back_withdrawal(actor_of(request), tournament, entrant)
    return _told(request, tournament, entrant)


def _told(request: HttpRequest, tournament: Tournament, entrant_id: int) -> dict[str, Any]:
    actor = actor_of(request)
    found = Entrant.objects.select_related("player").filter(tournament=tournament, pk=entrant_id).first()
    if found is None:
        raise Http404
    cover(actor, tournament, [found])
    return telling.entrant(found, actor, tournament)
