"""A tournament's own page: where it stands, and for the organiser what comes next."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import actor_of
from tournaments.selectors.next_step import next_step
from tournaments.selectors.pages import live_token, overview_of
from tournaments.views.common import Request, find_tournament, unchanged


@require_safe
def standings(request: Request, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    token = live_token(tournament)
    if request.htmx and (nothing_new := unchanged(request, token)):
        return nothing_new
    overview = overview_of(actor, tournament)
    organises = actor.organises(tournament)
    context = {
        "overview": overview,
        "tournament": tournament,
        "token": token,
        "tab": "standings",
        "organises": organises,
        "next": next_step(tournament, overview.rounds) if organises else None,
    }
    name = "tournaments/_standings.html" if request.htmx else "tournaments/standings.html"
    return render(request, name, context)
