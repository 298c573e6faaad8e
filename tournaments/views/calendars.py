"""Addresses that calendar programs subscribe to."""

from __future__ import annotations

import hashlib

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from tournaments.exporting.ics_file import CONTENT_TYPE, Event, calendar
from tournaments.models import Entrant
from tournaments.selectors.calendars import events_of, events_of_person
from tournaments.selectors.shown import public_name
from tournaments.views.common import find_tournament


@gzip_page
@require_safe
def tournament_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    return _answer(request, tournament.name, events_of(tournament, _site(request)))


@gzip_page
@require_safe
def player_calendar(request: HttpRequest, slug: str, entrant_id: int) -> HttpResponse:
    tournament = find_tournament(request, slug)
    people = Entrant.objects.select_related("player")
    entrant = get_object_or_404(people, tournament=tournament, pk=entrant_id)
    name = f"{public_name(entrant)} · {tournament.name}"
    return _answer(request, name, events_of_person(tournament, entrant, _site(request)))


def _site(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


def _answer(request: HttpRequest, name: str, events: list[Event]) -> HttpResponse:
    body = calendar(name, events)
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    response = HttpResponse(body, content_type=CONTENT_TYPE)
    response["Cache-Control"] = "no-cache"
    response["Content-Disposition"] = 'inline; filename="triomphe.ics"'
    response["ETag"] = etag
    return get_conditional_response(request, etag=etag, response=response) or response
