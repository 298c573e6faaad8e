"""What is told of a thing, to whoever may know it. Reads through the selectors that pages read through."""

from __future__ import annotations

from typing import Any

from config.api.models import Token
from games.agreements import agreement_of
from games.models import Event, Match, Seat
from games.selectors import Sheet, sheet_of
from games.services import Consequences as Found
from games.services import Picture as Seen
from games.services import Trial as Tried
from games.services import engine_of
from tournaments.access import Actor, Program
from tournaments.models import Entrant, Player, Round, Table, Tournament
from tournaments.roles import Permission
from tournaments.selectors.held import is_held_from, is_table_held_from
from tournaments.selectors.pages import RoundView, TableView, rules_name


def me(token: Token, actor: Program) -> dict[str, Any]:
    return {
        "name": token.name,
        "scope": token.scope,
        "account": str(token.user),
        "club": token.club.slug,
        "role": actor.role_in(token.club_id) or "",
        "expires_at": token.expires_at,
    }


def tournament(found: Tournament, actor: Actor, *, people: int, rounds_public: int) -> dict[str, Any]:
    same = (
        *("slug", "name", "place", "language", "expected", "first_day", "last_day", "time_zone", "options"),
        *("table_size", "rounds_planned", "signing", "double_check", "turn_seconds", "round_minutes"),
        *("rehearsal", "closed_at"),
    )
    return {name: getattr(found, name) for name in same} | {
        "club": found.club.name,
        "rules": _rules(found.rules_key, found.rules_version, rules_name(found)),
        "rounds_public": rounds_public,
        "entrants": people,
        "held": is_held_from(actor, found),
        "page": found.get_absolute_url(),
    }


def entrant(found: Entrant, actor: Actor, where: Tournament) -> dict[str, Any]:
    told: dict[str, Any] = {name: getattr(found, name) for name in ("number", "name", "club", "joined_round")}
    told["id"] = found.pk
    # While results are held, that somebody is out may be one of them.
    told["withdrawn"] = None if is_held_from(actor, where) else found.withdrawn
    if actor.may(Permission.CHECK_IN, where):
        told["checked_in_at"], told["player"] = found.checked_in_at, found.player_id
    if actor.organises(where):
        told["fixed_table"] = found.fixed_table
    return told


def player(found: Player) -> dict[str, Any]:
    same = ("name", "home", "email", "phone", "minor", "shown")
    return {name: getattr(found, name) for name in same} | {"id": found.pk}


def round_brief(found: Round) -> dict[str, Any]:
    return {"number": found.number, "state": found.state, "published_at": found.published_at}


def round_(view: RoundView) -> dict[str, Any]:
    found = view.round
    return round_brief(found) | {
        "edition": found.edition,
        "progress": found.progress,
        "problem": found.problem,
        "tables": [_table_brief(each, view.labels) for each in view.tables],
        "out": [_seated(each) for each in view.out],
        "missing": [_seated(each) for each in view.missing],
    }


def table(found: Table, actor: Actor) -> dict[str, Any]:
    match = found.match
    assert match is not None  # noqa: S101 - a table is found by its match
    told: dict[str, Any] = {
        "tournament": found.round.tournament.slug,
        "round": found.round.number,
        "number": found.number,
        "rules": _rules(match.rules_key, match.rules_version, rules_name(found.round.tournament)),
        "options": match.options,
        "needs_signatures": match.needs_signatures,
        "needs_check": match.needs_check,
    }
    if is_table_held_from(actor, found):
        return told | _held(match)
    sheet = sheet_of(match)
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
        "agreement": _agreement(match),
        "may_enter": match.status == Match.Status.PLAYING and not sheet.read_only and actor.judges(found),
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


def _rules(key: str, version: str, name: str) -> dict[str, str]:
    return {"key": key, "version": version, "name": name}


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
        "may_enter": False,
        "read_only": "",
    }


def _agreement(match: Match) -> dict[str, Any] | None:
    if not (match.needs_signatures or match.needs_check):
        return None
    found = agreement_of(match)
    return {
        "sheet": found.sheet,
        "awaited": found.asked,
        "seats": [{"seat": each.key, "state": each.state} for each in found.seats],
    }


def _public_state(match: Match, sheet: Sheet) -> dict[str, Any]:
    if sheet.read_only:
        return {}
    engine = engine_of(match)
    return engine.public(engine.load(match.state))


def _table_brief(view: TableView, labels: dict[int, str]) -> dict[str, Any]:
    match = view.table.match
    return {
        "number": view.table.number,
        "label": labels.get(view.table.number, ""),
        "status": view.status,
        "version": match.version if match and not view.held else None,
        "deals": view.deals,
        "seats": [_seated(each, total) for each, total in view.people],
    }


def _seated(found: Entrant, total: int | None = None) -> dict[str, Any]:
    return {"entrant": found.pk, "number": found.number, "name": found.name, "total": total}


def _picture(seen: Seen) -> dict[str, Any]:
    return {"totals": seen.totals, "places": seen.places, "over": seen.over, "winners": seen.winners}
