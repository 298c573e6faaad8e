"""Adding events to a log, and rewriting what is derived from it: of a locked match, or if it has not moved.

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
from games.guard import REFUSAL
from games.models import Event, Match
from games.results import is_over
from games.services.common import Permit
from rules.api import Engine

DERIVED = ("version", "head", "state", "status", "ruling", "result", "final_at", "problem")

USED = gettext_noop("This entry’s number was already used for something else. Reload the page.")
TAKEN = ("games_event_pkey", REFUSAL)
"""How the databases say that an id is there already: PostgreSQL by its key, SQLite by our guard."""

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
    """Chain the events to the log of a locked match."""
    add(chained(match, permit, new))


def chained(match: Match, permit: Permit, new: Sequence[New]) -> list[Event]:
    """The events as they will stand in the log; the match in hand moves on with them."""
    return [_chained(match, permit, each) for each in new]


def add(events: Sequence[Event]) -> None:
    """Write events, in one statement."""
    try:
        Event.objects.bulk_create(events)
    except IntegrityError as error:
        if not any(sign in str(error) for sign in TAKEN):
            raise
        # The same id was sent to two tables in the same moment, and the other one had it first.
        raise IdReused(_(USED)) from error


def derive(match: Match, engine: Engine[Any], state: Any, ruling: Mapping[str, Any] | None) -> None:
    """Rewrite what is derived of a locked match, and let it be known when the match is over."""
    derive_in_hand(match, engine, state, ruling)
    match.save(update_fields=DERIVED)
    _tell_if_over(match)


def derive_in_hand(
    match: Match, engine: Engine[Any], state: Any, ruling: Mapping[str, Any] | None = None
) -> None:
    match.state, match.ruling = engine.dump(state), ruling
    match.status = Match.Status.OVER if is_over(engine, state, ruling) else Match.Status.PLAYING
    match.result, match.final_at, match.problem = None, None, ""


def write_if_unmoved(match: Match, seen_version: int) -> bool:
    """Write what is derived, if the match is still played and where it was; whether it was."""
    unmoved = Match.objects.filter(pk=match.pk, version=seen_version, status=Match.Status.PLAYING)
    written = unmoved.update(**{name: getattr(match, name) for name in DERIVED}) == 1
    if written:
        _tell_if_over(match)
    return written


def _tell_if_over(match: Match) -> None:
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
