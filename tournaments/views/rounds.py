"""A round's page: asked for, drafted, published, played."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.access import actor_of
from tournaments.models import Round
from tournaments.selectors.next_step import next_step
from tournaments.selectors.pages import live_token, round_view
from tournaments.services import rounds
from tournaments.views.common import Request, carry_out, find_round, find_tournament, unchanged


@require_safe
def round_page(request: Request, slug: str, number: int) -> HttpResponse:
    # The token first: were it younger than what is shown, a page could wait for ever for what it missed.
    token = live_token(find_tournament(request, slug))
    round_ = find_round(request, slug, number)
    tournament = round_.tournament
    if request.htmx and (nothing_new := unchanged(request, token)):
        return nothing_new
    actor = actor_of(request)
    organises = actor.organises(tournament)
    rounds_here = list(tournament.rounds.select_related("tournament").order_by("number"))
    context = {
        "tournament": tournament,
        "view": round_view(round_),
        "token": token,
        "tab": "round",
        "organises": organises,
        "problem": _(round_.problem) if round_.problem else "",
        "next": next_step(tournament, rounds_here, here=round_) if organises else None,
        "rounds": [each for each in rounds_here if actor.sees_round(each)],
    }
    name = "tournaments/_round.html" if request.htmx else "tournaments/round.html"
    return render(request, name, context)


@require_POST
def pair(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    asked: list[Round] = []
    actor = actor_of(request)
    meant = _number(request, "round")
    if carry_out(request, lambda: asked.append(rounds.ask_for_pairings(actor, tournament, meant))):
        return redirect("round", slug, asked[0].number)
    return redirect("standings", slug)


@require_POST
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = find_round(request, slug, number)
    actor = actor_of(request)
    seed = _number(request, "seed")
    carry_out(request, lambda: rounds.publish(actor, round_, seed))
    return redirect("round", slug, number)


def _number(request: HttpRequest, field: str) -> int | None:
    """What the page says it was pressed on, if it says so."""
    sent = request.POST.get(field, "")
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 20 else None
