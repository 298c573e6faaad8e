"""Rounds: asked for, looked at as drafts, published, taken back."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router, Status

from config.api import telling
from config.api.callers import bearer, changing
from config.api.schemas import Number, PairingIn, RoundList, RoundOut, Slug
from tournaments.access import Actor, actor_of
from tournaments.models import Round
from tournaments.selectors.held import held_for
from tournaments.selectors.pages import round_view
from tournaments.selectors.versions import rounds_of
from tournaments.services import rounds
from tournaments.services.unpublishing import unpublish as take_back
from tournaments.views.common import find_round, find_tournament

router = Router(tags=["rounds"])
Edition = Annotated[
    int | None, Query(ge=0, le=2**31 - 1, description="The edition that was seen; another one is refused.")
]
ACCEPTED = 202


@router.get(
    "/tournaments/{slug}/rounds",
    response=RoundList,
    operation_id="list_rounds",
    summary="The rounds that this caller may know of",
)
def list_rounds(request: HttpRequest, slug: Slug) -> Any:
    tournament, actor = find_tournament(request, slug), actor_of(request)
    found = rounds_of(tournament)
    held = held_for(actor, tournament)
    seen = held.as_then(found) if held else [each for each in found if actor.sees_round(each)]
    return {"items": [telling.round_brief(each) for each in seen]}


@router.post(
    "/tournaments/{slug}/rounds",
    response={202: RoundOut},
    auth=bearer,
    operation_id="ask_for_pairings",
    summary="Have the next round paired, or a draft paired anew (scope: organise)",
)
def ask(request: HttpRequest, slug: Slug, payload: PairingIn) -> Any:
    """Pairing takes a while: look at the round until its state is `draft`, or its `problem` says why there is none."""
    tournament, actor = find_tournament(request, slug), actor_of(request)
    asked = rounds.ask_for_pairings(actor, tournament, payload.round)
    return Status(ACCEPTED, _told(find_round(request, slug, asked.number, tournament), actor))


@router.get(
    "/tournaments/{slug}/rounds/{number}",
    response=RoundOut,
    operation_id="get_round",
    summary="A round: its state, who sits where, how far each table is",
)
def get_round(request: HttpRequest, slug: Slug, number: Number) -> Any:
    return _told(find_round(request, slug, number), actor_of(request))


@router.post(
    "/tournaments/{slug}/rounds/{number}/publish",
    response=RoundOut,
    auth=bearer,
    operation_id="publish_round",
    summary="Show the draft to everybody and begin its matches (scope: organise; heeds If-Match)",
)
def publish(request: HttpRequest, slug: Slug, number: Number, edition: Edition = None) -> Any:
    with changing(request, slug, _above(request)) as (actor, _tournament):
        round_ = find_round(request, slug, number)
        rounds.publish(actor, round_, round_.seed, edition)
    return _told(find_round(request, slug, number), actor)


@router.post(
    "/tournaments/{slug}/rounds/{number}/unpublish",
    response=RoundOut,
    auth=bearer,
    operation_id="unpublish_round",
    summary="Make it a draft again, as long as no table has begun (scope: organise; heeds If-Match)",
)
def unpublish(request: HttpRequest, slug: Slug, number: Number, edition: Edition = None) -> Any:
    with changing(request, slug, _above(request)) as (actor, _tournament):
        take_back(actor, find_round(request, slug, number), edition)
    return _told(find_round(request, slug, number), actor)


@router.post(
    "/tournaments/{slug}/rounds/{number}/take-best",
    response=RoundOut,
    auth=bearer,
    operation_id="take_best_pairings",
    summary="Stop searching and take the best pairings so far (scope: organise)",
)
def take_best(request: HttpRequest, slug: Slug, number: Number) -> Any:
    actor = actor_of(request)
    rounds.take_the_best_so_far(actor, find_round(request, slug, number))
    return _told(find_round(request, slug, number), actor)


def _told(found: Round, actor: Actor) -> dict[str, Any]:
    return telling.round_(round_view(found, actor))


def _above(request: HttpRequest) -> str:
    """The address of what this is done with."""
    return request.path.rpartition("/")[0]
