"""Adding events to a log, and rewriting what is derived from it. Only ever called with the match locked.

Nothing here grows with the log: the hash to chain from and the state to go on from are on the match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import IntegrityError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import jobs
from games.chain import link
from games.due import FINALIZE
from games.errors import IdReused
from games.models import Event, Match
from games.results import is_over
from games.services.common import Permit
from rules.api import Engine

DERIVED = ("version", "head", "state", "status", "ruling", "result", "final_at", "problem")

USED = gettext_noop("This entry’s number was already used for something else. Reload the page.")
PRIMARY_KEY = "games_event_pkey"
"""PostgreSQL's name for it. SQLite has one writer at a time, who has looked before."""

New = tuple[UUID, str, dict[str, Any]]
"""The id, kind and body of an event to come."""


def all_there(match: Match, new: Sequence[New]) -> bool:
    """Whether these very events are in the log already; refuses when only some are, or others."""
    if len({each[0] for each in new}) < len(new):
        raise IdReused(_("Two entries came with the same number. Reload the page."))
    there = Event.objects.in_bulk([each[0] for each in new])
    for id_, kind, body in new if there else ():
        check_same(match, there.get(id_), kind, body)
    return bool(there)


def check_same(match: Match, event: Event | None, kind: str, body: dict[str, Any] | None = None) -> None:
    """Refuse an id under which something else is known, here or at another table."""
    if event is None or event.match_id != match.pk or event.kind != kind:
        raise IdReused(_(USED))
    if body is not None and event.body != body:
        raise IdReused(
            _(
                "This entry was already sent with other numbers, and those count. Reload the page to see them."
            ),
            there=event.body,
        )


def append(match: Match, permit: Permit, new: Sequence[New]) -> None:
    """Chain the events to the log, in one statement."""
    events = [_chained(match, permit, each) for each in new]
    try:
        Event.objects.bulk_create(events)
    except IntegrityError as error:
        if PRIMARY_KEY not in str(error):
            raise
        # The same id was sent to two tables in the same moment, and the other one had it first.
        raise IdReused(_(USED)) from error


def derive(match: Match, engine: Engine[Any], state: Any, ruling: Mapping[str, Any] | None) -> None:
    """Rewrite what is derived, and let it be known when the match is over."""
    match.state, match.ruling = engine.dump(state), ruling
    match.status = Match.Status.OVER if is_over(engine, state, ruling) else Match.Status.PLAYING
    match.result, match.final_at, match.problem = None, None, ""
    match.save(update_fields=DERIVED)
    if match.status == Match.Status.OVER:
        jobs.send_on_commit(FINALIZE, match.pk)


def _chained(match: Match, permit: Permit, new: New) -> Event:
    match.version += 1
    event = Event(
        id=new[0],
        match=match,
        seq=match.version,
        kind=new[1],
        body=new[2],
        actor=permit.actor[:80],
        account=permit.user.pk if permit.user else None,
        device=permit.device[:80],
        at=timezone.now(),
    )
    event.hash = match.head = link(match.head, event)
    return event
