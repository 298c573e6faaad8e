"""The organiser's page for what the public sees: hold it, reveal the places one by one, lift the hold."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.fields import WholeNumberField
from tournaments.models import Hold, Round, Tournament
from tournaments.selectors.held import next_place
from tournaments.selectors.standings import standings_of
from tournaments.services import holds as service
from tournaments.services.closing import why_not_closable
from tournaments.views.common import UNFIT, carry_out, find_tournament, sent_number
from tournaments.views.planning import organiser_context

FIRST_TEN = 10


class PlacesForm(forms.Form):
    """From which place on each is revealed by a press of its own."""

    first = WholeNumberField(
        label=gettext_lazy("One by one from place"),
        min_value=1,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        help_text=gettext_lazy("Everybody behind it is shown at once, as soon as you begin."),
        error_messages={
            "required": gettext_lazy("Type a place, such as 10."),
            "invalid": gettext_lazy("Type a place as a number, such as 10."),
            "min_value": gettext_lazy("Type a place from 1 on."),
        },
    )


@login_required
@require_safe
def hold(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor_of(request).require_organiser(tournament)
    return _page(request, tournament)


@login_required
@require_POST
def begin(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor, without = actor_of(request), sent_number(request, "without_round")
    if carry_out(request, lambda: service.begin_hold(actor, tournament, without_round=without)):
        messages.success(request, _("Held. The public goes on seeing what you chose."))
    return redirect("hold", slug)


@login_required
@require_POST
def places(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin to reveal."""
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    form = PlacesForm(request.POST)
    if form.is_valid():
        try:
            service.begin_reveal(actor, tournament, form.cleaned_data["first"])
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
        else:
            return redirect("hold", slug)
    return _page(request, tournament, form)


@login_required
@require_POST
def reveal(request: HttpRequest, slug: str) -> HttpResponse:
    """One place, the one that the pressed button named."""
    tournament = find_tournament(request, slug)
    actor, place = actor_of(request), sent_number(request, "place")
    carry_out(request, lambda: service.reveal_place(actor, tournament, place or 0))
    return redirect("hold", slug)


@login_required
@require_POST
def lift(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    if carry_out(request, lambda: service.lift_hold(actor, tournament)):
        messages.success(request, _("The public sees everything."))
    return redirect("hold", slug)


def _page(request: HttpRequest, tournament: Tournament, form: PlacesForm | None = None) -> HttpResponse:
    kept = Hold.objects.filter(tournament=tournament).first()
    context: dict[str, Any] = organiser_context(tournament, "end") | {"hold": kept}
    public = [each for each in context["rounds"] if each.is_public]
    if kept is None:
        context |= {"public": public, "last": public[-1] if len(public) > 1 else None}
    else:
        lines = standings_of(tournament)
        context |= {
            "form": form or PlacesForm(initial={"first": min(FIRST_TEN, len(lines))}),
            "why_not": why_not_closable(tournament) if kept.revealed is None else "",
            "coming": next_place(tournament, kept),
            "revealed": [
                line for line in lines if kept.revealed is not None and line.standing.rank >= kept.revealed
            ],
            "playing": any(each.state == Round.State.PUBLISHED for each in public),
        }
    failed = form is not None and bool(form.errors)
    return render(request, "tournaments/hold.html", context, status=UNFIT if failed else 200)
