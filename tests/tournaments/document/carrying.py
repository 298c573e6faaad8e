"""Bringing documents in, and changing them as somebody would who knows how they are made."""

import json
import uuid
from collections.abc import Callable
from typing import Any

from games.errors import Refused
from tournaments.access import Actor
from tournaments.document.parsing import _digest
from tournaments.models import Tournament
from tournaments.services.bringing import bring_in_document


def bring_in(actor: Actor, content: bytes) -> Tournament:
    assert actor.user
    club = actor.user.memberships.get().club
    return bring_in_document(actor, uuid.uuid4(), club, content).tournament


def refusal(actor: Actor, content: bytes) -> Refused | None:
    """Why it was not taken, or nothing."""
    try:
        bring_in(actor, content)
    except Refused as refused:
        return refused
    return None


def changed(content: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """Another body under a hash that is right again."""
    body = json.loads(content)["body"]
    change(body)
    return sealed(body)


def sealed(body: dict[str, Any]) -> bytes:
    document = {"format": "triomphe-tournament/1", "body": body, "sha256": _digest(body)}
    return json.dumps(document).encode()
