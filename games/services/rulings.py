"""The organiser's endings: a match stopped as it stands, or abandoned with the places decided.

An event like any other, with a reason; taken back like any other, by the organiser.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.models import Event, Match
from games.plain import plain
from games.services.common import Entry, Permit, check_fresh, check_playing, engine_of, locked
from games.services.writing import all_there, append, derive
from rules.api import places_by

MOST_CHARACTERS = 200


def stop_match(permit: Permit, entry: Entry, why: str) -> Match:
    """End a match as it stands, as when the time of the round is over."""
    return _rule(permit, entry, Event.Kind.STOP, {"why": reason_of(why)})


def abandon_match(permit: Permit, entry: Entry, why: str, places: Mapping[str, int]) -> Match:
    """End a match with the places that the organiser decides; its points stay as they are."""
    return _rule(permit, entry, Event.Kind.ABANDON, {"why": reason_of(why), "places": dict(places)})


def _rule(permit: Permit, entry: Entry, kind: Event.Kind, said: dict[str, Any]) -> Match:
    if not permit.may_reopen:
        raise Refused("not-yours", _("Only the organiser can end a match before its rules do."))
    body = plain(said)
    with transaction.atomic():
        match = locked(permit.match_id)
        if "places" in body:
            body["places"] = _places(match, body["places"])
        new = [(entry.id, kind.value, body)]
        if all_there(match, new):
            return match
        check_playing(match)
        check_fresh(match, entry.seen_version)
        append(match, permit, new)
        engine = engine_of(match)
        derive(match, engine, engine.load(match.state), {"kind": kind.value, "event": str(entry.id)} | body)
    return match


def reason_of(why: str) -> str:
    """A reason as it is kept and published."""
    why = why.strip()
    if not why:
        raise Refused("reason-missing", _("Say why: it is published with the result."), field="why")
    if len(why) > MOST_CHARACTERS:
        raise Refused(
            "reason-too-long",
            _("Say it in %(most)s characters at most.") % {"most": MOST_CHARACTERS},
            field="why",
        )
    return why


def _places(match: Match, given: dict[str, Any]) -> dict[str, int]:
    """Places 1, 2, 2, 4 …, one for everybody at the table."""
    seats = {seat.key for seat in match.seats.all()}
    if set(given) != seats or not all(type(place) is int and place > 0 for place in given.values()):
        raise Refused(
            "bad-places", _("Everybody at the table needs a place, 1 for the best."), field="places"
        )
    return places_by(given, lowest_first=True)
