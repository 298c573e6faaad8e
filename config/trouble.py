"""When the database cannot be written or reached: a plain sentence and “try again”, instead of an apology for a bug.

A full disk, a disk that became read-only, a database that is away. Nothing was kept, so nothing is acknowledged: a phone
keeps what it sent and sends it again. Knows nothing of what was to be written.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import InternalError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

logger = logging.getLogger(__name__)
UNAVAILABLE = 503
SECONDS = 10
FULL = ("disk is full", "No space left", "could not extend file")
READ_ONLY = ("readonly database", "read-only transaction")


class TroubleMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        read_only = isinstance(exception, InternalError) and _says(exception, READ_ONLY)
        if not isinstance(exception, OperationalError) and not read_only:
            return None
        logger.error("nothing was kept: %s", exception, exc_info=exception)
        sentence = sentence_of(exception)
        answer: HttpResponse
        if request.headers.get("Accept") == "application/json":
            answer = JsonResponse({"code": "not-kept", "message": sentence}, status=UNAVAILABLE)
        else:
            answer = HttpResponse(render_to_string("503.html", {"sentence": sentence}), status=UNAVAILABLE)
        answer["Retry-After"] = str(SECONDS)
        answer["Cache-Control"] = "no-store"
        return answer


def sentence_of(exception: Exception) -> str:
    if _says(exception, FULL):
        return _(
            "The disk of the machine that runs Triomphe is full. What you sent was not kept; everything before it is safe. Make room there, then send it again."
        )
    if _says(exception, READ_ONLY):
        return _(
            "The disk of the machine that runs Triomphe cannot be written. What you sent was not kept; everything before it is safe. Send it again when that is mended."
        )
    return _(
        "The database cannot be reached at the moment. What you sent was not kept; everything before it is safe. Try again in a moment."
    )


def _says(exception: Exception, words: tuple[str, ...]) -> bool:
    return any(each in str(exception) for each in words)
