"""The desk's answers to the outbox of a phone: taken, or refused with a code and both sides. No HTML.

The same addresses answer pages; the phone says by its ``Accept`` header that it wants this instead.
"""

from __future__ import annotations

import re
from dataclasses import replace

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from games.models import Match
from games.services import Permit
from tournaments.access import actor_of
from tournaments.desk.game import Game
from tournaments.desk.reading import entries_of
from tournaments.models import Table

JSON = "application/json"
DEVICE = re.compile(r"[a-z0-9-]{4,40}")
FORBIDDEN = 403


def wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == JSON


def taken(match: Match) -> HttpResponse:
    """It stands in the log, now or from an earlier time; ``version`` is where the match is."""
    return JsonResponse({"version": match.version})


def refusal(code: str, message: str, status: int, **more: object) -> HttpResponse:
    return JsonResponse({"code": code, "message": message, **more}, status=status)


def newest(game: Game) -> str:
    """The last entry that counts, in words: the other side."""
    entries = entries_of(game)
    if not entries:
        return _("Nothing has been entered yet.")
    last = entries[-1]
    # Isolated: a name written from right to left must not turn the rest around.
    name = f"\u2068{last.name}\u2069" if last.name else ""
    return " ".join(each for each in (name, last.words, last.points) if each)


def shut_out() -> HttpResponse:
    """The card was renewed, or the session is gone: scanned again, the phone may send what it kept."""
    return refusal(
        "not-allowed",
        _("This phone may no longer enter at this table. Scan the table’s card again, then send it."),
        FORBIDDEN,
    )


def device_of(request: HttpRequest) -> str:
    """What the phone calls itself, if it does."""
    named = request.headers.get("X-Device", "")
    return named if DEVICE.fullmatch(named) else ""


def permit_of(request: HttpRequest, table: Table) -> Permit:
    """Leave to write, with the phone it is written from."""
    return replace(actor_of(request).permit_for(table), device=device_of(request))
