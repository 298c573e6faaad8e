"""The API put together: its routes, what its refusals become, and its description."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from config.api.answers import BothSides
from config.api.callers import Changed, card_of, token_of
from config.api.describing import described
from config.api.problems import fallback, of_refusal, of_shape, problem
from config.api.routes import (
    calls,
    cards,
    clocks,
    clubs,
    entrants,
    penalties,
    rounds,
    signing,
    tables,
    tournaments,
)
from games.errors import Refused
from tournaments.access import NotAllowed
from tournaments.refusing import tell_of_refusal

VERSION = "1.0.0"
UNAUTHORISED, FORBIDDEN, UNKNOWN, CHANGED = 401, 403, 404, 412


class Api(NinjaAPI):
    def get_openapi_schema(self, **_where: Any) -> Any:
        """Made once: it takes a tenth of a second, and anybody may ask for it. Not to be changed by who gets it."""
        return self._description  # its address has no parts that could differ

    @cached_property
    def _description(self) -> Any:
        return described(super().get_openapi_schema())


api = Api(
    title="Triomphe",
    version=VERSION,
    description="Tournaments of Triominos: what pages do, for other programs. See docs/api.md.",
    docs_url=None,
    urls_namespace="api-v1",
)
for each in (clubs, tournaments, entrants, rounds, clocks, tables, signing, calls, penalties, cards):
    api.add_router("", each.router)


@api.exception_handler(Refused)
def refused(_request: HttpRequest, refusal: Refused) -> HttpResponse:
    return of_refusal(refusal)


@api.exception_handler(BothSides)
def too_late(_request: HttpRequest, error: BothSides) -> HttpResponse:
    return of_refusal(error.refusal, now=error.now, sent=error.sent)


@api.exception_handler(ValidationError)
def unfit(_request: HttpRequest, error: ValidationError) -> HttpResponse:
    return of_shape(error)


@api.exception_handler(NotAllowed)
def not_allowed(request: HttpRequest, _error: NotAllowed) -> HttpResponse:
    known = token_of(request) or card_of(request)
    status = FORBIDDEN if known else UNAUTHORISED
    tell_of_refusal(request, status)
    if card_of(request):
        return problem(
            status, "not-allowed", _("This card is for scoring at its own table, and for nothing else.")
        )
    return _told(status)


@api.exception_handler(Http404)
def not_found(_request: HttpRequest, _error: Http404) -> HttpResponse:
    return _told(UNKNOWN)


@api.exception_handler(Changed)
def changed(_request: HttpRequest, _error: Changed) -> HttpResponse:
    return _told(CHANGED)


@api.exception_handler(HttpError)
def by_the_framework(_request: HttpRequest, error: HttpError) -> HttpResponse:
    return _told(error.status_code)


def _told(status: int) -> HttpResponse:
    response = problem(status, *fallback(status))
    if status == UNAUTHORISED:
        response["WWW-Authenticate"] = "Bearer"
    return response
