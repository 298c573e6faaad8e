"""The standings for a club's own site: a page to be framed, and the same as JSON. Only what everybody may see."""

from __future__ import annotations

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from tournaments.access import Actor
from tournaments.models import Round, Tournament
from tournaments.selectors.exported import standings_as_json
from tournaments.selectors.kept import fingerprint, kept
from tournaments.selectors.pages import overview_of
from tournaments.selectors.versions import live_token, people_version, rounds_of
from tournaments.views.common import Request, find_tournament, live, unchanged

ANYBODY = "*"


@xframe_options_exempt
@csp_replace({"frame-ancestors": [ANYBODY]})  # type: ignore[arg-type]
@require_safe
def embed(request: Request, slug: str) -> HttpResponse:
    """The one page that other sites may frame. Nothing in it can be pressed but a link."""
    tournament = find_tournament(request, slug)
    rounds = rounds_of(tournament)
    token = live_token(tournament, rounds)
    if request.htmx and (nothing_new := unchanged(request, token)):
        return nothing_new
    part = kept(
        f"embed:{tournament.pk}:{get_language()}",
        fingerprint(token, people_version(tournament)),
        lambda: _part(request, tournament, rounds, token),
    )
    response = HttpResponse(part) if request.htmx else _page(request, tournament, part)
    return live(response, token, f"tournament:{tournament.pk}")


@gzip_page
@require_safe
def standings_json(request: HttpRequest, slug: str) -> HttpResponse:
    """docs/embedding.md tells what is in it."""
    tournament = find_tournament(request, slug)
    rounds = rounds_of(tournament)
    token = live_token(tournament, rounds)
    etag = f'"{token}-{get_language()}"'
    if etag in request.headers.get("If-None-Match", ""):
        response: HttpResponse = HttpResponseNotModified()
    else:
        told = kept(
            f"json:{tournament.pk}:{get_language()}",
            fingerprint(token, people_version(tournament)),
            lambda: standings_as_json(overview_of(Actor(), tournament, rounds, token)),
        )
        url = request.build_absolute_uri(tournament.get_absolute_url())
        response = JsonResponse(told | {"url": url})
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    response["Access-Control-Allow-Origin"] = ANYBODY
    return response


def _part(request: HttpRequest, tournament: Tournament, rounds: list[Round], token: str) -> str:
    overview = overview_of(Actor(), tournament, rounds, token)
    context = {"tournament": tournament, "token": token, "overview": overview}
    return render_to_string("embed/_standings.html", context, request)


def _page(request: HttpRequest, tournament: Tournament, part: str) -> HttpResponse:
    return render(request, "embed/page.html", {"tournament": tournament, "part": part})
