"""Judge cards: shown to the organiser as QR codes, exchanged for a seat at the desk when scanned."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.errors import Refused
from games.security_log import tell
from tournaments.access import CARDS_IN_SESSION, actor_of
from tournaments.dates import card_days, cards_work_today
from tournaments.guesses import tell_of_guess
from tournaments.models import JudgeCard
from tournaments.origin import network_of
from tournaments.qr import drawn
from tournaments.selectors.cards import cards_of, table_now
from tournaments.selectors.spots import labels_of
from tournaments.services import cards as service
from tournaments.speaking import speak_for, speak_on_paper
from tournaments.views.common import carry_out, find_tournament

MOST_CARDS_HELD = 12
GONE = 410


@login_required
@never_cache
@require_safe
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor_of(request).require_organiser(tournament)
    speak_on_paper(request, tournament)
    labels = labels_of(tournament)
    shown = [
        _shown(request, card, used) | {"label": labels.get(card.number, "")}
        for card, used in cards_of(tournament)
    ]
    context = {
        "tournament": tournament,
        "cards": shown,
        "tab": "cards",
        "organises": True,
        "days": card_days(tournament),
        "today": cards_work_today(tournament),
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


@login_required
@require_POST
def revoke_card(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    if carry_out(request, lambda: service.revoke_card(actor, tournament, number)):
        messages.success(request, _("The card of table %s no longer works.") % number)
    return redirect("cards", slug)


@never_cache
@require_safe
def scan_card(request: HttpRequest, token: str) -> HttpResponse:
    """Keep the card in the session and leave the link behind, so that the address bar is clean."""
    try:
        card = service.card_for(token)
    except Refused as refusal:
        tell_of_guess(request, refusal)
        context = {"refusal": refusal.message}
        response = render(request, "tournaments/card_refused.html", context, status=GONE)
    else:
        tell("card-scanned", tournament=card.tournament_id, table=card.number, network=network_of(request))
        held = [each for each in request.session.get(CARDS_IN_SESSION, ()) if each != token]
        request.session[CARDS_IN_SESSION] = [*held, token][-MOST_CARDS_HELD:]
        response = redirect("desk", card.tournament.slug, card.number)
    response["Referrer-Policy"] = "no-referrer"
    return response


@require_safe
def desk(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The table of this number in the round that is being played."""
    if _waits(request, slug, number):
        return render(request, "tournaments/card_waits.html", {"number": number})
    tournament = find_tournament(request, slug)
    return redirect(table_now(tournament, number) or tournament)


def _waits(request: HttpRequest, slug: str, number: int) -> bool:
    """Whether somebody with the card of this table came before anything was published, or after it was taken back."""
    actor = actor_of(request)
    card = JudgeCard.objects.select_related("tournament").filter(
        tournament__slug=slug, number=number, token__in=actor.cards, revoked_at__isnull=True
    )
    found = card.first() if actor.cards else None
    if found is None or actor.sees(found.tournament):
        return False
    speak_for(request, found.tournament)
    return True


def _shown(request: HttpRequest, card: JudgeCard, used: datetime | None) -> dict[str, Any]:
    if card.revoked_at:
        return {"number": card.number, "revoked_at": card.revoked_at}
    link = request.build_absolute_uri(reverse("scan_card", args=[card.token]))
    return {"number": card.number, "link": link, "used": used, "qr": drawn(link, "m", boost=True)}
