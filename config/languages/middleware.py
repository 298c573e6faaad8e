"""Answers every request in its visitor's language, and leaves the thread as it was."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from config.languages.choosing import HEADER, PARAMETER, wish_of


class LanguageMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        wish = wish_of(
            request.GET.get(PARAMETER),
            request.headers.get(HEADER),
            request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME),
            accepts=request.headers.get("Accept-Language", ""),
        )
        request.language_is_firm = wish.firm  # type: ignore[attr-defined]
        with translation.override(wish.code):
            request.LANGUAGE_CODE = wish.code
            response = self.get_response(request)
            # A tournament may have spoken up meanwhile.
            response.headers.setdefault("Content-Language", translation.get_language() or wish.code)
        patch_vary_headers(response, ("Accept-Language", "Cookie", HEADER))
        return response
