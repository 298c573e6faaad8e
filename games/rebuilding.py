"""Whether what is kept of a match equals what its log amounts to; and putting it right. Never the log.

Knows nothing of hashes: whether the log is the one that was written is for ``games.verifying``.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.db.models import Max

from games.chain import canonical
from games.models import Match
from games.results import DEEDS, deeds_of, result_of
from games.services.common import engine_of, locked
from games.services.finalizing import Derived, LogMismatch, derived_anew
from games.services.writing import DERIVED, derive_in_hand, status_of, tell_if_over
from games.signals import match_reopened
from games.signing import is_settled
from games.verifying import broken_links
from rules.api import Engine


def rebuild(match_id: int, *, write: bool) -> list[str]:
    """The names of what differs, empty when all is well; repaired if asked to.

    Raises ``Refused`` without the match's engine, ``LogMismatch`` for a log that cannot be played, and,
    before it repairs, for one that is not as it was written: that would hide what was done to it.
    """
    with transaction.atomic():
        match = locked(match_id)
        engine = engine_of(match)
        derived = derived_anew(match, engine)
        wrong = differences(match, engine, derived, seats=_seats(match), version=_events(match))
        if wrong and write:
            _repair(match, engine, derived)
    return wrong


def differences(
    match: Match, engine: Engine[Any], derived: Derived, *, seats: Collection[str], version: int
) -> list[str]:
    """The names of what is kept of a match and is not what its log amounts to. Asks no database."""
    expected = _expected(match, engine, derived, seats)
    expected["version"] = version
    return [name for name, value in expected.items() if canonical(getattr(match, name)) != canonical(value)]


def _expected(match: Match, engine: Engine[Any], derived: Derived, seats: Collection[str]) -> dict[str, Any]:
    played, ruling, signoffs = derived
    state = played.state
    result = result_of(engine, state, ruling)
    if result and DEEDS & (match.result or {}).keys():
        # A result that was frozen before some deed was kept lacks it, and is none the worse for it.
        kept = match.result or {}
        result |= {key: each for key, each in deeds_of(engine, played).items() if key in kept}
    needs = {"signatures": match.needs_signatures, "check": match.needs_check}
    settled = is_settled(signoffs, seats, **needs, ruling=ruling)
    final = settled and match.status == Match.Status.FINAL
    over = Match.Status.OVER if settled else Match.Status.SIGNING
    over = Match.Status.FINAL if final else over
    return {
        "state": engine.dump(state),
        "ruling": ruling,
        "signoffs": signoffs,
        "status": over if result else Match.Status.PLAYING,
        "result": result if final else None,
    }


def _repair(match: Match, engine: Engine[Any], derived: Derived) -> None:
    """As after any change: what was final is taken up again, to be finalised by the usual job."""
    for finding in broken_links(match.pk):
        if not finding.only_counted_wrong:
            raise LogMismatch(finding.what)
    was_final = match.final_at is not None
    match.version = _events(match)
    derive_in_hand(match, engine, derived.played.state, derived.ruling)
    match.signoffs = derived.signoffs
    match.status = status_of(match, match.status != Match.Status.PLAYING, _seats(match))
    match.save(update_fields=DERIVED)
    tell_if_over(match)
    if was_final:
        match_reopened.send(sender=Match, match_id=match.pk)


def _seats(match: Match) -> list[str]:
    return [seat.key for seat in match.seats.all()]


def _events(match: Match) -> int:
    return match.events.aggregate(last=Max("seq"))["last"] or 0
