"""The control room: every table of the round at a glance, the one that needs somebody first."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import actor_of
from tournaments.roles import Permission
from tournaments.selectors.control import control_room
from tournaments.selectors.versions import rounds_of
from tournaments.views.common import Request, find_tournament, unchanged


@login_required
@require_safe
def control(request: Request, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require(Permission.WATCH_HALL, tournament)
    rounds = rounds_of(tournament)
    room = control_room(tournament, rounds)
    if request.htmx and (nothing_new := unchanged(request, room.token)):
        return nothing_new
    organises = actor.organises(tournament)
    context = {
        "tournament": tournament,
        "room": room,
        "clock": room.clock,
        "start": uuid.uuid4(),
        # Each form on the page has an id of its own: one for all tables, one a card.
        "for_all": uuid.uuid4(),
        "cards": [(card, uuid.uuid4()) for card in room.cards if not card.done],
        "done": [card for card in room.cards if card.done],
        "tab": "control",
        "organises": organises,
        "rounds": [each for each in rounds if actor.sees_round(each)],
    }
    name = "tournaments/_control.html" if request.htmx else "tournaments/control.html"
    return render(request, name, context)
