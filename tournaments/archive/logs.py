"""A match's log as plain JSON, whole: everything its hashes are over. Knows no page."""

from __future__ import annotations

from datetime import UTC
from typing import Any

from games.models import Event, Match
from games.services import log_of
from rules.triominos.export import to_record
from tournaments.desk.game import game_of

FORMAT = "triomphe-log/1"


def log_as_json(match: Match) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "match": match.log_number,
        "rules": match.rules_key,
        "version": match.rules_version,
        "options": match.options,
        "seats": [{"position": seat.position, "name": seat.name} for seat in match.seats.all()],
        "status": match.status,
        "result": match.result,
        "events": [_event(event) for event in match.events.order_by("seq")],
        "head": match.head,
    }


def record_of(match: Match) -> dict[str, Any] | None:
    """The match as a ``triominos-match/1`` record, where it was played by rules that have one."""
    game = game_of(match)
    if game is None:
        return None
    actions = [action for entry in log_of(match).standing for action in entry.actions]
    return to_record(match.rules_key, match.options, list(game.names), actions)


def _event(event: Event) -> dict[str, Any]:
    return {
        "id": str(event.pk),
        "seq": event.seq,
        "kind": event.kind,
        "body": event.body,
        "actor": event.actor,
        "account": event.account,
        "device": event.device,
        "at": event.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "hash": event.hash,
    }
