"""What several views need: finding the thing asked for, and telling of a refusal."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django_htmx.middleware import HtmxDetails

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.models import Round, Table, Tournament

NO_CONTENT = 204
STALE = 409
UNFIT = 422


class Request(HttpRequest):
    """A request as our middleware hands it on."""

    htmx: HtmxDetails


def find_tournament(request: HttpRequest, slug: str) -> Tournament:
    """The tournament, if whoever asks may know that it exists."""
    tournament = get_object_or_404(Tournament.objects.select_related("organiser"), slug=slug)
    if not actor_of(request).sees(tournament):
        raise Http404
    return tournament


def find_round(request: HttpRequest, slug: str, number: int) -> Round:
    round_ = get_object_or_404(
        Round.objects.select_related("tournament"), tournament=find_tournament(request, slug), number=number
    )
    if not actor_of(request).sees_round(round_):
        raise Http404
    return round_


def find_table(request: HttpRequest, slug: str, round_number: int, number: int) -> Table:
    """A table of a published round."""
    round_ = find_round(request, slug, round_number)
    return get_object_or_404(
        Table.objects.select_related("match", "round__tournament"),
        round=round_,
        number=number,
        match__isnull=False,
    )


def carry_out(request: HttpRequest, work: Callable[[], object]) -> bool:
    """Call a service whose refusal is told on the next page."""
    try:
        work()
    except Refused as refusal:
        messages.error(request, refusal.message)
        return False
    return True


def unchanged(request: HttpRequest, token: str) -> HttpResponse | None:
    """An empty answer for a page that asks again and has seen all there is."""
    if request.GET.get("seen") == token:
        return HttpResponse(status=NO_CONTENT)
    return None
