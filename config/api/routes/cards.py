"""The cards of a tournament's judges: looked over, renewed, taken out of use. Whoever holds one needs no token."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from ninja import Router

from config.api import telling_hall as telling
from config.api.callers import bearer
from config.api.hall_schemas import CardList, CardMade, CardOut
from config.api.schemas import Number, Slug
from tournaments.access import actor_of
from tournaments.dates import card_days, cards_work_today
from tournaments.models import Tournament
from tournaments.selectors.cards import cards_of
from tournaments.selectors.spots import labels_of
from tournaments.services import cards
from tournaments.views.common import find_tournament

router = Router(tags=["cards"], auth=bearer)


@router.get(
    "/tournaments/{slug}/cards",
    response=CardList,
    operation_id="list_cards",
    summary="The card of each table: whether it works, and when it was last used (scope: organise)",
)
def list_cards(request: HttpRequest, slug: Slug) -> Any:
    tournament = find_tournament(request, slug)
    actor_of(request).require_organiser(tournament)
    first, last = card_days(tournament)
    return {
        "items": _told(tournament),
        "works_from": first,
        "works_until": last,
        "works_today": cards_work_today(tournament),
    }


@router.post(
    "/tournaments/{slug}/cards/{table}/renew",
    response=CardMade,
    operation_id="renew_card",
    summary="A new card for a table, its secret told this once; the old one is out at once (scope: organise)",
)
def renew(request: HttpRequest, response: HttpResponse, slug: Slug, table: Number) -> Any:
    made = cards.renew_card(actor_of(request), find_tournament(request, slug), table)
    response["Cache-Control"] = "no-store"
    link = request.build_absolute_uri(reverse("scan_card", args=[made.token]))
    return {"table": made.number, "secret": made.token, "link": link}


@router.post(
    "/tournaments/{slug}/cards/{table}/revoke",
    response=CardOut,
    operation_id="revoke_card",
    summary="Take a card out of use, at once and until it is renewed (scope: organise)",
)
def revoke(request: HttpRequest, slug: Slug, table: Number) -> Any:
    tournament = find_tournament(request, slug)
    cards.revoke_card(actor_of(request), tournament, table)
    return next(each for each in _told(tournament) if each["table"] == table)


def _told(tournament: Tournament) -> list[dict[str, Any]]:
    labels = labels_of(tournament)
    return [telling.card(card, used, labels.get(card.number, "")) for card, used in cards_of(tournament)]
