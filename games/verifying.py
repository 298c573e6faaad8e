"""Whether the logs in the database are those that were written: hashes, numbers, ends. Writes nothing.

One match is read in one statement, so that what is entered meanwhile is no finding; its events are
streamed. Knows nothing of what events mean: whether they can be played is for ``games.rebuilding``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connection

from games import guard
from games.chain import genesis, link
from games.models import Event, Match, Seat, Signature
from games.proofs import proof_of

AT_A_TIME = 500
FIELDS = ("id", "match_id", "seq", "kind", "body", "actor", "account", "device", "at", "hash")
COLUMNS = tuple(f"events__{'match' if name == 'match_id' else name}" for name in FIELDS)

UNREADABLE = (ValueError, TypeError, AttributeError, OverflowError)
"""What reading a row leads to that somebody has spoilt."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it was written."""

    match: int | None
    what: str
    only_counted_wrong: bool = False
    """The log is whole and ends where it should; only the match's count of its events is off."""

    def __str__(self) -> str:
        return self.what if self.match is None else f"match {self.match}: {self.what}"


def match_ids() -> Iterator[int]:
    return Match.objects.order_by("pk").values_list("pk", flat=True).iterator(AT_A_TIME)


def check_tables() -> Iterator[Finding]:
    """What belongs to no match, and whether the database refuses changes."""
    if not guard.stands(connection):
        yield Finding(None, "the database does not refuse changes to the log: its triggers are missing")
    for model in (Event, Seat):
        orphans = model._default_manager.exclude(match_id__in=Match.objects.values("pk"))
        ids = orphans.order_by("match_id").values_list("match_id", flat=True).distinct()
        for match_id in ids.iterator(AT_A_TIME):
            yield Finding(match_id, "the match is gone, but not all that belongs to it")
    # One that is not there any more was erased, as a person may ask; the log still says that they signed.
    for signature in Signature.objects.select_related("event").iterator(AT_A_TIME):
        if signature.event.body.get("proof") != proof_of(signature):
            number = signature.event.seq
            yield Finding(signature.event.match_id, f"the signature of event {number} is not the one given")


def broken_links(match_id: int) -> Iterator[Finding]:
    """What is wrong with one match's log; the first thing found in it ends the search."""
    try:
        yield from _walk(match_id)
    except UNREADABLE as error:
        yield Finding(match_id, f"something in its log cannot be read: {error}")


def _walk(match_id: int) -> Iterator[Finding]:
    head, number, end = _genesis(match_id), 0, (0, "")
    rows = Match.objects.filter(pk=match_id).order_by("events__seq")
    for version, last, origin, *values in rows.values_list("version", "head", "origin", *COLUMNS).iterator(
        AT_A_TIME
    ):
        end = (version, last)
        if values[0] is None:
            break
        event, number = Event(**dict(zip(FIELDS, values, strict=True))), number + 1
        head = link(head, event, origin)
        if event.seq != number:
            yield Finding(match_id, f"event {number} is missing")
            return
        if event.hash != head:
            yield Finding(match_id, f"event {number} is not as it was written")
            return
    if end != (number, head):
        what = f"its log ends with event {number}, which is not where the match has come to"
        yield Finding(match_id, what, only_counted_wrong=end[1] == head)


def _genesis(match_id: int) -> str:
    rules = Match.objects.values_list("rules_key", "rules_version", "options").get(pk=match_id)
    seats: Any = Seat.objects.filter(match_id=match_id).values_list("position", flat=True)
    return genesis(*rules, seats)
