"""What holds for every address of the API: who asks, what is taken and given, and that a refusal is always a problem.

Cookies mean nothing here: whoever shows neither token nor card is a stranger, so no other site can have a browser do anything. Where
every visitor is to come by HTTPS, a program that does not is refused, never sent on: it would not notice, and send its
token in the clear each time.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from config import cors
from config.api import once
from config.api.coming_in import come_in, tell_of_clear
from config.api.problems import fallback, problem
from config.plainly import PROBLEM, of_program
from config.trouble import SECONDS, UNAVAILABLE, sentence_of
from games.errors import Refused

logger = logging.getLogger(__name__)

JSON = "application/json"
TAKES_A_BODY = ("POST", "PUT", "PATCH")
LARGEST_BODY = 1024 * 1024
UNAUTHORISED, FORBIDDEN, TOO_LARGE, NOT_ACCEPTABLE, NOT_JSON = 401, 403, 413, 406, 415
KEPT = ("Allow", "Retry-After", "WWW-Authenticate", "Connection")


class ProblemMiddleware:
    """The outermost: whoever refused, it reads the same."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not of_program(request.path):
            return self.get_response(request)
        if settings.SECURE_SSL_REDIRECT and not request.is_secure():
            return _in_the_clear(request)
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            return _preflight()
        response = self.get_response(request)
        if response.status_code < 400:
            return response
        if response.get("Content-Type", "") == PROBLEM:
            return response
        told = problem(response.status_code, *fallback(response.status_code))
        for name in KEPT:
            if name in response:
                told[name] = response[name]
        told["Content-Length"], told["Cache-Control"] = str(len(told.content)), "private, no-cache"
        return told


def _preflight() -> HttpResponse:
    """A browser asks whether a page of another site may ask: it may, and who it is shows by what it sends then."""
    response = HttpResponse(status=204, headers=cors.PREFLIGHT)
    del response["Content-Type"]
    return response


def _in_the_clear(request: HttpRequest) -> HttpResponse:
    """Nothing is looked at but whose secret it was: whoever is on the line may have read it."""
    return problem(FORBIDDEN, "https-only", tell_of_clear(request))


class ApiMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not of_program(request.path):
            return self.get_response(request)
        if request.method == "HEAD":
            request.method = "GET"  # the server leaves out what is said
        try:
            response = self._unfit(request) or self._answer(request)
        except OperationalError as trouble:
            logger.error("nothing was kept: %s", trouble, exc_info=trouble)
            response = problem(UNAVAILABLE, "not-kept", sentence_of(trouble))
            response["Retry-After"] = str(SECONDS)
        patch_vary_headers(response, ["Authorization", "Accept-Language"])
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    def _answer(self, request: HttpRequest) -> HttpResponse:
        try:
            come_in(request)
        except Refused as refusal:
            told = problem(UNAUTHORISED, refusal.code, refusal.message)
            told["WWW-Authenticate"] = 'Bearer error="invalid_token"'
            return told
        key = request.headers.get("Idempotency-Key")
        if request.method == "POST" and key is not None:
            return once.answer(request, getattr(request, "api_token", None), key, self.get_response)
        return with_tag(request, self.get_response(request))

    def _unfit(self, request: HttpRequest) -> HttpResponse | None:
        status = 0
        if not _accepts_json(request.headers.get("Accept", "")):
            status = NOT_ACCEPTABLE
        elif request.method in TAKES_A_BODY:
            try:
                sent = len(request.body)
            except RequestDataTooBig:
                sent = LARGEST_BODY + 1
            if sent > LARGEST_BODY:
                status = TOO_LARGE
            elif sent and request.content_type != JSON:
                status = NOT_JSON
        return problem(status, *fallback(status)) if status else None


def _accepts_json(accepted: str) -> bool:
    kinds = [each.partition(";")[0].strip().lower() for each in accepted.split(",") if each.strip()]
    return not kinds or any(each in ("*/*", "application/*", JSON) for each in kinds)


def with_tag(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer with a tag of what it says; nothing but the tag for who has that already."""
    if request.method != "GET" or response.status_code != 200:
        return response
    tag = tag_of(response.content)
    if matches(request.headers.get("If-None-Match", ""), tag):
        response = HttpResponse(status=304)
        del response["Content-Type"]
    response["ETag"] = tag
    return response


def tag_of(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def matches(sent: str, tag: str) -> bool:
    """As both If-Match and If-None-Match mean it; a proxy that packs may have made the tag weak."""
    wanted = [each.strip().removeprefix("W/") for each in sent.split(",")]
    return "*" in wanted or tag in wanted
