"""One person's page, for the organiser."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.models import Entrant, Round, Tournament
from tournaments.organiser_forms import PersonForm, SubstituteForm
from tournaments.selectors.people import PersonView, person_view
from tournaments.selectors.versions import rounds_of
from tournaments.services import people
from tournaments.views.common import UNFIT, find_tournament


@login_required
@require_http_methods(["GET", "POST"])
def person(request: HttpRequest, slug: str, entrant_id: int) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    entrant = get_object_or_404(Entrant, tournament=tournament, pk=entrant_id)
    rounds = rounds_of(tournament)
    seen = person_view(tournament, entrant, rounds)
    form = PersonForm(seen, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            people.change_person(actor, tournament, entrant_id, form.plan())
        except Refused as refusal:
            form.add_error(refusal.field, refusal.message)
        else:
            messages.success(request, _("Kept."))
            return redirect("people", slug)
    return _page(request, tournament, rounds, seen, form, SubstituteForm())


@login_required
@require_POST
def substitute(request: HttpRequest, slug: str, entrant_id: int) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    entrant = get_object_or_404(Entrant, tournament=tournament, pk=entrant_id)
    form = SubstituteForm(request.POST)
    if form.is_valid():
        try:
            people.substitute(actor, tournament, entrant_id, form.cleaned_data["name"])
        except Refused as refusal:
            form.add_error(refusal.field, refusal.message)
        else:
            messages.success(request, _("%(name)s plays on.") % {"name": form.cleaned_data["name"]})
            return redirect("person", slug, entrant_id)
    rounds = rounds_of(tournament)
    seen = person_view(tournament, entrant, rounds)
    return _page(request, tournament, rounds, seen, PersonForm(seen), form)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    rounds: list[Round],
    seen: PersonView,
    form: PersonForm,
    takes_over: SubstituteForm,
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "person": seen,
        "form": form,
        "takes_over": takes_over,
        "categories": tournament.categories.all(),
        "inside": set(seen.entrant.categories.values_list("pk", flat=True)),
        "tab": "people",
        "organises": True,
        "rounds": rounds,
    }
    unfit = form.errors or takes_over.errors
    return render(request, "tournaments/person.html", context, status=UNFIT if unfit else 200)
