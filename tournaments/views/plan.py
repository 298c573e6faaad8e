"""Making a tournament and entering people."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.forms import NamesForm, OnceForm, TournamentForm, broken_page
from tournaments.models import Tournament
from tournaments.names import clean_name
from tournaments.presets import PRESETS
from tournaments.selectors.entering import how_many_ask
from tournaments.selectors.next_step import next_step
from tournaments.selectors.people import absent_next, people_list
from tournaments.services import planning
from tournaments.services.once import FORM_REUSED
from tournaments.services.planning import Plan
from tournaments.views.common import UNFIT, Request, carry_out, find_tournament


@login_required
@require_http_methods(["GET", "POST"])
def tournament_new(request: HttpRequest) -> HttpResponse:
    chosen = PRESETS.get(request.POST.get("preset") or request.GET.get("way", ""))
    form = TournamentForm(request.POST or None, initial={"preset": chosen.key} if chosen else None)
    if chosen is None:
        form.fields["name"].widget.attrs.pop("autofocus", None)  # the ways to play stand above it
    if request.method == "POST" and form.is_valid():
        try:
            made = _create(request, form)
            return redirect("plan" if chosen else "people", made.slug)
        except Refused as refusal:
            _tell(form, refusal)
    context = {"form": form, "refusal": broken_page(form), "presets": PRESETS.values(), "chosen": chosen}
    return render(request, "tournaments/new.html", context, status=UNFIT if form.errors else 200)


def _create(request: HttpRequest, form: TournamentForm) -> Tournament:
    said = {name: value for name, value in form.cleaned_data.items() if name != "form_id"}
    plan = Plan(options={}, **said | {"place": clean_name(said["place"])})
    return planning.create_tournament(actor_of(request), form.cleaned_data["form_id"], plan)


def _tell(form: OnceForm, refusal: Refused) -> None:
    """A sentence a line beside its field; a page that was sent before becomes one that was not."""
    for sentence in refusal.message.splitlines():
        form.add_error(refusal.field, sentence)
    if refusal.code == FORM_REUSED:
        form.renew()


@login_required
@require_http_methods(["GET", "POST"])
def people(request: Request, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    listed = people_list(
        tournament, request.GET.get("q", ""), request.GET.get("show", ""), request.GET.get("page")
    )
    if request.htmx:
        context = {"tournament": tournament, "listed": listed, "absent": absent_next(tournament)}
        return render(request, "tournaments/_people.html", context)
    form = NamesForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        names, form_id = form.cleaned_data["names"], form.cleaned_data["form_id"]
        try:
            count = planning.enter_names(actor, form_id, tournament, names)
        except Refused as refusal:
            _tell(form, refusal)
        else:
            messages.success(request, ngettext("%s person entered.", "%s people entered.", count) % count)
            return redirect("people", slug)
    rounds = list(tournament.rounds.select_related("tournament").order_by("number"))
    context = {
        "tournament": tournament,
        "form": form,
        "refusal": broken_page(form),
        "listed": listed,
        "asking": how_many_ask(tournament),
        "absent": absent_next(tournament),
        "tab": "people",
        "organises": True,
        "rounds": rounds,
        "next": next_step(tournament, rounds) if listed.counts["all"] else None,
    }
    return render(request, "tournaments/people.html", context, status=UNFIT if form.errors else 200)


@login_required
@require_POST
def withdraw(request: HttpRequest, slug: str, entrant_id: int) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    if carry_out(request, lambda: planning.withdraw(actor, tournament, entrant_id)):
        messages.success(request, _("Taken off the list for the coming rounds."))
    return redirect("people", slug)


@login_required
@require_POST
def play_again(request: HttpRequest, slug: str, entrant_id: int) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    if carry_out(request, lambda: planning.take_back_withdrawal(actor, tournament, entrant_id)):
        messages.success(request, _("Plays again from the next round on."))
    return redirect("people", slug)
