"""Who is here: the desk's list, cards with a QR code, and the page to check in by oneself."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.errors import Refused
from tournaments.access import Actor, actor_of
from tournaments.guesses import tell_of_guess
from tournaments.models import Tournament
from tournaments.people_forms import HereForm
from tournaments.roles import Permission
from tournaments.selectors.entering import door_of
from tournaments.selectors.people import people_list
from tournaments.services import checking_in as service
from tournaments.speaking import speak_for, speak_on_paper
from tournaments.views.common import GONE, UNFIT, Request, find_tournament
from tournaments.views.entering import shown

CARDS_A_PAGE = 24
"""QR codes are drawn anew each time; more of them at once would keep a page waiting."""


@login_required
@require_safe
def check_in(request: Request, slug: str) -> HttpResponse:
    """The big list: type a few letters, tap the name."""
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require(Permission.CHECK_IN, tournament)
    context = _listed(request, actor, tournament)
    return render(
        request, "tournaments/_check_in.html" if request.htmx else "tournaments/check_in.html", context
    )


@login_required
@never_cache
@require_POST
def check_one_in(request: Request, slug: str, entrant_id: int) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    here = request.POST.get("here") == "1"
    try:
        seen = service.check_in(actor, tournament, entrant_id, here=here)
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("check_in", slug)
    if request.htmx:
        context = _listed(request, actor, tournament) | {
            "entrant": seen.entrant,
            "pin": seen.pin,
            "oob": True,
        }
        return render(request, "tournaments/_check_in_row.html", context)
    if seen.pin:
        context = _listed(request, actor, tournament) | {"given": seen}
        return render(request, "tournaments/check_in.html", context)
    return redirect("check_in", slug)


@login_required
@require_POST
def clear_check_in(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    service.clear_check_in(actor_of(request), tournament)
    messages.success(request, _("Nobody is checked in now."))
    return redirect("check_in", slug)


@login_required
@never_cache
@require_safe
def check_in_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """A card for each person, to be printed and sent or handed out."""
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require(Permission.CHECK_IN, tournament)
    speak_on_paper(request, tournament)
    asked = request.GET.get("page", "1")
    page = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 1
    entrants = list(tournament.entrants.filter(withdrawn=False).order_by("number"))
    pages = max(1, -(-len(entrants) // CARDS_A_PAGE))
    page = min(max(1, page), pages)
    some = entrants[(page - 1) * CARDS_A_PAGE : page * CARDS_A_PAGE]
    cards = [(each, shown(request, "scan_here", service.card_token(each))) for each in some]
    context = _context(actor, tournament) | {"cards": cards, "number": page, "pages": range(1, pages + 1)}
    return render(request, "tournaments/check_in_cards.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def scan_here(request: HttpRequest, token: str) -> HttpResponse:
    """Whoever scans a card sees whose it is and presses one button; merely looking checks nobody in."""
    context: dict[str, Any] = {}
    status = 200
    try:
        entrant = service.entrant_of_card(token)
        speak_for(request, entrant.tournament)
        context = {"tournament": entrant.tournament, "entrant": entrant}
        if request.method == "POST":
            seen = service.check_in_by_card(token)
            context |= {"entrant": seen.entrant, "pin": seen.pin, "done": True}
    except Refused as refusal:
        tell_of_guess(request, refusal)
        context |= {"refusal": refusal.message}
        status = UNFIT if "entrant" in context else GONE
    return render(request, "tournaments/scan_here.html", context, status=status)


@never_cache
@require_http_methods(["GET", "POST"])
def here(request: HttpRequest, slug: str) -> HttpResponse:
    """The public page to check in by oneself."""
    tournament = get_object_or_404(Tournament.objects.select_related("club"), slug=slug)
    by_oneself = door_of(tournament).by_oneself
    if not by_oneself and not actor_of(request).sees(tournament):
        raise Http404
    speak_for(request, tournament)
    form = HereForm(request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"tournament": tournament, "form": form, "by_oneself": by_oneself}
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            seen = service.check_in_by_code(tournament, said["code"], said["name"])
        except Refused as refusal:
            form.add_error(refusal.field, refusal.message)
        else:
            context["done"] = seen.entrant
    return render(request, "tournaments/here.html", context, status=UNFIT if form.errors else 200)


# -- in detail -----------------------------------------------------------------------------------


def _listed(request: Request, actor: Actor, tournament: Tournament) -> dict[str, Any]:
    asked = request.GET.get("q", "")
    listed = people_list(tournament, asked, request.GET.get("show", ""), request.GET.get("page"))
    return _context(actor, tournament) | {"listed": listed, "door": door_of(tournament)}


def _context(actor: Actor, tournament: Tournament) -> dict[str, Any]:
    organises = actor.organises(tournament)
    rounds = tournament.rounds.select_related("tournament").order_by("number")
    return {
        "tournament": tournament,
        "tab": "check-in",
        "organises": organises,
        "checks_in": True,
        "rounds": rounds if organises else [each for each in rounds if each.is_public],
    }
