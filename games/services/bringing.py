"""Bringing matches in from another installation, log and hashes included: proved first, then kept as they are.

Whoever asks has decided that they may come. Knows nothing of tournaments, nor of the document they came in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.carried import CarriedMatch
from games.chain import canonical, genesis, link
from games.errors import IdReused, Refused
from games.models import Event, Match, Seat, Signature
from games.plain import is_plain
from games.proofs import proof_of
from games.rebuilding import differences
from games.replay import read_log
from games.services.common import engine_of
from games.services.finalizing import LogMismatch, derived_from
from games.services.reading import ruling_of
from games.services.statements import insert_rows, rows_of
from games.signing import read_signoffs

AT_A_TIME = 500


def prove(carried: CarriedMatch) -> bool:
    """That the log is as it was written and amounts to what is carried beside it; whether its rules are here.

    Raises ``LogMismatch``. Without the rules the log is proved all the same; what it amounts to is taken as it is
    given, and the match can only be read, like any other whose rules are missing.
    """
    _prove_chain(carried)
    _prove_signatures(carried)
    match = carried.match
    final = match.status == Match.Status.FINAL
    if final != (match.result is not None) or final != (match.final_at is not None):
        raise LogMismatch("it is final without a result, or has one without being final")
    try:
        engine = engine_of(match)
    except Refused:
        _prove_without_rules(carried)
        return False
    derived = derived_from(engine, carried.keys, match.options, carried.events)
    try:
        wrong = differences(match, engine, derived, seats=carried.keys, version=len(carried.events))
    except Exception as error:  # pure: whatever it is, what is carried is not what the rules know
        raise LogMismatch(f"it cannot be compared with its log: {error}") from error
    if wrong:
        raise LogMismatch(f"what it amounts to is not what is said of it: {', '.join(wrong)}")
    return True


def pack(carried: CarriedMatch) -> None:
    """Make a proved log ready to be written: on SQLite everybody else waits while it is."""
    carried.ids = [event.id for event in carried.events]
    carried.rows, carried.events = rows_of(carried.events), []


def keep(matches: Sequence[CarriedMatch]) -> None:
    """Write proved and packed matches as they are, in the caller's transaction. Each gets a number of its own here."""
    made_at = [each.match.created_at for each in matches]
    made = Match.objects.bulk_create([each.match for each in matches], AT_A_TIME)
    for match, created_at in zip(made, made_at, strict=True):
        match.created_at = created_at  # creating has put the present in its place
    Match.objects.bulk_update(made, ["created_at"], AT_A_TIME)
    Seat.objects.bulk_create(
        (
            Seat(match=each.match, position=position, name=name)
            for each in matches
            for position, name in enumerate(each.seats, start=1)
        ),
        AT_A_TIME,
    )
    try:
        with transaction.atomic():
            insert_rows((each.match.pk, each.rows) for each in matches)
            Signature.objects.bulk_create(
                (signature for each in matches for signature in each.signatures), AT_A_TIME
            )
    except IntegrityError as error:
        raise IdReused(
            _("Entries of this document are in a log here already, under the same numbers.")
        ) from error


# -- in detail -----------------------------------------------------------------------------------


def _prove_chain(carried: CarriedMatch) -> None:
    match = carried.match
    try:
        head = genesis(match.rules_key, match.rules_version, match.options, range(1, len(carried.seats) + 1))
        for event in carried.events:
            if not is_plain(event.body):
                raise LogMismatch(f"event {event.seq} says what no event can")
            head = link(head, event, match.log_number)
            if event.hash != head:
                raise LogMismatch(f"event {event.seq} is not as it was written")
    except (ValueError, TypeError, OverflowError) as error:
        raise LogMismatch(f"something in its log cannot be read: {error}") from error
    if (match.version, match.head) != (len(carried.events), head):
        raise LogMismatch("its log does not end where the match has come to")


def _prove_signatures(carried: CarriedMatch) -> None:
    events = {event.id: event for event in carried.events}
    for signature in carried.signatures:
        event = events.get(signature.event_id)
        if event is None or event.kind != Event.Kind.SIGN or event.body.get("proof") != proof_of(signature):
            raise LogMismatch("a signature is not the one given")


def _prove_without_rules(carried: CarriedMatch) -> None:
    match, result = carried.match, carried.match.result
    try:
        said = (ruling_of(read_log(carried.events)), read_signoffs(carried.events))
    except Exception as error:  # pure: whatever it is, the log says something that no log says
        raise LogMismatch(f"its log cannot be read: {error}") from error
    if canonical(said) != canonical((match.ruling, match.signoffs)):
        raise LogMismatch("what it amounts to is not what is said of it: ruling, signoffs")
    if result is not None and not _is_result(result, carried.keys):
        raise LogMismatch("its result cannot be read")


def _is_result(result: Any, keys: Sequence[str]) -> bool:
    if type(result) is not dict:
        return False
    totals, places, winners = (result.get(name) for name in ("totals", "places", "winners"))
    numbered = all(
        type(each) is dict and set(each) == set(keys) and all(type(one) is int for one in each.values())
        for each in (totals, places)
    )
    return (
        numbered
        and all(1 <= place <= len(keys) for place in places.values())  # type: ignore[union-attr]
        and type(winners) is list
        and set(map(str, winners)) <= set(keys)
        and type(result.get("reason", "")) is str
        and type(result.get("made", {})) is dict
        and type(result.get("deals_won", {})) is dict
        and type(result.get("deals", 0)) is int
    )
