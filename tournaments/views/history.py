"""Everything that was done in a tournament, for those who work for its club."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import actor_of
from tournaments.mistake_forms import HistoryForm
from tournaments.roles import Permission
from tournaments.selectors.history import history_of, told
from tournaments.selectors.versions import rounds_of
from tournaments.views.common import Request, find_tournament

A_PAGE = 40


@login_required
@require_safe
def history(request: Request, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require(Permission.WATCH_HALL, tournament)
    rounds = rounds_of(tournament)
    form = HistoryForm([each.number for each in rounds], request.GET or None)
    said = form.cleaned_data if form.is_bound and (form.is_valid() or True) else {}
    found = history_of(
        tournament, search=said.get("q", ""), round_number=said.get("round"), table=said.get("table")
    )
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    asked = request.GET.copy()
    asked.pop("page", None)
    context = {
        "tournament": tournament,
        "form": form,
        "page": page,
        "told": [told(line) for line in page],
        "asked": asked.urlencode(),
        "filtered": any(said.values()),
        "tab": "history",
        "organises": actor.organises(tournament),
        "rounds": [each for each in rounds if actor.sees_round(each)],
    }
    name = "tournaments/_history.html" if request.htmx else "tournaments/history.html"
    return render(request, name, context)
