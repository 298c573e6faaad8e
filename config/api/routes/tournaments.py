"""Tournaments: found, made, changed, closed; and their standings."""

from __future__ import annotations

from typing import Annotated, Any

from django.db.models import QuerySet
from django.http import HttpRequest
from ninja import Query, Router, Status

from config.api import telling
from config.api.callers import bearer, changing, own_club
from config.api.once import form_id
from config.api.schemas import (
    Limit,
    Offset,
    Reason,
    Slug,
    StandingsOut,
    TournamentChange,
    TournamentIn,
    TournamentOut,
    TournamentPage,
)
from games.errors import Refused
from tournaments.access import actor_of
from tournaments.forms import TournamentForm
from tournaments.models import PUBLIC_STATES, Tournament
from tournaments.names import clean_name
from tournaments.selectors.exported import standings_as_json
from tournaments.selectors.pages import overview_of, visible_tournaments
from tournaments.services import closing
from tournaments.services.about import About, change_about
from tournaments.services.planning import Plan, create_tournament
from tournaments.services.settings import HallSettings, change_settings
from tournaments.views.common import find_tournament

router = Router(tags=["tournaments"])
ABOUT, HALL = tuple(About.__dataclass_fields__), tuple(HallSettings.__dataclass_fields__)


@router.get(
    "/tournaments",
    response=TournamentPage,
    operation_id="list_tournaments",
    summary="Tournaments that are public, and with a token all of its club, the newest first",
)
def list_tournaments(
    request: HttpRequest,
    club: Annotated[str, Query(max_length=60, pattern=r"^[A-Za-z0-9_-]*$")] = "",
    limit: Limit = 50,
    offset: Offset = 0,
) -> Any:
    actor = actor_of(request)
    found: QuerySet[Any] = visible_tournaments(actor).select_related("club").distinct()
    if club:
        found = found.filter(club__slug=club)
    items = [
        telling.tournament(each, actor, people=each.people, rounds_public=each.rounds_public)
        for each in found[offset : offset + limit]
    ]
    return {"items": items, "total": found.count(), "limit": limit, "offset": offset}


@router.post(
    "/clubs/{club}/tournaments",
    response={201: TournamentOut},
    auth=bearer,
    operation_id="create_tournament",
    summary="Make a tournament (scope: organise)",
)
def create(request: HttpRequest, club: Slug, payload: TournamentIn) -> Any:
    actor, found = actor_of(request), own_club(request, club)
    made = create_tournament(actor, form_id(request), _plan(payload), found)
    return Status(201, _told(request, made))


@router.get(
    "/tournaments/{slug}", response=TournamentOut, operation_id="get_tournament", summary="A tournament"
)
def get(request: HttpRequest, slug: Slug) -> Any:
    return _told(request, find_tournament(request, slug))


@router.patch(
    "/tournaments/{slug}",
    response=TournamentOut,
    auth=bearer,
    operation_id="change_tournament",
    summary="Change what was decided about a tournament (scope: organise; heeds If-Match)",
)
def change(request: HttpRequest, slug: Slug, payload: TournamentChange) -> Any:
    said = payload.dict(exclude_unset=True)
    with changing(request, slug, request.path) as (actor, tournament):
        actor.require_organiser(tournament)
        if any(name in said for name in ABOUT):
            change_about(actor, tournament, About(**_as_it_is(tournament, ABOUT) | _of(said, ABOUT)))
        if any(name in said for name in HALL):
            change_settings(actor, tournament, HallSettings(**_as_it_is(tournament, HALL) | _of(said, HALL)))
        tournament.refresh_from_db()
        return _told(request, tournament)


@router.post(
    "/tournaments/{slug}/close",
    response=TournamentOut,
    auth=bearer,
    operation_id="close_tournament",
    summary="Make the standings final (scope: organise)",
)
def close(request: HttpRequest, slug: Slug) -> Any:
    tournament = find_tournament(request, slug)
    closing.close(actor_of(request), tournament)
    return _told(request, tournament)


@router.post(
    "/tournaments/{slug}/reopen",
    response=TournamentOut,
    auth=bearer,
    operation_id="reopen_tournament",
    summary="Let things be changed again, with a reason (scope: organise)",
)
def reopen(request: HttpRequest, slug: Slug, payload: Reason) -> Any:
    tournament = find_tournament(request, slug)
    closing.reopen(actor_of(request), tournament, payload.reason)
    return _told(request, tournament)


@router.get(
    "/tournaments/{slug}/standings",
    response=StandingsOut,
    operation_id="get_standings",
    summary="The standings, as this caller may see them",
)
def standings(
    request: HttpRequest,
    slug: Slug,
    provisional: Annotated[bool, Query(description="Count every table as if it ended now.")] = False,
) -> Any:
    tournament = find_tournament(request, slug)
    return standings_as_json(overview_of(actor_of(request), tournament, provisional=provisional))


# -- in detail -----------------------------------------------------------------------------------


def _told(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return telling.tournament(
        tournament,
        actor_of(request),
        people=tournament.entrants.count(),
        rounds_public=tournament.rounds.filter(state__in=PUBLIC_STATES).count(),
    )


def _plan(payload: TournamentIn) -> Plan:
    """Through the form that a page sends it by: the same is refused, in the same words."""
    said = payload.dict(exclude={"rules", "options"})
    form = TournamentForm(said | {"rules_key": payload.rules, "form_id": "0" * 32})
    for field, sentences in form.errors.items():
        raise Refused("unfit", " ".join(map(str, sentences)), field={"rules_key": "rules"}.get(field, field))
    kept = {name: value for name, value in form.cleaned_data.items() if name != "form_id"}
    return Plan(options=payload.options, **kept | {"place": clean_name(kept["place"])})


def _as_it_is(tournament: Tournament, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(tournament, name) for name in names}


def _of(said: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """Null leaves a thing as it is, but for the guess of how many come, which can be none."""
    return {
        name: value
        for name, value in said.items()
        if name in names and (value is not None or name == "expected")
    }
