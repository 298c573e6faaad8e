"""Who asks, for the routes: the token or the card that the middleware found, and the things it may know of."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, QueryDict
from django.urls import resolve
from django.utils.translation import gettext as _
from ninja.security import HttpBearer

from config.api.middleware import matches, tag_of
from config.api.models import Token
from tournaments.access import Actor, NotAllowed, Program, actor_of
from tournaments.models import Club, JudgeCard, Tournament
from tournaments.services.rounds import lock
from tournaments.views.clubs import find_club
from tournaments.views.common import find_tournament


class Bearer(HttpBearer):
    """A token or a card is needed here. Which one it is, and whether it is right, was looked at before."""

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        return token_of(request) or card_of(request)


bearer = Bearer()


class Changed(Exception):
    """What was to be changed is no longer what the caller has seen."""


def token_of(request: HttpRequest) -> Token | None:
    found: Token | None = getattr(request, "api_token", None)
    return found


def card_of(request: HttpRequest) -> JudgeCard | None:
    found: JudgeCard | None = getattr(request, "api_card", None)
    return found


def device_of(request: HttpRequest) -> str:
    """From which program an entry came, for whoever reads the log."""
    token, card = token_of(request), card_of(request)
    name = token.name if token else _("judge of table %s") % card.number if card else ""
    return f"API: {name}"[:80] if name else ""


def program_of(request: HttpRequest) -> tuple[Token, Program]:
    token, actor = token_of(request), actor_of(request)
    if token is None or not isinstance(actor, Program):
        raise NotAllowed
    return token, actor


def own_club(request: HttpRequest, slug: str) -> Club:
    """The club of the token; of any other nobody is told that it is there."""
    return find_club(request, slug)


@contextmanager
def changing(request: HttpRequest, slug: str, path: str) -> Iterator[tuple[Actor, Tournament]]:
    """The tournament, ours alone, and with ``If-Match`` only if what is at this path is what was seen."""
    with transaction.atomic():
        tournament = find_tournament(request, slug)
        lock(tournament)
        require_unchanged(request, path)
        tournament.refresh_from_db()
        yield actor_of(request), tournament


def require_unchanged(request: HttpRequest, path: str) -> None:
    if not (sent := request.headers.get("If-Match", "")):
        return
    looking = copy.copy(request)
    looking.method, looking.GET = "GET", QueryDict()
    try:
        view = resolve(path)
    except Http404 as error:
        raise Changed from error
    answer = view.func(looking, *view.args, **view.kwargs)
    if not matches(sent, tag_of(answer.content)):
        raise Changed
