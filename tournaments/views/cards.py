"""Judge cards: shown to the organiser as QR codes, exchanged for a seat at the desk when scanned."""

from __future__ import annotations

from typing import Any

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.errors import Refused
from tournaments.access import CARDS_IN_SESSION, actor_of
from tournaments.models import JudgeCard, Table
from tournaments.services import cards as service
from tournaments.views.common import carry_out, find_tournament

MOST_CARDS_HELD = 12
GONE = 410


@login_required
@never_cache
@require_safe
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor_of(request).require_organiser(tournament)
    shown = [_shown(request, card) for card in tournament.cards.order_by("number")]
    context = {
        "tournament": tournament,
        "cards": shown,
        "tab": "cards",
        "organises": True,
        "rounds": tournament.rounds.select_related("tournament").order_by("number"),
    }
    return render(request, "tournaments/cards.html", context)


@login_required
@require_POST
def renew_card(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    if carry_out(request, lambda: service.renew_card(actor, tournament, number)):
        messages.success(request, _("Table %s has a new card. The old one no longer works.") % number)
    return redirect("cards", slug)


@never_cache
@require_safe
def scan_card(request: HttpRequest, token: str) -> HttpResponse:
    """Keep the card in the session and leave the link behind, so that the address bar is clean."""
    try:
        card = service.card_for(token)
    except Refused as refusal:
        return render(request, "tournaments/card_refused.html", {"refusal": refusal.message}, status=GONE)
    held = [each for each in request.session.get(CARDS_IN_SESSION, ()) if each != token]
    request.session[CARDS_IN_SESSION] = [*held, token][-MOST_CARDS_HELD:]
    return redirect("desk", card.tournament.slug, card.number)


@require_safe
def desk(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The table of this number in the round that is being played."""
    tournament = find_tournament(request, slug)
    tables = Table.objects.filter(round__tournament=tournament, number=number, match__isnull=False)
    table = tables.select_related("round__tournament").order_by("-round__number").first()
    if table is None:
        return redirect(tournament)
    return redirect(table)


def _shown(request: HttpRequest, card: JudgeCard) -> dict[str, Any]:
    link = request.build_absolute_uri(reverse("scan_card", args=[card.token]))
    code = segno.make(link, error="m", micro=False).svg_inline(scale=4, border=2, dark="#000", light="#fff")
    return {"number": card.number, "link": link, "qr": mark_safe(code)}  # noqa: S308 - segno's own drawing
