"""A tournament's own page: where it stands, and for the organiser what comes next."""

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import actor_of
from tournaments.models import Round
from tournaments.selectors.categories import categories_of
from tournaments.selectors.next_step import next_step
from tournaments.selectors.pages import Overview, overview_of
from tournaments.selectors.plan import todos_of
from tournaments.selectors.standings_list import standings_list
from tournaments.selectors.versions import live_token, rounds_of
from tournaments.views.common import Request, find_tournament, live, unchanged


@require_safe
def standings(request: Request, slug: str) -> HttpResponse:
    """As they move with every deal while a round is played."""
    return _page(request, slug, provisional=True)


@require_safe
def final_standings(request: Request, slug: str) -> HttpResponse:
    """By final matches alone."""
    return _page(request, slug, provisional=False)


def _page(request: Request, slug: str, *, provisional: bool) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    rounds = rounds_of(tournament)
    token = live_token(tournament, rounds)
    if request.htmx and (nothing_new := unchanged(request, token)):
        return nothing_new
    overview = overview_of(actor, tournament, rounds, token, provisional=provisional)
    categories = categories_of(tournament)
    listed = standings_list(overview, categories, request.GET)
    address = f"{request.path}?{listed.query}" if listed.query else request.path
    organises = actor.organises(tournament)
    context = {
        "overview": overview,
        "tournament": tournament,
        "token": token,
        "tab": "standings",
        "organises": organises,
        "listed": listed,
        "address": address,
        "again": f"{address}{'&' if listed.query else '?'}{urlencode({'seen': token})}",
        # What is looked for by name is looked for by one alone, and asked for by them.
        "nudge": organises or bool(listed.asked.q),
        "categories": categories,
        "provisional": provisional and overview.running.moves,
        "playing": not overview.held and any(each.state == Round.State.PUBLISHED for each in rounds),
        "next": next_step(tournament, overview.rounds, tables=_tables(overview)) if organises else None,
        "plan": todos_of(tournament) if organises and not overview.rounds and not request.htmx else None,
    }
    name = "tournaments/_standings.html" if request.htmx else "tournaments/standings.html"
    return live(render(request, name, context), token, f"tournament:{tournament.pk}", at=address)


def _tables(overview: Overview) -> tuple[int, int] | None:
    """How many tables are final, and how many there are, where that is known already."""
    running = overview.running
    return (running.final, running.tables) if running.tables else None
