"""A tournament in pictures, for everybody."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import actor_of
from tournaments.selectors.held import held_for
from tournaments.selectors.pictures import pictures_of
from tournaments.selectors.shown import cover
from tournaments.selectors.versions import live_token, rounds_of
from tournaments.views.common import Request, find_tournament, live, unchanged


@require_safe
def pictures(request: Request, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    rounds = rounds_of(tournament)
    token = live_token(tournament, rounds)
    if request.htmx and (nothing_new := unchanged(request, token)):
        return nothing_new
    sent = request.GET.get("follow", "")
    follow = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 8 else None
    people = list(tournament.entrants.select_related("player").order_by("name"))
    cover(actor, tournament, people)
    held = held_for(actor, tournament)
    context = {
        "held": held,
        "tournament": tournament,
        "pictures": pictures_of(tournament, follow, rounds=rounds, token=token, held=held),
        "people": people,
        "follow": follow,
        "token": token,
        "tab": "pictures",
        "organises": actor.organises(tournament),
        "rounds": [each for each in rounds if actor.sees_round(each)],
    }
    name = "tournaments/_pictures.html" if request.htmx else "tournaments/pictures.html"
    return live(render(request, name, context), token, f"tournament:{tournament.pk}")
