"""A round's page: asked for, drafted, published, played."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.access import actor_of
from tournaments.hall_forms import ClockForm
from tournaments.models import Round
from tournaments.selectors.clocks import round_clock
from tournaments.selectors.next_step import next_step
from tournaments.selectors.pages import round_view
from tournaments.selectors.phones import phone_reports, phones_token
from tournaments.selectors.versions import live_token, rounds_of
from tournaments.services import rounds
from tournaments.views.common import (
    Request,
    carry_out,
    find_round,
    find_tournament,
    live,
    sent_number,
    unchanged,
)


@require_safe
def round_page(request: Request, slug: str, number: int) -> HttpResponse:
    # The token first: were it younger than what is shown, a page could wait for ever for what it missed.
    known = find_tournament(request, slug)
    rounds_here = rounds_of(known)
    token = live_token(known, rounds_here)
    round_ = find_round(request, slug, number, known)
    tournament = round_.tournament
    actor = actor_of(request)
    organises = actor.organises(tournament)
    # Nothing is entered into a draft, and once all tables are final nothing that a phone still holds can come in.
    holds = organises and round_.state == Round.State.PUBLISHED
    reports = phone_reports(tournament) if holds else {}
    token += phones_token(reports)
    if request.htmx and (nothing_new := unchanged(request, token)):
        return nothing_new
    view = round_view(round_, actor)
    context = {
        "tournament": tournament,
        "view": view,
        "token": token,
        "percent": round(round_.progress * 100),
        "tab": "round",
        "organises": organises,
        "clock": round_clock(round_),
        "clock_form": ClockForm(auto_id=False) if organises else None,
        "extra_form": ClockForm(auto_id=False) if organises else None,
        "phones": reports,
        "problem": _(round_.problem) if round_.problem else "",
        "next": next_step(tournament, rounds_here, here=round_, tables=(view.final, len(view.tables)))
        if organises
        else None,
        "rounds": [each for each in rounds_here if actor.sees_round(each)],
    }
    name = "tournaments/_round.html" if request.htmx else "tournaments/round.html"
    return live(render(request, name, context), token, f"tournament:{tournament.pk}")


@require_POST
def pair(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    asked: list[Round] = []
    actor = actor_of(request)
    meant = sent_number(request, "round")
    if carry_out(request, lambda: asked.append(rounds.ask_for_pairings(actor, tournament, meant))):
        return redirect("round", slug, asked[0].number)
    return redirect("standings", slug)


@require_POST
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = find_round(request, slug, number)
    actor = actor_of(request)
    seed, edition = sent_number(request, "seed"), sent_number(request, "edition")
    carry_out(request, lambda: rounds.publish(actor, round_, seed, edition))
    return redirect("round", slug, number)


@require_POST
def take_best(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = find_round(request, slug, number)
    rounds.take_the_best_so_far(actor_of(request), round_)
    return redirect("round", slug, number)
