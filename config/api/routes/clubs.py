"""The caller itself, the club it acts in, and that club's list of people."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest
from ninja import Router, Status

from config.api import telling
from config.api.callers import bearer, card_of, own_club, program_of
from config.api.schemas import Asked, ClubOut, Id, Limit, Me, Offset, PlayerIn, PlayerOut, PlayerPage, Slug
from tournaments.access import actor_of
from tournaments.models import Club
from tournaments.roles import Permission
from tournaments.selectors.roster import find_players
from tournaments.services import roster
from tournaments.services.roster import Card

router = Router(tags=["clubs"], auth=bearer)


@router.get("/me", response=Me, operation_id="me", summary="What this token or card is and may do")
def me(request: HttpRequest) -> Any:
    if card := card_of(request):
        return telling.card(card, actor_of(request))
    return telling.me(*program_of(request))


@router.get("/clubs", response=list[ClubOut], operation_id="list_clubs", summary="Clubs this token may see")
def list_clubs(request: HttpRequest) -> Any:
    token, actor = program_of(request)
    return [_club(token.club, actor.role_in(token.club_id))]


@router.get("/clubs/{club}", response=ClubOut, operation_id="get_club", summary="A club")
def get_club(request: HttpRequest, club: Slug) -> Any:
    found = own_club(request, club)
    return _club(found, actor_of(request).role_in(found.pk))


@router.get(
    "/clubs/{club}/players",
    response=PlayerPage,
    operation_id="list_players",
    summary="The club's list of people (scope: organise)",
)
def list_players(
    request: HttpRequest, club: Slug, q: Asked = "", limit: Limit = 50, offset: Offset = 0
) -> Any:
    found = own_club(request, club)
    actor_of(request).require(Permission.SEE_CONTACTS, found)
    players = find_players(found, q)
    part = players[offset : offset + limit]
    return {
        "items": [telling.player(each) for each in part],
        "total": players.count(),
        "limit": limit,
        "offset": offset,
    }


@router.post(
    "/clubs/{club}/players",
    response={201: PlayerOut},
    operation_id="add_player",
    summary="Put somebody on the list (scope: organise)",
)
def add_player(request: HttpRequest, club: Slug, payload: PlayerIn) -> Any:
    made = roster.add_player(actor_of(request), own_club(request, club), Card(**payload.dict()))
    return Status(201, telling.player(made))


@router.get(
    "/clubs/{club}/players/{player}",
    response=PlayerOut,
    operation_id="get_player",
    summary="Somebody on the list (scope: organise)",
)
def get_player(request: HttpRequest, club: Slug, player: Id) -> Any:
    found = own_club(request, club)
    actor_of(request).require(Permission.SEE_CONTACTS, found)
    someone = find_players(found, "").filter(pk=player).first()
    if someone is None:
        raise Http404
    return telling.player(someone)


@router.put(
    "/clubs/{club}/players/{player}",
    response=PlayerOut,
    operation_id="change_player",
    summary="Change somebody's entry in the list, whole (scope: organise)",
)
def change_player(request: HttpRequest, club: Slug, player: Id, payload: PlayerIn) -> Any:
    found = own_club(request, club)
    changed = roster.change_player(actor_of(request), found, player, Card(**payload.dict()))
    return telling.player(changed)


def _club(found: Club, role: str | None) -> dict[str, str]:
    return {"slug": found.slug, "name": found.name, "role": role or ""}
