"""The tour: begun with one press, its panel on every page of its tournament, left or thrown away with another."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.errors import Refused
from tournaments.access import Actor, actor_of
from tournaments.models import Tournament
from tournaments.selectors.tour import tour_of
from tournaments.services import rehearsals
from tournaments.services import tour as services
from tournaments.views.common import Request, find_tournament, sent_form_id, unchanged


@login_required
@require_POST
def begin_tour(request: Request) -> HttpResponse:
    try:
        made = services.begin_tour(
            actor_of(request), sent_form_id(request), request.POST.get("rules_key", "")[:60]
        )
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("help")
    view = tour_of(actor_of(request), made)
    return redirect(view.url if view else made)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tour(request: Request, slug: str) -> HttpResponse:
    """The panel for the page that asks again; a press on it; or, for everybody else, the way back to the tournament."""
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    if request.method == "POST":
        try:
            return _done(request, actor, tournament)
        except Refused as refusal:
            messages.error(request, refusal.message)
            return redirect("standings", slug)
    view = tour_of(actor, tournament)
    if not request.htmx:
        return redirect(view.url if view else tournament)
    if view and (nothing_new := unchanged(request, view.token)):
        return nothing_new
    return render(request, "tournaments/_tour.html", {"tour": view, "tournament": tournament})


def _done(request: Request, actor: Actor, tournament: Tournament) -> HttpResponse:
    """One press, one service."""
    do = request.POST.get("do", "")
    if do == "play":
        services.let_bots_play(actor, tournament)
        view = tour_of(actor, tournament)
        return redirect(view.url if view else tournament)
    if do == "leave":
        services.leave_tour(actor, tournament)
    elif do == "throw":
        rehearsals.throw_away(actor, tournament)
        messages.success(request, _("The rehearsal is gone."))
        return redirect("home")
    return redirect(tournament)
