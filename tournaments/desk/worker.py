"""The service worker’s own address: it may only look after pages below the folder it is served from."""

from __future__ import annotations

from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    found = finders.find("js/worker.js")
    if not isinstance(found, str):
        raise Http404
    return HttpResponse(Path(found).read_bytes(), content_type="text/javascript; charset=utf-8")
