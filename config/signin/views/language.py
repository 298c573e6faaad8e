"""Choosing a language: a page with all of them, each in its own words, so that it can be read by whoever needs it."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.languages.choosing import offered
from config.signin import tongues
from config.signin.coming_in import safe_next


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def language(request: HttpRequest) -> HttpResponse:
    """Nothing but a language of ours, or none, can be chosen; afterwards one is back where one was."""
    back = safe_next(request)
    wanted = request.POST.get("choose")
    if request.method == "POST" and wanted is not None and (not wanted or offered(wanted)):
        response = redirect(back or "home")
        tongues.choose(response, request.user, wanted)
        return response
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    context = {
        "languages": settings.LANGUAGES,
        "chosen": chosen if offered(chosen) else "",
        "back": back,
    }
    return render(request, "account/language.html", context)
