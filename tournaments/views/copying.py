"""A tournament copied, and one deleted that never was."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.forms import broken_page
from tournaments.plan_forms import CopyForm, DeleteForm
from tournaments.services.copying import copy_tournament
from tournaments.services.deleting import delete_tournament, why_not_deletable
from tournaments.services.once import FORM_REUSED
from tournaments.views.common import UNFIT, find_tournament
from tournaments.views.planning import organiser_context


@login_required
@require_http_methods(["GET", "POST"])
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    sent = request.POST if request.method == "POST" else None
    form = CopyForm(sent, initial={"name": tournament.name, "people": True})
    if sent is not None and form.is_valid():
        said = form.cleaned_data
        try:
            made = copy_tournament(actor, said["form_id"], tournament, said["name"], people=said["people"])
        except Refused as refusal:
            form.add_error(refusal.field, refusal.message)
            if refusal.code == FORM_REUSED:
                form.renew()
        else:
            messages.success(request, _("The copy is there. Its days are today: change what is different."))
            return redirect("plan", made.slug)
    context = organiser_context(tournament, "plan") | {"form": form, "refusal": broken_page(form)}
    return render(request, "tournaments/copy.html", context, status=UNFIT if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Says first what would go; with its name typed it goes."""
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    form = DeleteForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            delete_tournament(actor, tournament, form.cleaned_data["name"])
        except Refused as refusal:
            form.add_error(refusal.field, refusal.message)
        else:
            messages.success(request, _("“%(name)s” is deleted.") % {"name": tournament.name})
            return redirect("home")
    context = organiser_context(tournament, "plan") | {
        "form": form,
        "why_not": why_not_deletable(tournament),
        "people": tournament.entrants.count(),
    }
    return render(request, "tournaments/delete.html", context, status=UNFIT if form.errors else 200)
