"""All writing to matches. One call is one transaction.

Who may write is decided by whoever hands out a ``Permit``; what may be written is decided by the
match's engine. Knows nothing of tournaments.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import jobs
from games.due import FINALIZE
from games.errors import Refused
from games.models import Event, Match, Seat
from games.replay import replay
from games.services.common import (
    Entry,
    NewAction,
    Permit,
    check_fresh,
    check_playing,
    engine_of,
    locked,
)
from games.services.trying import Trial, try_actions
from games.signals import match_finalized, match_reopened
from rules.api import Engine, RuleError

__all__ = [
    "Entry",
    "LogMismatch",
    "NewAction",
    "Permit",
    "Trial",
    "append_action",
    "append_actions",
    "engine_of",
    "finalize",
    "open_match",
    "standing_actions",
    "take_back_last",
    "try_actions",
]

logger = logging.getLogger(__name__)


class LogMismatch(Exception):
    """The replayed log and the cached state differ: a bug, or somebody's hand in the database."""


def open_match(engine: Engine[Any], options: Mapping[str, Any], names: Sequence[str]) -> Match:
    """Seat people and begin, under rules pinned for good."""
    keys = [str(position) for position in range(1, len(names) + 1)]
    state = engine.start(keys, options)
    with transaction.atomic():
        match = Match.objects.create(
            rules_key=engine.key,
            rules_version=engine.version,
            options=engine.settle_options(options),
            state=engine.dump(state),
        )
        Seat.objects.bulk_create(
            Seat(match=match, position=position, name=name) for position, name in enumerate(names, start=1)
        )
    return match


def append_action(permit: Permit, entry: Entry, action: Mapping[str, Any]) -> Match:
    """Add one action to the log, if the rules allow it. The same entry sent again changes nothing."""
    return append_actions(permit, entry.seen_version, [NewAction(entry.id, action)])


def append_actions(permit: Permit, seen_version: int, actions: Sequence[NewAction]) -> Match:
    """Add a whole turn, all of it or nothing. The same turn sent again changes nothing."""
    with transaction.atomic():
        match = locked(permit.match_id)
        if _all_there(match, actions):
            return match
        check_playing(match)
        check_fresh(match, seen_version)
        engine = engine_of(match)
        state = engine.load(match.state)
        for each in actions:
            try:
                state = engine.apply(state, each.action).state
            except RuleError as error:
                raise Refused.by_rule(error) from error
            _append(match, permit, each.id, Event.Kind.ACTION, dict(each.action))
        _derive(match, engine, state)
    return match


def take_back_last(permit: Permit, entry: Entry) -> Match:
    """Take the last standing action back. A final match is taken up again, if the permit says so."""
    with transaction.atomic():
        match = locked(permit.match_id)
        if _sent_before(match, entry, Event.Kind.UNDO):
            return match
        if match.status == Match.Status.FINAL and not permit.may_reopen:
            raise Refused("match-final", _("This result is final. Only the organiser can take it up again."))
        check_fresh(match, entry.seen_version)
        standing = standing_actions(match)
        if not standing:
            raise Refused("nothing-to-undo", _("There is nothing to take back."))
        _append(match, permit, entry.id, Event.Kind.UNDO, {"event": str(standing[-1].pk)})
        engine = engine_of(match)
        was_final = match.status == Match.Status.FINAL
        match.result, match.final_at = None, None
        _derive(match, engine, _replayed(match, engine))
        if was_final:
            match_reopened.send(sender=Match, match_id=match.pk)
    return match


def finalize(match_id: int) -> None:
    """Replay a match that is over from nothing, compare, and freeze its result. Once, however often called."""
    try:
        with transaction.atomic():
            match = locked(match_id)
            if match.status == Match.Status.OVER and not match.problem:
                _freeze(match)
    except LogMismatch:
        logger.exception("match %s: the log and the cached state differ; its result is not frozen", match_id)
        Match.objects.filter(pk=match_id, status=Match.Status.OVER).update(problem=PROBLEM_MISMATCH)


PROBLEM_MISMATCH = gettext_noop("The log and the totals of this match do not agree. Please check its deals.")


def standing_actions(match: Match) -> list[Event]:
    """The actions that count, in order: all but those taken back."""
    events = list(match.events.order_by("seq"))
    taken_back = {event.body["event"] for event in events if event.kind == Event.Kind.UNDO}
    return [event for event in events if event.kind == Event.Kind.ACTION and str(event.pk) not in taken_back]


# -- in detail -----------------------------------------------------------------------------------


def _sent_before(match: Match, entry: Entry, kind: str) -> Event | None:
    event = Event.objects.filter(pk=entry.id).first()
    if event and (event.match_id != match.pk or event.kind != kind):
        raise Refused(
            "id-reused", _("This entry’s number was already used for something else. Reload the page.")
        )
    return event


def _all_there(match: Match, actions: Sequence[NewAction]) -> bool:
    """Whether these very actions are in the log already; refuses when only some are, or others."""
    if not actions:
        raise Refused("nothing-sent", _("Nothing was entered."))
    if len({each.id for each in actions}) < len(actions):
        raise Refused("id-reused", _("Two entries came with the same number. Reload the page."))
    events = {event.pk: event for event in Event.objects.filter(pk__in=[each.id for each in actions])}
    if not events:
        return False
    for each in actions:
        event = events.get(each.id)
        if not event or event.match_id != match.pk or not event.says(Event.Kind.ACTION, dict(each.action)):
            raise Refused(
                "id-reused",
                _(
                    "This entry was already sent with other numbers, and those count. Reload the page to see them."
                ),
            )
    return True


def _append(match: Match, permit: Permit, id: UUID, kind: str, body: dict[str, Any]) -> None:
    match.version += 1
    Event.objects.create(
        id=id,
        match=match,
        seq=match.version,
        kind=kind,
        body=body,
        user_id=permit.user.pk if permit.user else None,
        actor=permit.actor[:80],
    )


def _derive(match: Match, engine: Engine[Any], state: Any) -> None:
    """Rewrite what is derived, and let it be known when the match is over."""
    match.state = engine.dump(state)
    match.status = Match.Status.OVER if engine.outcome(state) else Match.Status.PLAYING
    match.problem = ""
    match.save()
    if match.status == Match.Status.OVER:
        jobs.send_on_commit(FINALIZE, match.pk)


def _replayed(match: Match, engine: Engine[Any]) -> Any:
    keys = [seat.key for seat in match.seats.all()]
    return replay(engine, keys, match.options, match.events.order_by("seq")).state


def _freeze(match: Match) -> None:
    engine = engine_of(match)
    state = _replayed(match, engine)
    outcome = engine.outcome(state)
    if outcome is None or engine.dump(state) != match.state:
        raise LogMismatch(match.pk)
    match.result = {
        "totals": engine.totals(state),
        "places": engine.places(state),
        "winners": list(outcome.winners),
        "reason": outcome.reason,
    }
    match.status = Match.Status.FINAL
    match.final_at = timezone.now()
    match.save()
    match_finalized.send(sender=Match, match_id=match.pk)
