"""The plan of a tournament: all decisions at a glance, and the pages that change those without one of their own."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.errors import Refused
from rules.registry import registry
from tournaments.access import actor_of
from tournaments.models import Tournament
from tournaments.plan_forms import AboutForm, OptionsForm, RulesForm, SplitForm
from tournaments.selectors.next_step import next_step
from tournaments.selectors.plan import plan_view, stages_of
from tournaments.selectors.rules import describe, rules_view
from tournaments.selectors.splits import Comparison, compare, sizes_of_rules
from tournaments.services.about import About, change_about
from tournaments.services.rules import change_rules as keep_rules
from tournaments.services.rules import may_change_rules
from tournaments.services.splitting import choose_tables
from tournaments.views.common import UNFIT, carry_out, find_tournament

A_DOZEN = 12


@login_required
@require_safe
def plan(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor_of(request).require_organiser(tournament)
    context = organiser_context(tournament, "plan")
    view = plan_view(tournament)
    ready = not view.left and not tournament.closed_at
    context |= {"plan": view, "next": next_step(tournament, context["rounds"]) if ready else None}
    return render(request, "tournaments/plan.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def about(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    form = AboutForm(tournament, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            change_about(actor, tournament, About(**form.cleaned_data))
        except Refused as refusal:
            form.add_error(refusal.field, refusal.message)
        else:
            messages.success(request, _("Kept."))
            return redirect("plan", slug)
    context = organiser_context(tournament, "plan") | {"form": form}
    return render(request, "tournaments/about.html", context, status=UNFIT if form.errors else 200)


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """What the rules say: for everybody who may know of the tournament."""
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    organises = actor.organises(tournament)
    rounds = tournament.rounds.select_related("tournament").order_by("number")
    context = {
        "tournament": tournament,
        "view": rules_view(tournament),
        "tab": "rules",
        "organises": organises,
        "may_change": organises and may_change_rules(tournament),
        "rounds": [each for each in rounds if actor.sees_round(each)],
    }
    return render(request, "tournaments/rules.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def change_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """First which rules, then their options: each is a form of its own, so that it needs no script."""
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    sent = request.POST if request.method == "POST" else None
    choosing = sent is not None and "rules_key" in sent
    form = RulesForm(tournament.rules_key, sent if choosing else None)
    engine = registry().engines.get(tournament.rules_key)
    options = (
        OptionsForm(engine, tournament.options, sent if sent is not None and not choosing else None)
        if engine
        else None
    )
    if sent is not None:
        active = form if choosing else options
        if active is not None and active.is_valid():
            try:
                if choosing:
                    keep_rules(actor, tournament, form.cleaned_data["rules_key"], {})
                elif options:
                    keep_rules(actor, tournament, tournament.rules_key, options.options())
            except Refused as refusal:
                active.add_error(refusal.field if refusal.field in active.fields else None, refusal.message)
            else:
                messages.success(request, _("Kept. Here is what these rules say."))
                return redirect("change_rules" if choosing else "rules", slug)
    unfit = form.errors or (options and options.errors)
    context = organiser_context(tournament, "plan") | {
        "form": form,
        "options": options,
        "view": describe(engine, tournament.options) if engine else None,
        "fixed": not may_change_rules(tournament),
    }
    return render(request, "tournaments/change_rules.html", context, status=UNFIT if unfit else 200)


@login_required
@require_http_methods(["GET", "POST"])
def split(request: HttpRequest, slug: str) -> HttpResponse:
    """The ways to seat so many people, compared; sending one of them sets it."""
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    if request.method == "POST":
        wanted = [int(part) for part in request.POST.get("sizes", "").split()[:1_000] if part.isdecimal()]
        if carry_out(request, lambda: choose_tables(actor, tournament, wanted)):
            messages.success(
                request, _("The tables are set so. Fewer or more people are fitted in as near as can be.")
            )
            return redirect("plan", slug)
        return redirect("split", slug)
    sizes = sizes_of_rules(tournament)
    stage = stages_of(tournament)[0]
    entered = tournament.entrants.filter(withdrawn=False).count()
    asked: dict[str, Any] = {
        "people": entered if entered > 1 else tournament.expected or A_DOZEN,
        "rounds": stage.rounds,
        "allow": [size for size in sizes if abs(size - stage.table_size) <= 1],
    }
    form = SplitForm(sizes, request.GET if request.GET else asked)
    found = Comparison([])
    if form.is_valid():
        said = form.cleaned_data
        found = compare(stage, said["people"], said["allow"], said["rounds"])
    context = organiser_context(tournament, "plan") | {"form": form, "found": found, "entered": entered}
    return render(request, "tournaments/split.html", context, status=UNFIT if form.errors else 200)


def organiser_context(tournament: Tournament, tab: str) -> dict[str, Any]:
    """What every page of an organiser shows around its own contents."""
    return {
        "tournament": tournament,
        "tab": tab,
        "organises": True,
        "rounds": list(tournament.rounds.select_related("tournament").order_by("number")),
    }
