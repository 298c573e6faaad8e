"""PINs for signing: made at check-in, said once, never shown again."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.hall_forms import PinForm
from tournaments.models import Tournament
from tournaments.services import pins as service
from tournaments.views.common import UNFIT, find_tournament


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def pins(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has a PIN; by a press of a button everybody who has none gets one."""
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    made = service.make_missing_pins(actor, tournament) if request.method == "POST" else []
    if request.method == "POST" and not made:
        messages.info(request, _("Everybody has a PIN already."))
        return redirect("pins", slug)
    entrants = tournament.entrants.filter(withdrawn=False).order_by("number")
    context = _context(tournament) | {"entrants": entrants, "made": made}
    return render(request, "tournaments/pins.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def pin(request: HttpRequest, slug: str, entrant_id: int) -> HttpResponse:
    """One player's PIN: typed by them at the desk, made up, or taken away."""
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    entrant = get_object_or_404(tournament.entrants, pk=entrant_id)
    form = PinForm(request.POST or None)
    context: dict[str, Any] = _context(tournament) | {"entrant": entrant, "form": form}
    if request.method != "POST" or not form.is_valid():
        return render(request, "tournaments/pin.html", context, status=UNFIT if form.errors else 200)
    try:
        if "clear" in request.POST:
            service.clear_pin(actor, tournament, entrant_id)
            messages.success(request, _("%s signs by hand from now on.") % entrant.name)
            return redirect("pins", slug)
        made = service.set_pin(actor, tournament, entrant_id, form.cleaned_data["pin"].strip())
    except Refused as refusal:
        form.add_error(refusal.field, refusal.message)
        return render(request, "tournaments/pin.html", context, status=UNFIT)
    return render(request, "tournaments/pins.html", _context(tournament) | {"made": [(entrant, made)]})


def _context(tournament: Tournament) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "tab": "people",
        "organises": True,
        "rounds": tournament.rounds.select_related("tournament").order_by("number"),
    }
