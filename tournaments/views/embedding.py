"""The standings for a club's own site: a page to be framed, and the same as JSON. Only what everybody may see."""

from __future__ import annotations

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from tournaments.access import Actor
from tournaments.selectors.exported import standings_as_json
from tournaments.selectors.pages import live_token, overview_of
from tournaments.views.common import Request, find_tournament, live, unchanged

ANYBODY = "*"


@xframe_options_exempt
@csp_replace({"frame-ancestors": [ANYBODY]})  # type: ignore[arg-type]
@require_safe
def embed(request: Request, slug: str) -> HttpResponse:
    """The one page that other sites may frame. Nothing in it can be pressed but a link."""
    tournament = find_tournament(request, slug)
    token = live_token(tournament)
    if request.htmx and (nothing_new := unchanged(request, token)):
        return nothing_new
    context = {"tournament": tournament, "token": token, "overview": overview_of(Actor(), tournament)}
    name = "embed/_standings.html" if request.htmx else "embed/page.html"
    return live(render(request, name, context), token, f"tournament:{tournament.pk}")


@gzip_page
@require_safe
def standings_json(request: HttpRequest, slug: str) -> HttpResponse:
    """docs/embedding.md tells what is in it."""
    tournament = find_tournament(request, slug)
    etag = f'"{live_token(tournament)}"'
    if etag in request.headers.get("If-None-Match", ""):
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = JsonResponse(
            standings_as_json(overview_of(Actor(), tournament))
            | {"url": request.build_absolute_uri(tournament.get_absolute_url())}
        )
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    response["Access-Control-Allow-Origin"] = ANYBODY
    patch_vary_headers(response, ["Accept-Language"])
    return response
