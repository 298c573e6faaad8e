"""Whether what is kept of a match equals what its log amounts to; and putting it right. Never the log.

Knows nothing of hashes: whether the log is the one that was written is for ``games.verifying``.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Max

from games.chain import canonical
from games.models import Match
from games.results import result_of
from games.services.common import engine_of, locked
from games.services.finalizing import LogMismatch, derived_anew
from games.services.writing import derive
from games.signals import match_reopened
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
        state, ruling = derived_anew(match, engine)
        wrong = _differences(match, _expected(match, engine, state, ruling))
        if wrong and write:
            _repair(match, engine, state, ruling)
    return wrong


def _expected(match: Match, engine: Engine[Any], state: Any, ruling: Any) -> dict[str, Any]:
    result = result_of(engine, state, ruling)
    final = match.status == Match.Status.FINAL
    over = Match.Status.FINAL if final else Match.Status.OVER
    return {
        "version": _events(match),
        "state": engine.dump(state),
        "ruling": ruling,
        "status": over if result else Match.Status.PLAYING,
        "result": result if final else None,
    }


def _differences(match: Match, expected: dict[str, Any]) -> list[str]:
    return [name for name, value in expected.items() if canonical(getattr(match, name)) != canonical(value)]


def _repair(match: Match, engine: Engine[Any], state: Any, ruling: Any) -> None:
    """As after any change: what was final is taken up again, to be finalised by the usual job."""
    for finding in broken_links(match.pk):
        if not finding.only_counted_wrong:
            raise LogMismatch(finding.what)
    was_final = match.final_at is not None
    match.version = _events(match)
    derive(match, engine, state, ruling)
    if was_final:
        match_reopened.send(sender=Match, match_id=match.pk)


def _events(match: Match) -> int:
    return match.events.aggregate(last=Max("seq"))["last"] or 0
