"""Refusals as other programs read them: RFC 9457, with the code and the sentence that a page would show.

``type`` is always ``about:blank``: what a program decides by is ``code``, which never changes. Knows no route.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from ninja.errors import ValidationError

from config.plainly import PROBLEM
from games.errors import IdReused, Refused, Stale
from games.services import LaterEntries
from tournaments.services.once import FORM_REUSED

UNKNOWN, CONFLICT, UNFIT = 404, 409, 422
GONE_CODES = {
    *("no-such-entrant", "no-such-player", "no-such-card", "no-such-penalty", "no-such-call", "match-gone")
}
CONFLICTS = {"stale", FORM_REUSED}


def problem(status: int, code: str, detail: str, *, field: str | None = None, **more: Any) -> HttpResponse:
    told: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
    }
    if field:
        told["field"] = field
    return HttpResponse(json.dumps(told | more, ensure_ascii=False), status=status, content_type=PROBLEM)


def of_refusal(refusal: Refused, **more: Any) -> HttpResponse:
    """The same code and the same sentence as a page."""
    if isinstance(refusal, LaterEntries):
        more["later"] = [
            {"event": str(each.event), "number": each.number, "detail": each.refusal.message}
            for each in refusal.entries
        ]
    if isinstance(refusal, Stale):
        more["version"] = refusal.version
    if isinstance(refusal, IdReused) and refusal.there is not None:
        more["there"] = refusal.there
    return problem(status_of(refusal), refusal.code, refusal.message, field=refusal.field, **more)


def status_of(refusal: Refused) -> int:
    if isinstance(refusal, Stale | IdReused) or refusal.code in CONFLICTS:
        return CONFLICT
    return UNKNOWN if refusal.code in GONE_CODES else UNFIT


def of_shape(error: ValidationError) -> HttpResponse:
    """What does not fit the description, each with the field that it is about."""
    errors = [
        {"field": _path(each.get("loc", ())), "code": str(each["type"]), "detail": str(each["msg"])}
        for each in error.errors
    ]
    return problem(
        UNFIT,
        "bad-shape",
        _("This does not fit what is asked for here."),
        field=errors[0]["field"] if errors else None,
        errors=errors,
    )


def _path(location: Sequence[Any]) -> str:
    """``names.0`` for the first of the names: without where the framework keeps what was sent."""
    source, *rest = location or ("",)
    if source == "body" and rest:
        rest = rest[1:] or rest  # the name of the parameter that holds the whole body
    return ".".join(str(each) for each in rest) or str(source)


def fallback(status: int) -> tuple[str, str]:
    """A code and a sentence for what was refused before any of our own code saw it."""
    words = {
        400: ("bad-request", _("This request is not understood.")),
        401: ("no-token", _("This needs a token: send it as “Authorization: Bearer …”.")),
        403: ("not-allowed", _("This token may not do that.")),
        404: ("not-found", _("There is nothing here, or nothing that you may know of.")),
        405: ("wrong-method", _("This cannot be done with this address.")),
        406: ("not-acceptable", _("Answers here are JSON: ask for “application/json”.")),
        408: ("too-slow", _("This took too long to arrive.")),
        412: ("changed", _("Somebody changed this meanwhile. Read it again, then decide again.")),
        413: ("too-large", _("This is too much at once.")),
        415: ("not-json", _("What is sent here has to be JSON: “Content-Type: application/json”.")),
        429: ("too-often", _("This is asked for too often. Wait a few seconds, then try again.")),
        503: ("not-kept", _("Nothing was kept. Try again in a moment.")),
    }
    return words.get(
        status, ("error", _("Something went wrong here. It is written down; nothing was changed."))
    )
