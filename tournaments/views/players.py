"""A player's own pages: where do I sit, how did I play, what has been in this club."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.access import actor_of
from tournaments.charts import rank_chart
from tournaments.models import NAME_LENGTH, Player
from tournaments.selectors.meetings import feats_of, opponents_of, sittings_of
from tournaments.selectors.players import find_seats, newest_round, player_view
from tournaments.selectors.ranking import may_see_ratings, past_of
from tournaments.selectors.records import may_see_record, record_of
from tournaments.views.common import Request, find_tournament


@require_safe
def where(request: Request, slug: str) -> HttpResponse:
    """Search by name, large: the page a phone in the doorway shows. The fragment is the answer alone."""
    tournament = find_tournament(request, slug)
    asked = request.GET.get("q", "")[:NAME_LENGTH]
    context = {
        "tournament": tournament,
        "asked": asked,
        "round": newest_round(tournament),
        "seats": find_seats(tournament, asked),
    }
    name = "tournaments/_where.html" if request.htmx else "tournaments/where.html"
    return render(request, name, context)


@require_safe
def player(request: Request, slug: str, entrant_id: int) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    view = player_view(tournament, entrant_id, actor)
    if view is None:
        raise Http404
    known = view.entrant.player
    club_page = known if known and may_see_record(actor, known) else None
    context = {
        "tournament": tournament,
        "view": view,
        "chart": rank_chart(view.ranks, view.people),
        "club_page": club_page,
        "organises": actor.organises(tournament),
    }
    return render(request, "tournaments/player.html", context)


@require_safe
def player_record(request: Request, slug: str, player_id: int) -> HttpResponse:
    """All tournaments of somebody in a club's list."""
    found = get_object_or_404(Player.objects.select_related("club"), club__slug=slug, pk=player_id)
    actor = actor_of(request)
    if not may_see_record(actor, found):
        raise Http404
    sees_ratings = may_see_ratings(actor, found.club)
    sittings = sittings_of(found, actor)
    context = {
        "record": record_of(found, actor),
        "sees_ratings": sees_ratings,
        "past": past_of(found) if sees_ratings else None,
        "feats": feats_of(sittings),
        "opponents": opponents_of(found, sittings, actor),
    }
    return render(request, "tournaments/player_record.html", context)
