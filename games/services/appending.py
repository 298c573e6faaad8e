"""Adding what was done at the table to its log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.models import Event, Match
from games.plain import plain
from games.services.common import Entry, NewAction, Permit, check_fresh, check_playing, engine_of, locked
from games.services.writing import New, all_there, append, derive
from rules.api import Engine, RuleError


def append_action(permit: Permit, entry: Entry, action: Mapping[str, Any]) -> Match:
    """Add one action to the log, if the rules allow it. The same entry sent again changes nothing."""
    return append_actions(permit, entry.seen_version, [NewAction(entry.id, action)])


def append_actions(permit: Permit, seen_version: int, actions: Sequence[NewAction]) -> Match:
    """Add a whole turn, all of it or nothing. The same turn sent again changes nothing."""
    new = [(each.id, Event.Kind.ACTION.value, plain(each.action)) for each in actions]
    if not new:
        raise Refused("nothing-sent", _("Nothing was entered."))
    with transaction.atomic():
        match = locked(permit.match_id)
        if all_there(match, new):
            return match
        check_playing(match)
        check_fresh(match, seen_version)
        engine = engine_of(match)
        state = _played(engine, match, new)
        append(match, permit, new)
        derive(match, engine, state, None)
    return match


def _played(engine: Engine[Any], match: Match, new: Sequence[New]) -> Any:
    state = engine.load(match.state)
    for _id, _kind, body in new:
        try:
            state = engine.apply(state, body).state
        except RuleError as error:
            raise Refused.by_rule(error) from error
    return state
