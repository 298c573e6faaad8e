"""Adding what was done at the table to its log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.errors import Refused
from games.models import Event, Match
from games.plain import plain
from games.services.common import Entry, NewAction, Permit, check_fresh, check_playing, engine_of
from games.services.statements import read_match
from games.services.writing import (
    New,
    all_there,
    chained,
    check_ids_differ,
    derive_in_hand,
    write_if_unmoved,
)
from rules.api import Engine, RuleError


def append_action(permit: Permit, entry: Entry, action: Mapping[str, Any]) -> Match:
    """Add one action to the log, if the rules allow it. The same entry sent again changes nothing."""
    return append_actions(permit, entry.seen_version, [NewAction(entry.id, action)])


def append_actions(
    permit: Permit, seen_version: int, actions: Sequence[NewAction], match: Match | None = None
) -> Match:
    """Add a whole turn, all of it or nothing. The same turn sent again changes nothing.

    A match that was read a moment ago need not be read again: it is moved on in hand, and nothing is written if it
    is no longer as it was.
    """
    new = [(each.id, Event.Kind.ACTION.value, plain(each.action)) for each in actions]
    if not new:
        raise Refused("nothing-sent", _("Nothing was entered."))
    check_ids_differ(new)
    if match is None or match.pk != permit.match_id:
        match = _match(permit)
    try:
        written = _append(match, permit, seen_version, new)
    except Refused:
        # What is in the log already is not refused, whatever the match has become since.
        there = _match(permit)
        if all_there(there, new):
            return there
        raise
    return match if written else _after_all(match, permit, seen_version, actions)


# -- in detail -----------------------------------------------------------------------------------


def _append(match: Match, permit: Permit, seen_version: int, new: Sequence[New]) -> bool:
    """Write what is new, if the match is still what it was when it was read; whether it was.

    Whether it is known is not asked before: nearly nothing is, and the database refuses an id that is there.
    """
    check_playing(match)
    check_fresh(match, seen_version)
    engine = engine_of(match)
    state = _played(engine, match, new)
    events = chained(match, permit, new)
    derive_in_hand(match, engine, state)
    return write_if_unmoved(match, seen_version, events)


def _after_all(match: Match, permit: Permit, seen_version: int, actions: Sequence[NewAction]) -> Match:
    """Once more, on the match as it is by now: something was written to it meanwhile."""
    there = _match(permit)
    moved = (there.version, there.status) != (seen_version, Match.Status.PLAYING)
    asked = (match.needs_signatures, match.needs_check)
    if not moved and (there.needs_signatures, there.needs_check) == asked:
        raise RuntimeError(f"match {match.pk} neither moved on nor took what was new")
    return append_actions(permit, seen_version, actions, there)


def _match(permit: Permit) -> Match:
    """As it stands; a match that nobody had begun may have been taken away."""
    try:
        return read_match(permit.match_id)
    except Match.DoesNotExist as error:
        raise Refused(
            "match-gone",
            _("This table was taken back by the organiser. Load the page again to see what is played here."),
        ) from error


def _played(engine: Engine[Any], match: Match, new: Sequence[New]) -> Any:
    state = engine.load(match.state)
    for _id, _kind, body in new:
        try:
            state = engine.apply(state, body).state
        except RuleError as error:
            raise Refused.by_rule(error) from error
    return state
