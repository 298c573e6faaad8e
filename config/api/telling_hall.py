"""What is told of what goes on around the tables: calls, cards, penalties."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tournaments.models import Call, JudgeCard, Penalty
from tournaments.selectors.calls import Waiting
from tournaments.selectors.penalties import in_words


def call(found: Call) -> dict[str, Any]:
    same = ("id", "reason", "called_at", "answered_at", "closed_at")
    return {name: getattr(found, name) for name in same}


def waiting(found: Waiting) -> dict[str, Any]:
    return {
        "calls": [
            call(each) | {"round": each.table.round.number, "table": each.table.number}
            for each in found.calls
        ],
        "appeals": [{"round": each.round.number, "table": each.number} for each in found.appeals],
    }


def card(found: JudgeCard, used: datetime | None, label: str) -> dict[str, Any]:
    """Never its secret, which is told when it is made."""
    return {"table": found.number, "label": label, "revoked_at": found.revoked_at, "used_at": used}


def penalty(found: Penalty) -> dict[str, Any]:
    same = ("kind", "reason", "given_at", "back_at")
    return {name: getattr(found, name) for name in same} | {
        "id": found.pk,
        "entrant": found.entrant_id,
        "number": found.entrant.number,
        "name": found.entrant.name,
        "amount": float(found.amount),
        "words": in_words(found),
        "round": found.round_number,
        # While results are held, that it was taken back may be one of them.
        "back_reason": found.back_reason if found.back_at else "",
    }
