"""A rehearsal's page: made from a tournament, watched, slowed down, taken over, thrown away."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.errors import Refused
from tournaments.access import Actor, actor_of
from tournaments.models import Rehearsal, Tournament
from tournaments.selectors.rehearsals import bots_of, rehearsals_of
from tournaments.services import rehearsals
from tournaments.views.common import Request, find_tournament, sent_form_id, sent_number


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def rehearsal(request: Request, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    if request.method == "POST":
        try:
            return _done(request, actor, tournament)
        except Refused as refusal:
            messages.error(request, refusal.message)
            return redirect("rehearsal", slug)
    context = {
        "tournament": tournament,
        "tab": "rehearsal",
        "organises": True,
        "rounds": tournament.rounds.defer("why").select_related("tournament").order_by("number"),
        "speeds": Rehearsal.Speed.choices,
        "form_id": uuid.uuid4(),
    }
    if tournament.rehearsal:
        context["bots"] = bots_of(tournament)
        name = "tournaments/_rehearsal.html" if request.htmx else "tournaments/rehearsal.html"
        return render(request, name, context)
    context["others"] = rehearsals_of(tournament)
    return render(request, "tournaments/rehearsal_new.html", context)


def _done(request: Request, actor: Actor, tournament: Tournament) -> HttpResponse:
    """One press, one service."""
    do, speed = request.POST.get("do", ""), request.POST.get("speed", "")[:10]
    if do == "make":
        copy = rehearsals.make_rehearsal(actor, sent_form_id(request), tournament, speed)
        return redirect("rehearsal", copy.slug)
    if do == "pace":
        playing, directing = "playing" in request.POST, "directing" in request.POST
        rehearsals.change_pace(actor, tournament, speed=speed, playing=playing, directing=directing)
    elif do in ("take", "give"):
        rehearsals.take_over(actor, tournament, sent_number(request, "table") or 0, people=do == "take")
    elif do == "throw":
        original = rehearsals.throw_away(actor, tournament)
        messages.success(request, _("The rehearsal is gone."))
        return redirect("standings", original.slug) if original else redirect("home")
    return redirect("rehearsal", tournament.slug)
