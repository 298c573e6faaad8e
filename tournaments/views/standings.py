"""A tournament's own page: where it stands, and for the organiser what comes next."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import actor_of
from tournaments.models import Round
from tournaments.names import sort_key
from tournaments.selectors.categories import categories_of
from tournaments.selectors.next_step import next_step
from tournaments.selectors.pages import Overview, live_token, overview_of, rounds_of
from tournaments.selectors.plan import todos_of
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
    overview = overview_of(actor, tournament, rounds, provisional=provisional)
    organises = actor.organises(tournament)
    context = {
        "overview": overview,
        "tournament": tournament,
        "token": token,
        "tab": "standings",
        "organises": organises,
        "clubs": sorted({line.entrant.club for line in overview.lines if line.entrant.club}, key=sort_key),
        "categories": categories_of(tournament),
        "provisional": provisional and overview.running.moves,
        "playing": not overview.held and any(each.state == Round.State.PUBLISHED for each in rounds),
        "next": next_step(tournament, overview.rounds, tables=_tables(overview)) if organises else None,
        "plan": todos_of(tournament) if organises and not overview.rounds and not request.htmx else None,
    }
    name = "tournaments/_standings.html" if request.htmx else "tournaments/standings.html"
    return live(render(request, name, context), token, f"tournament:{tournament.pk}")


def _tables(overview: Overview) -> tuple[int, int] | None:
    """How many tables are final, and how many there are, where that is known already."""
    running = overview.running
    return (running.final, running.tables) if running.tables else None
