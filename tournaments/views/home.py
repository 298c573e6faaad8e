"""The front page: the tournaments one may see."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import actor_of
from tournaments.selectors.pages import visible_tournaments

A_PAGE = 24


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    pages = Paginator(visible_tournaments(actor_of(request)), A_PAGE)
    return render(request, "tournaments/home.html", {"page": pages.get_page(request.GET.get("page"))})
