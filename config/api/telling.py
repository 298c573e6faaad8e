"""What is told of a thing, to whoever may know it. Reads through the selectors that pages read through."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

from django.utils.translation import gettext as _

from config.api.models import Token
from tournaments.access import Actor, Program
from tournaments.dates import card_days, zone_of
from tournaments.models import Entrant, JudgeCard, Player, Round, Tournament
from tournaments.roles import Permission
from tournaments.selectors.cards import table_now
from tournaments.selectors.clocks import Clock, round_clock
from tournaments.selectors.held import is_held_from
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


def card(found: JudgeCard, actor: Actor) -> dict[str, Any]:
    """What a judge's card is: nobody's name, one table, some days."""
    where = found.tournament
    _first, last = card_days(where)
    table = table_now(where, found.number) if actor.sees(where) else None
    return {
        "name": _("judge of table %s") % found.number,
        "scope": "card",
        "account": "",
        "club": "",
        "role": "",
        "expires_at": datetime.combine(last + timedelta(days=1), time(), tzinfo=zone_of(where)),
        "tournament": where.slug,
        "table": found.number,
        "at": address_of(where.slug, table.round.number, found.number) if table else None,
    }


def address_of(slug: str, round_number: int, table_number: int) -> str:
    return f"/api/v1/tournaments/{slug}/rounds/{round_number}/tables/{table_number}"


def clock(found: Clock) -> dict[str, Any]:
    """Moments, not what is left of them: what was told is true until something happens."""
    return {
        "runs": found.runs,
        "round_ends_at": found.round_end,
        "turn_ends_at": found.turn_end,
        "turn_seconds": found.turn_seconds,
        "extra_minutes": found.extra,
    }


def tournament(found: Tournament, actor: Actor, *, people: int, rounds_public: int) -> dict[str, Any]:
    same = (
        *("slug", "name", "place", "language", "expected", "first_day", "last_day", "time_zone", "options"),
        *("table_size", "rounds_planned", "signing", "double_check", "turn_seconds", "round_minutes"),
        *("rehearsal", "closed_at"),
    )
    return {name: getattr(found, name) for name in same} | {
        "club": found.club.name,
        "rules": rules(found.rules_key, found.rules_version, rules_name(found)),
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
        "problem": _(found.problem) if found.problem else "",
        "tables": [_table_brief(each, view.labels) for each in view.tables],
        "out": [_seated(each) for each in view.out],
        "missing": [_seated(each) for each in view.missing],
        "clock": clock(round_clock(found)),
    }


# -- in detail -----------------------------------------------------------------------------------


def rules(key: str, version: str, name: str) -> dict[str, str]:
    return {"key": key, "version": version, "name": name}


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
