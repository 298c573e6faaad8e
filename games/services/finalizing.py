"""Freezing a result. May run twice, at the same moment, too early, or be killed: the row decides."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from games.chain import canonical
from games.errors import Refused
from games.models import Event, Match
from games.replay import Replay, read_log, replay
from games.results import deeds_of, result_of
from games.services.common import engine_of, locked
from games.services.reading import ruling_of
from games.signals import match_finalized
from games.signing import Signoffs, is_settled, read_signoffs
from games.verifying import broken_links
from rules.api import Engine

logger = logging.getLogger(__name__)

PROBLEM_MISMATCH = gettext_noop("The log and the totals of this match do not agree. Please check its deals.")

PROBLEM_NO_ENGINE = gettext_noop(
    "The rules of this match are not installed here. Install them, then take its last entry back and enter it again."
)


class LogMismatch(Exception):
    """The replayed log and the cached state differ: a bug, or somebody's hand in the database."""


def finalize(match_id: int) -> None:
    """Replay a match that is over from nothing, compare, and freeze its result. Once, however often called."""
    try:
        with transaction.atomic():
            match = locked(match_id)
            if match.status == Match.Status.OVER and not match.problem:
                _freeze(match)
    except LogMismatch:
        logger.exception("match %s: the log and the cached state differ; its result is not frozen", match_id)
        _hold(match_id, PROBLEM_MISMATCH)
    except Refused as refusal:
        logger.warning("match %s: not finalised: %s", match_id, refusal.message)
        _hold(match_id, PROBLEM_NO_ENGINE)


def _hold(match_id: int, problem: str) -> None:
    """Leave a match for somebody to look at, instead of trying again for ever."""
    Match.objects.filter(pk=match_id, status=Match.Status.OVER).update(problem=problem)


class Derived(NamedTuple):
    """What a log amounts to."""

    played: Replay
    ruling: dict[str, Any] | None
    signoffs: Signoffs | None


def derived_anew(match: Match, engine: Engine[Any]) -> Derived:
    """What is kept of a match, from its log alone. A log that cannot be played is a mismatch."""
    keys = [seat.key for seat in match.seats.all()]
    return derived_from(engine, keys, match.options, list(match.events.order_by("seq")))


def derived_from(
    engine: Engine[Any], keys: Sequence[str], options: Mapping[str, Any], events: Sequence[Event]
) -> Derived:
    """The same of a log in hand."""
    try:
        played = replay(engine, keys, options, events)
        return Derived(played, ruling_of(read_log(events)), read_signoffs(events))
    except Exception as error:  # pure from here: whatever it is, trying again would give the same
        raise LogMismatch(f"its log cannot be played: {error}") from error


def _freeze(match: Match) -> None:
    engine = engine_of(match)
    if findings := list(broken_links(match.pk)):
        raise LogMismatch(findings[0].what)
    played, ruling, signoffs = derived_anew(match, engine)
    result = result_of(engine, played.state, ruling)
    kept = (engine.dump(played.state), ruling, signoffs)
    agrees = canonical(kept) == canonical((match.state, match.ruling, match.signoffs))
    seats = [seat.key for seat in match.seats.all()]
    needs = {"signatures": match.needs_signatures, "check": match.needs_check}
    if agrees and not is_settled(signoffs, seats, **needs, ruling=ruling):
        raise LogMismatch("its sheet has not been signed and looked over by everybody who has to")
    if result is None or not agrees:
        raise LogMismatch("what is kept of it is not what its log amounts to")
    result |= deeds_of(engine, played)
    match.result, match.status, match.final_at = result, Match.Status.FINAL, timezone.now()
    match.save(update_fields=["result", "status", "final_at"])
    match_finalized.send(sender=Match, match_id=match.pk)
