"""Categories and prizes: the organiser's pages."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.models import Category, Tournament
from tournaments.plan_forms import CategoryForm, PrizesForm
from tournaments.services import prizes as service
from tournaments.views.common import UNFIT, carry_out, find_tournament
from tournaments.views.planning import organiser_context


@login_required
@require_http_methods(["GET", "POST"])
def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    form = PrizesForm(tournament, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            service.plan_prizes(actor, tournament, form.prizes(), once=form.cleaned_data["once"])
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
        else:
            messages.success(request, _("The list of prizes is kept."))
            return redirect("prizes", slug)
    return _page(request, tournament, form, CategoryForm())


@login_required
@require_POST
def add_category(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    form = CategoryForm(request.POST)
    if form.is_valid():
        try:
            made = service.add_category(actor, tournament, form.cleaned_data["name"])
        except Refused as refusal:
            form.add_error(refusal.field, refusal.message)
        else:
            return redirect("category", slug, made.pk)
    return _page(request, tournament, PrizesForm(tournament), form)


@login_required
@require_POST
def remove_category(request: HttpRequest, slug: str, category_id: int) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    if carry_out(request, lambda: service.remove_category(actor, tournament, category_id)):
        messages.success(request, _("The category is removed."))
    return redirect("prizes", slug)


@login_required
@require_http_methods(["GET", "POST"])
def category(request: HttpRequest, slug: str, category_id: int) -> HttpResponse:
    """Everybody with a box to tick."""
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    if request.method == "POST":
        ticked = {int(each) for each in request.POST.getlist("entrant") if each.isdecimal()}
        if carry_out(request, lambda: service.set_people(actor, tournament, category_id, ticked)):
            said = ngettext("%s person is in it.", "%s people are in it.", len(ticked)) % len(ticked)
            messages.success(request, said)
        return redirect("prizes", slug)
    found = get_object_or_404(Category, tournament=tournament, pk=category_id)
    context = organiser_context(tournament, "end") | {
        "category": found,
        "entrants": tournament.entrants.order_by("name", "number"),
        "inside": set(found.entrants.values_list("pk", flat=True)),
    }
    return render(request, "tournaments/category.html", context)


@login_required
@require_POST
def person_categories(request: HttpRequest, slug: str, entrant_id: int) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    ticked = {int(each) for each in request.POST.getlist("category") if each.isdecimal()}
    if carry_out(request, lambda: service.set_categories(actor, tournament, entrant_id, ticked)):
        messages.success(request, _("Kept."))
    return redirect("person", slug, entrant_id)


def _page(request: HttpRequest, tournament: Tournament, form: PrizesForm, new: CategoryForm) -> HttpResponse:
    context = organiser_context(tournament, "end") | {
        "form": form,
        "new": new,
        "categories": tournament.categories.annotate(people=Count("entrants")).order_by("pk"),
    }
    unfit = form.errors or new.errors
    return render(request, "tournaments/prizes.html", context, status=UNFIT if unfit else 200)
