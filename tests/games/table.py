"""A table to try things at: points or tiles, through the real services."""

import uuid

from games import services
from games.models import Event, Match
from games.services import Change, Entry, NewAction, Permit
from rules.points import engine as points

JUDGE = {"actor": "judge", "device": "phone"}


def open_table(engine=points, options=None, names=("Ana", "Bo")):
    return services.open_match(engine, options or {}, list(names))


def permit(match, **kwargs):
    return Permit(match.pk, **(JUDGE | kwargs))


def organiser(match):
    return permit(match, actor="organiser", may_reopen=True)


def deal(ana, bo, *, bell=False):
    return {"do": "deal", "points": {"1": ana, "2": bo}, "bell": bell}


def now(match):
    return Match.objects.get(pk=match.pk)


def entry(match):
    return Entry(uuid.uuid4(), now(match).version)


def send(match, *actions):
    """Append the actions; gives the last event."""
    new = [NewAction(uuid.uuid4(), action) for action in actions]
    services.append_actions(permit(match), now(match).version, new)
    return Event.objects.get(pk=new[-1].id)


def undo(match, event, *also, leave=permit):
    change = Change(event.pk, also_undo=tuple(each.pk for each in also))
    return services.apply_change(leave(match), entry(match), change)


def correct(match, event, *actions, also=(), leave=permit):
    change = Change(event.pk, actions, tuple(each.pk for each in also))
    return services.apply_change(leave(match), entry(match), change)


def totals(match):
    match = now(match)
    engine = services.engine_of(match)
    return tuple(engine.totals(engine.load(match.state)).values())
