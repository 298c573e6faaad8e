"""Ends sessions that are over, marks browsers that signed in, and turns away who guesses at links and PINs."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY, logout
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from config.plainly import of_program, problem_body
from config.signin import limits, stays
from config.signin.limits import LINKS, PINS, TooMany, Try
from config.signin.origin import origin_of, remember
from config.signin.tongues import bring_along
from games.security_log import tell
from tournaments.guesses import was_wrong
from tournaments.origin import address_of

TOO_MANY = 429
PIN_PAGES = {"sign": "number", "api-v1:sign_sheet": "table"}
"""Where PINs are typed, and what the number of the table is called in their addresses."""
PROGRAMS = "api"

Answer = Callable[[HttpRequest], HttpResponse]


class StayMiddleware:
    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and self._is_over(request):
            logout(request)
        response = self.get_response(request)
        if username := getattr(request, "just_signed_in", ""):
            remember(response, origin_of(request), username)
            if isinstance(request.user, User):
                bring_along(request, response, request.user)
        return response

    def _is_over(self, request: HttpRequest) -> bool:
        user_id, key = request.session.get(SESSION_KEY), request.session.session_key
        if not user_id or not key:
            return False
        agent = request.META.get("HTTP_USER_AGENT", "")
        return not stays.goes_on(int(user_id), key, agent, address_of(request))


class GuessingMiddleware:
    """Counts wrong guesses alone, so that a hall behind one address may scan as much as it likes.

    A right link opens however many wrong ones came from the same address: nobody finds one of 192 bits by trying, but
    somebody could shut a hall out by trying. A PIN has few digits: there, after too many at a table, none is looked at.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if was_wrong(request):
            try:
                limits.count(self._try(request))
            except TooMany as refusal:
                return self._after_too_many(request, response, refusal.seconds)
            tell("wrong-guess", logging.WARNING, at=self._name(request), network=origin_of(request).network)
        return response

    def process_view(
        self, request: HttpRequest, view: Answer, args: list[object], kwargs: dict[str, object]
    ) -> HttpResponse | None:
        if request.method != "POST" or self._name(request) not in PIN_PAGES or not _pin_of(request):
            return None
        seconds = limits.waits(self._try(request))
        return self._refuse(request, seconds) if seconds else None

    def _name(self, request: HttpRequest) -> str:
        if request.resolver_match:
            return request.resolver_match.view_name
        return PROGRAMS if of_program(request.path) else ""

    def _try(self, request: HttpRequest) -> Try:
        """At a table PINs are counted together, on whichever way they come."""
        name = self._name(request)
        if name in PIN_PAGES and request.resolver_match:
            place = request.resolver_match.kwargs
            return Try(PINS, f"{place['slug']} {_number(place[PIN_PAGES[name]])}")
        return Try(LINKS, f"{name} {origin_of(request).network}")

    def _after_too_many(self, request: HttpRequest, response: HttpResponse, seconds: int) -> HttpResponse:
        if of_program(request.path) and self._name(request) not in PIN_PAGES:
            return response  # that a card does not work: else a tablet with an old one would wait for ever
        return self._refuse(request, seconds)

    def _refuse(self, request: HttpRequest, seconds: int) -> HttpResponse:
        said = (
            _("Too many wrong PINs at this table. Wait %(long)s, or ask the organiser.")
            if self._name(request) in PIN_PAGES
            else _(
                "Too many links that do not work came from your network. Wait %(long)s; a right link works at once."
            )
        )
        refusal = said % {"long": limits.in_words(seconds)}
        if of_program(request.path):
            kind, body = problem_body(TOO_MANY, "too-many", refusal)
            response = HttpResponse(body, status=TOO_MANY, content_type=kind.decode())
        else:
            response = render(request, "account/too_many.html", {"refusal": refusal}, status=TOO_MANY)
        response["Retry-After"] = str(seconds)
        return response


def _pin_of(request: HttpRequest) -> str:
    """What is tried: from a form, or out of what a program sends, read as its route will read it."""
    if not of_program(request.path):
        return request.POST.get("pin", "")
    try:
        sent = json.loads(request.body)
    except (ValueError, RecursionError):
        return ""
    return str(sent.get("pin") or "") if isinstance(sent, dict) else ""


def _number(said: object) -> int:
    """Of a table, however it is spelled: what is no number to us is counted as one."""
    try:
        return int(str(said))
    except ValueError:
        return 0
