"""All writing to matches. One call is one transaction.

Who may write is decided by whoever hands out a ``Permit``; what may be written is decided by the
match's engine. Knows nothing of tournaments.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import jobs
from games.due import FINALIZE
from games.errors import Refused, Stale
from games.models import Event, Match, Seat
from games.replay import replay
from games.signals import match_finalized, match_reopened
from rules.api import Engine, RuleError
from rules.registry import EngineMissing, registry

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Permit:
    """Leave to write to one match, given out by the room that knows who is who."""

    match_id: int
    actor: str
    user: AbstractBaseUser | None = None
    may_reopen: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as it comes in: its id, and the match's version as its sender saw it."""

    id: UUID
    seen_version: int


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
    with transaction.atomic():
        match = _locked(permit.match_id)
        if _already_there(match, entry, Event.Kind.ACTION, dict(action)):
            return match
        if match.status != Match.Status.PLAYING:
            raise Refused("match-over", _("This match is over. Nothing can be added to it."))
        _check_fresh(match, entry)
        engine = engine_of(match)
        try:
            step = engine.apply(engine.load(match.state), action)
        except RuleError as error:
            raise Refused.by_rule(error) from error
        _append(match, permit, entry, Event.Kind.ACTION, dict(action))
        _derive(match, engine, step.state)
    return match


def take_back_last(permit: Permit, entry: Entry) -> Match:
    """Take the last standing action back. A final match is taken up again, if the permit says so."""
    with transaction.atomic():
        match = _locked(permit.match_id)
        if _sent_before(match, entry, Event.Kind.UNDO):
            return match
        if match.status == Match.Status.FINAL and not permit.may_reopen:
            raise Refused("match-final", _("This result is final. Only the organiser can take it up again."))
        _check_fresh(match, entry)
        standing = standing_actions(match)
        if not standing:
            raise Refused("nothing-to-undo", _("There is nothing to take back."))
        _append(match, permit, entry, Event.Kind.UNDO, {"event": str(standing[-1].pk)})
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
            match = _locked(match_id)
            if match.status == Match.Status.OVER and not match.problem:
                _freeze(match)
    except (LogMismatch, RuleError):
        logger.exception("match %s: the log and the cached state differ; its result is not frozen", match_id)
        _hold(match_id, PROBLEM_MISMATCH)
    except Refused as refusal:
        logger.warning("match %s: not finalised: %s", match_id, refusal.message)
        _hold(match_id, PROBLEM_NO_ENGINE)


PROBLEM_MISMATCH = gettext_noop("The log and the totals of this match do not agree. Please check its deals.")


PROBLEM_NO_ENGINE = gettext_noop(
    "The rules of this match are not installed here. Install them, then take its last entry back and enter it again."
)


def _hold(match_id: int, problem: str) -> None:
    """Leave a match for somebody to look at, instead of trying again for ever."""
    Match.objects.filter(pk=match_id, status=Match.Status.OVER).update(problem=problem)


def engine_of(match: Match) -> Engine[Any]:
    """The engine a match is pinned to, or a refusal: without it a match is read-only."""
    try:
        return registry().get(match.rules_key, match.rules_version)
    except EngineMissing as error:
        raise Refused(
            "engine-missing",
            _(
                "The rules “%(key)s” (version %(version)s) are not installed here. This match can only be read."
            )
            % {"key": match.rules_key, "version": match.rules_version},
        ) from error


def standing_actions(match: Match) -> list[Event]:
    """The actions that count, in order: all but those taken back."""
    events = list(match.events.order_by("seq"))
    taken_back = {event.body["event"] for event in events if event.kind == Event.Kind.UNDO}
    return [event for event in events if event.kind == Event.Kind.ACTION and str(event.pk) not in taken_back]


# -- in detail -----------------------------------------------------------------------------------


def _locked(match_id: int) -> Match:
    """The match, ours alone until the transaction ends (on SQLite the whole file is)."""
    return Match.objects.select_for_update().get(pk=match_id)


def _sent_before(match: Match, entry: Entry, kind: str) -> Event | None:
    event = Event.objects.filter(pk=entry.id).first()
    if event and (event.match_id != match.pk or event.kind != kind):
        raise _id_reused()
    return event


def _id_reused() -> Refused:
    return Refused(
        "id-reused", _("This entry’s number was already used for something else. Reload the page.")
    )


def _already_there(match: Match, entry: Entry, kind: str, body: dict[str, Any]) -> bool:
    event = _sent_before(match, entry, kind)
    if event and not event.says(kind, body):
        raise Refused(
            "id-reused",
            _(
                "This entry was already sent with other numbers, and those count. Reload the page to see them."
            ),
        )
    return event is not None


def _check_fresh(match: Match, entry: Entry) -> None:
    if entry.seen_version != match.version:
        raise Stale(
            _(
                "Something was entered at this table in the meantime. Check what is there, then send yours again if it is still missing."
            ),
            version=match.version,
        )


def _append(match: Match, permit: Permit, entry: Entry, kind: str, body: dict[str, Any]) -> None:
    match.version += 1
    try:
        Event.objects.create(
            id=entry.id,
            match=match,
            seq=match.version,
            kind=kind,
            body=body,
            user_id=permit.user.pk if permit.user else None,
            actor=permit.actor[:80],
        )
    except IntegrityError as error:  # the same id came in at another table at this very moment
        raise _id_reused() from error


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
