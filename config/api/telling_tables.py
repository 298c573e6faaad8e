"""What is told of a table and its match, to whoever may know it: what its page shows them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from config.api.telling import clock, rules
from config.api.telling_hall import call
from games.agreements import agreement_of
from games.models import Event, Match, Seat
from games.selectors import Sheet, sheet_of
from games.services import Consequences as Found
from games.services import Picture as Seen
from games.services import Trial as Tried
from games.services import engine_of
from tournaments.access import Actor
from tournaments.models import Table
from tournaments.selectors.clocks import table_clock
from tournaments.selectors.held import is_table_held_from
from tournaments.selectors.pages import rules_name
from tournaments.selectors.spots import spot_of
from tournaments.services.calls import open_call


def table(found: Table, actor: Actor) -> dict[str, Any]:
    match = found.match
    assert match is not None  # noqa: S101 - a table is found by its match
    told: dict[str, Any] = {
        "tournament": found.round.tournament.slug,
        "round": found.round.number,
        "number": found.number,
        "match": match.pk,
        "label": spot_of(found),
        "rules": rules(match.rules_key, match.rules_version, rules_name(found.round.tournament)),
        "options": match.options,
        "needs_signatures": match.needs_signatures,
        "needs_check": match.needs_check,
    }
    if is_table_held_from(actor, found):
        return told | _held(match)
    sheet, judges = sheet_of(match), actor.judges(found)
    called = open_call(found) if judges else None
    return told | {
        "held": False,
        "version": match.version,
        "status": match.status,
        "seats": [
            {
                "seat": each.key,
                "name": each.name,
                "total": each.total,
                "place": each.place,
                "winner": each.winner,
                "to_go": each.to_go if sheet.limit else None,
            }
            for each in sheet.seats
        ],
        "rows": [
            {
                "event": each.event,
                "number": each.number,
                "points": each.points,
                "totals": each.totals,
                "bell": each.bell,
            }
            for each in sheet.rows
        ],
        "limit": sheet.limit,
        "ending": sheet.ending,
        "state": _public_state(match, sheet),
        "agreement": _agreement(found, match, judges),
        "ruling": _ruling(match),
        "problem": _(match.problem) if match.problem else "",
        "clock": clock(table_clock(found)),
        "call": call(called) if called else None,
        "judges": judges,
        "may_enter": match.status == Match.Status.PLAYING and not sheet.read_only and judges,
        "read_only": sheet.read_only,
    }


def event(found: Event) -> dict[str, Any]:
    same = ("id", "seq", "kind", "body", "actor", "device", "at", "hash")
    return {name: getattr(found, name) for name in same}


def consequences(found: Found) -> dict[str, Any]:
    return {
        "before": _picture(found.before),
        "after": _picture(found.after),
        "impossible": [
            {"event": each.event, "number": each.number, "detail": each.refusal.message}
            for each in found.impossible
        ],
        "reopens": found.reopens,
    }


def trial(tried: Tried) -> dict[str, Any]:
    no = tried.refusal
    return {
        "before": tried.before,
        "after": tried.after,
        "lines": [
            {"seat": each.player, "points": each.points, "reason": each.reason} for each in tried.lines
        ],
        "bell": tried.bell,
        "rings": tried.rings,
        "over": tried.outcome is not None,
        "refusal": {"field": no.field or "", "code": no.code, "detail": no.message} if no else None,
        "refused_at": tried.refused_at,
    }


# -- in detail -----------------------------------------------------------------------------------


def _held(match: Match) -> dict[str, Any]:
    seats = Seat.objects.filter(match=match).order_by("position")
    return {
        "held": True,
        "version": None,
        "status": "held",
        "seats": [{"seat": each.key, "name": each.name} for each in seats],
        "rows": [],
        "limit": None,
        "ending": "",
        "state": {},
        "agreement": None,
        "ruling": None,
        "problem": "",
        "clock": None,
        "call": None,
        "judges": False,
        "may_enter": False,
        "read_only": "",
    }


def _agreement(table: Table, match: Match, judges: bool) -> dict[str, Any] | None:
    found = agreement_of(match)
    if not (match.needs_signatures or match.needs_check or found.shown):
        return None
    pins = _pins(table) if judges else {}
    return {
        "sheet": found.sheet,
        "awaited": found.asked,
        "seats": [
            {"seat": each.key, "state": each.state, "how": each.how, "asks_pin": pins.get(each.key)}
            for each in found.seats
        ],
        "appeals": [
            {"seat": each.seat, "why": each.why, "open": each.open, "decision": each.decision}
            for each in found.appeals
        ],
        "decision": found.decision,
        "check": {"at": found.check.at, "who": found.check.who if judges else ""} if found.check else None,
    }


def _pins(table: Table) -> dict[str, bool]:
    """For each seat whether who sits there signs with a PIN."""
    seated = table.seating.values_list("position", "entrant__pin")
    return {str(position): bool(pin) for position, pin in seated}


def _ruling(match: Match) -> dict[str, Any] | None:
    return {name: match.ruling[name] for name in ("event", "kind", "why")} if match.ruling else None


def _public_state(match: Match, sheet: Sheet) -> dict[str, Any]:
    if sheet.read_only:
        return {}
    engine = engine_of(match)
    return engine.public(engine.load(match.state))


def _picture(seen: Seen) -> dict[str, Any]:
    return {"totals": seen.totals, "places": seen.places, "over": seen.over, "winners": seen.winners}
