"""Has it written down that somebody wanted what is not theirs. Whether it is theirs is not decided here."""

from __future__ import annotations

import logging

from django.http import Http404, HttpRequest

from games.security_log import tell
from tournaments.origin import network_of

FORBIDDEN, UNKNOWN = 403, 404


def tell_of_refusal(request: HttpRequest, status: int = FORBIDDEN) -> None:
    """Which page, and from which network; who it was, the line says by itself (games.bearings)."""
    told = {"method": request.method, "path": request.path, "status": status}
    tell("refused", logging.WARNING, **told, network=network_of(request))


def hidden(request: HttpRequest) -> Http404:
    """As though it were not there. Strangers come by many old links; who has an account knows what is theirs."""
    if request.user.is_authenticated:
        tell_of_refusal(request, UNKNOWN)
    return Http404()
