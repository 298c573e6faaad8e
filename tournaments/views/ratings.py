"""A club's ranking, what its owner and organisers decide about it, and two players beside each other."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.access import actor_of
from tournaments.models import Club, Player
from tournaments.ratings.scale import PROVISIONAL
from tournaments.roles import Permission
from tournaments.selectors.meetings import duel_of, opponents_of, sittings_of
from tournaments.selectors.ranking import is_member, may_see_ratings, ranking_view
from tournaments.selectors.records import may_see_record
from tournaments.services import ratings as service
from tournaments.services.start_list import number_by_rating as renumber
from tournaments.views.clubs import find_club
from tournaments.views.common import carry_out, find_tournament

LONGEST_NUMBER = 18


@require_safe
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """For members; for everybody where the club wants it so. Nobody else is told that it is there."""
    club = get_object_or_404(Club, slug=slug)
    actor = actor_of(request)
    if not may_see_ratings(actor, club):
        raise Http404
    context = {
        "club": club,
        "view": ranking_view(actor, club, request.GET.get("page")),
        "member": is_member(actor, club),
        "manages": actor.may(Permission.MANAGE_CLUB, club),
        "provisional": PROVISIONAL,
    }
    return render(request, "clubs/ratings.html", context)


@login_required
@require_POST
def show_ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """To everybody, or to members alone."""
    club = find_club(request, slug)
    service.show_ratings(actor_of(request), club, public="public" in request.POST)
    messages.success(request, _("Kept."))
    return redirect("ratings", slug)


@login_required
@require_POST
def count_in_ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """Let this tournament count in the ratings of its club, or leave it out."""
    tournament = find_tournament(request, slug)
    service.count_in_ratings(actor_of(request), tournament, rated="rated" in request.POST)
    messages.success(request, _("Kept. The ratings follow in a moment."))
    return redirect("end", slug)


@login_required
@require_POST
def number_by_rating(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    if carry_out(request, lambda: renumber(actor, tournament)):
        messages.success(request, _("The start list is in the order of the ratings."))
    return redirect("people", slug)


@require_safe
def against(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Two players beside each other; the other one is chosen here."""
    player = get_object_or_404(Player.objects.select_related("club"), club__slug=slug, pk=player_id)
    actor = actor_of(request)
    if not may_see_record(actor, player):
        raise Http404
    sittings = sittings_of(player, actor)
    opponents = opponents_of(player, sittings, actor)
    asked = request.GET.get("other", "")[:LONGEST_NUMBER]
    other = next((each.player for each in opponents if str(each.player.pk) == asked), None)
    context = {
        "player": player,
        "opponents": opponents,
        "duel": duel_of(player, other, sittings) if other else None,
    }
    return render(request, "clubs/against.html", context)
