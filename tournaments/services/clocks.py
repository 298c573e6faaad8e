"""The round's clock: started by the organiser, with extra time for all tables or for one.

A clock only shows; nothing is ever refused because of it.
"""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import Round, Table
from tournaments.services.history import record
from tournaments.services.holding import hold
from tournaments.services.once import Form, once
from tournaments.signals import clock_started

MOST_AT_ONCE = 60
MOST_EXTRA = 600


def start_clock(actor: Actor, form_id: UUID, round_: Round) -> None:
    """Let the round's time begin now; what was added before is gone."""
    actor.require_organiser(round_.tournament)

    def work() -> int:
        current = _playing(round_)
        current.clock_at, current.extra_minutes = timezone.now(), 0
        current.save(update_fields=["clock_at", "extra_minutes"])
        current.tables.update(extra_minutes=0)
        record(actor, current.tournament, "clock-started", round_number=current.number)
        clock_started.send(sender=Round, round=current)
        return 0

    once(Form(form_id, ("start-clock", round_.pk)), work)


def add_time(
    actor: Actor, form_id: UUID, round_: Round, minutes: int, table_number: int | None = None
) -> int:
    """More minutes for one table, or for all. The same form sent twice adds once."""
    actor.require_organiser(round_.tournament)
    if not 1 <= minutes <= MOST_AT_ONCE:
        raise Refused(
            "bad-minutes",
            _("Add 1 to %(most)s minutes at a time.") % {"most": MOST_AT_ONCE},
            field="minutes",
        )

    def work() -> int:
        current = _playing(round_)
        target: Round | Table | None = current
        if table_number is not None:
            target = current.tables.select_for_update().filter(number=table_number).first()
        if target is None:
            raise Refused("no-such-table", _("There is no such table in this round."), field="table")
        target.extra_minutes = min(MOST_EXTRA, target.extra_minutes + minutes)
        target.save(update_fields=["extra_minutes"])
        record(
            actor,
            current.tournament,
            "time-added",
            round_number=current.number,
            table_number=table_number,
            minutes=minutes,
        )
        return minutes

    return once(Form(form_id, ("extra-time", round_.pk, minutes, table_number)), work)


def _playing(round_: Round) -> Round:
    hold(round_.tournament)
    current = Round.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=round_.pk)
    if current.state != Round.State.PUBLISHED:
        raise Refused("not-playing", _("This round is not being played."))
    if not current.tournament.round_minutes:
        raise Refused("no-clock", _("There is no round clock. Switch it on in the settings first."))
    return current
