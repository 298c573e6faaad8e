"""How the standings are made: the organiser's page."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.organiser_forms import StandingsForm
from tournaments.services.standings import plan_standings
from tournaments.views.common import UNFIT, find_tournament


@login_required
@require_http_methods(["GET", "POST"])
def tie_breaks(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    form = StandingsForm(tournament, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        move = request.POST.get("move", "")
        try:
            plan_standings(actor, tournament, form.plan(move))
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
        else:
            if not move:
                messages.success(request, _("The standings are made so from now on."))
            return redirect("tie_breaks", slug)
    context = {
        "tournament": tournament,
        "form": form,
        "tab": "plan",
        "organises": True,
        "rounds": tournament.rounds.select_related("tournament").order_by("number"),
    }
    return render(request, "tournaments/tie_breaks.html", context, status=UNFIT if form.errors else 200)
