"""Adding what was done at the table to its log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.models import Event, Match
from games.plain import plain
from games.services.common import Entry, NewAction, Permit, check_fresh, check_playing, engine_of
from games.services.writing import New, add, all_there, chained, derive_in_hand, write_if_unmoved
from rules.api import Engine, RuleError


def append_action(permit: Permit, entry: Entry, action: Mapping[str, Any]) -> Match:
    """Add one action to the log, if the rules allow it. The same entry sent again changes nothing."""
    return append_actions(permit, entry.seen_version, [NewAction(entry.id, action)])


def append_actions(permit: Permit, seen_version: int, actions: Sequence[NewAction]) -> Match:
    """Add a whole turn, all of it or nothing. The same turn sent again changes nothing."""
    new = [(each.id, Event.Kind.ACTION.value, plain(each.action)) for each in actions]
    if not new:
        raise Refused("nothing-sent", _("Nothing was entered."))
    match = Match.objects.get(pk=permit.match_id)
    if _is_known_or_may_come(match, seen_version, new):
        return match
    engine = engine_of(match)
    state = _played(engine, match, new)
    events = chained(match, permit, new)
    derive_in_hand(match, engine, state)
    # All that takes time is done by now: the lock is held for two statements.
    with transaction.atomic():
        if taken := write_if_unmoved(match, seen_version):
            add(events)
    if not taken:
        match = Match.objects.get(pk=permit.match_id)
        if not _is_known_or_may_come(match, seen_version, new):
            raise RuntimeError(f"match {match.pk} neither moved on nor took what was new")
    return match


def _is_known_or_may_come(match: Match, seen_version: int, new: Sequence[New]) -> bool:
    """True for a turn that is in the log already; refuses one that cannot follow what is there."""
    if all_there(match, new):
        return True
    check_playing(match)
    check_fresh(match, seen_version)
    return False


def _played(engine: Engine[Any], match: Match, new: Sequence[New]) -> Any:
    state = engine.load(match.state)
    for _id, _kind, body in new:
        try:
            state = engine.apply(state, body).state
        except RuleError as error:
            raise Refused.by_rule(error) from error
    return state
