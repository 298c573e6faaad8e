"""Adding events to a log, and rewriting what is derived from it: of a locked match, or if it has not moved.

Nothing here grows with the log: the hash to chain from and the state to go on from are on the match.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.db.backends.utils import CursorWrapper
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
from games.services.common import Writer
from games.services.statements import Statement, insert_of_events, known_events, update_of_match
from games.signals import match_to_sign
from games.signing import is_settled, sheet_changed
from rules.api import Engine

DERIVED = ("version", "head", "state", "status", "ruling", "signoffs", "result", "final_at", "problem")

USED = gettext_noop("This entry’s number was already used for something else. Reload the page.")
TAKEN = ("games_event_pkey", REFUSAL)
"""How the databases say that an id is there already: PostgreSQL by its key, SQLite by our guard."""

New = tuple[UUID, str, dict[str, Any]]
"""The id, kind and body of an event to come."""


def check_ids_differ(new: Sequence[New]) -> None:
    if len({each[0] for each in new}) < len(new):
        raise IdReused(_("Two entries came with the same number. Reload the page."))


def all_there(match: Match, new: Sequence[New]) -> bool:
    """Whether these very events are in the log already; refuses when only some are, or others."""
    there = known_events([each[0] for each in new])
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


def append(match: Match, permit: Writer, new: Sequence[New]) -> None:
    """Chain the events to the log of a locked match."""
    with connection.cursor() as cursor:
        _add(cursor, insert_of_events(chained(match, permit, new)))


def chained(match: Match, permit: Writer, new: Sequence[New]) -> list[Event]:
    """The events as they will stand in the log; the match in hand moves on with them."""
    return [_chained(match, permit, each) for each in new]


def derive(match: Match, engine: Engine[Any], state: Any, ruling: Mapping[str, Any] | None) -> None:
    """Rewrite what is derived of a locked match, and let it be known when the match is over."""
    derive_in_hand(match, engine, state, ruling)
    match.save(update_fields=DERIVED)
    tell_if_over(match)
    tell_if_to_sign(match, match.head)


def derive_in_hand(
    match: Match, engine: Engine[Any], state: Any, ruling: Mapping[str, Any] | None = None
) -> None:
    match.state, match.ruling = engine.dump(state), ruling
    match.signoffs = sheet_changed(match.signoffs)
    match.status = status_of(match, is_over(engine, state, ruling))
    match.result, match.final_at, match.problem = None, None, ""


def status_of(match: Match, over: bool, seats: Collection[str] = ()) -> Match.Status:
    """From what is in hand; without seats, of a sheet that nobody has signed yet."""
    if not over:
        return Match.Status.PLAYING
    settled = is_settled(
        match.signoffs,
        seats,
        signatures=match.needs_signatures,
        check=match.needs_check,
        ruling=match.ruling,
    )
    return Match.Status.OVER if settled else Match.Status.SIGNING


def write_if_unmoved(match: Match, seen_version: int, events: Sequence[Event]) -> bool:
    """Write events and what is derived, if the match is still played and where it was; whether it was."""
    still = {
        "version": seen_version,
        "status": Match.Status.PLAYING,
        "needs_signatures": match.needs_signatures,
        "needs_check": match.needs_check,
    }
    update, insert = update_of_match(match, DERIVED, still), insert_of_events(events)
    # All that takes time is done by now, and a cursor is there: the lock is held for two statements.
    with connection.cursor() as cursor, transaction.atomic():
        if written := update.run(cursor) == 1:
            _add(cursor, insert)
            tell_if_over(match)
            tell_if_to_sign(match, match.head)
    return written


def tell_if_over(match: Match) -> None:
    """Have a match finalised that is over, and that nobody has to sign any more."""
    if match.status == Match.Status.OVER:
        jobs.send_on_commit(FINALIZE, match.pk)


def tell_if_to_sign(match: Match, sheet: str) -> None:
    """Let it be known that there is a sheet to sign: once for each that there is, not for each signature."""
    if match.status == Match.Status.SIGNING and match.needs_signatures:
        match_to_sign.send(sender=Match, match_id=match.pk, sheet=sheet)


def _add(cursor: CursorWrapper, insert: Statement) -> None:
    try:
        insert.run(cursor)
    except IntegrityError as error:
        if not any(sign in str(error) for sign in TAKEN):
            raise
        # The same id was sent to two tables in the same moment, and the other one had it first.
        raise IdReused(_(USED)) from error


def _chained(match: Match, permit: Writer, new: New) -> Event:
    match.version += 1
    event = Event(
        id=new[0],
        match_id=match.pk,
        seq=match.version,
        kind=new[1],
        body=new[2],
        actor=permit.actor[:80],
        account=permit.user.pk if permit.user else None,
        device=permit.device[:80],
        at=timezone.now(),
    )
    event.hash = match.head = link(match.head, event, match.log_number)
    return event
