"""The front page: the tournaments one may see. And help, for everybody."""

import uuid
from typing import Any

from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.triominos.variants.international import engine as usual
from tournaments.access import actor_of
from tournaments.bots import can_play
from tournaments.forms import engines_for_tables
from tournaments.quick_start import guides
from tournaments.selectors.pages import visible_tournaments
from tournaments.selectors.tour import is_new, tour_under_way

A_PAGE = 24


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    pages = Paginator(visible_tournaments(actor_of(request)), A_PAGE)
    context = {"page": pages.get_page(request.GET.get("page"))} | _offer(request)
    return render(request, "tournaments/home.html", context)


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """How it works, for each role; and the tour."""
    rules = [engine for engine in engines_for_tables() if can_play(engine)]
    context = {"guides": guides(), "rules": rules, "usual": usual.key} | _offer(request)
    return render(request, "tournaments/help.html", context)


def _offer(request: HttpRequest) -> dict[str, Any]:
    """A tour, for who has an account."""
    user = actor_of(request).user
    if not isinstance(user, User):
        return {}
    return {"form_id": uuid.uuid4(), "under_way": tour_under_way(user), "offers_tour": is_new(user)}
