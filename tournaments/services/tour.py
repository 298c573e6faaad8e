"""The tour: a real tournament in rehearsal, made with one press, whose bots wait until they are asked."""

from __future__ import annotations

import uuid
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Refused
from rules.registry import EngineMissing, registry
from rules.triominos.variants.international import engine as usual
from tournaments.access import Actor
from tournaments.bots import can_play
from tournaments.models import Rehearsal, Tournament
from tournaments.selectors.tour import on_tour, tour_under_way
from tournaments.services.demo import FIRST, LAST
from tournaments.services.history import record
from tournaments.services.once import Form, once
from tournaments.services.planning import Plan, create_tournament, enter_names
from tournaments.services.rehearsals import change_pace, take_over
from tournaments.tour import INVENTED, ROUNDS, TABLE_SIZE

OWN_TABLE = 1
"""Where whoever takes the tour scores; bots keep away from it until they are asked to play."""


def begin_tour(actor: Actor, form_id: UUID, rules_key: str = "") -> Tournament:
    """A tournament of invented people, ready for the first step. Who is on a tour already gets that one."""
    user = actor.require_account()
    if there := tour_under_way(user):
        return there
    key = rules_key or usual.key
    _check(key)

    def work() -> int:
        plan = Plan(_("Trial tournament"), key, TABLE_SIZE, ROUNDS, {})
        made = create_tournament(actor, _part(form_id, "plan"), plan)
        made.rehearsal = True
        made.save(update_fields=["rehearsal"])
        now = timezone.now()
        Rehearsal.objects.create(
            tournament=made,
            speed=Rehearsal.Speed.FAST,
            playing=False,
            directing=False,
            taken_over=[OWN_TABLE],
            played_until=now,
            due_at=now,
        )
        enter_names(actor, _part(form_id, "people"), made, "\n".join(invented()))
        record(actor, made, "tour-begun")
        return made.pk

    return Tournament.objects.get(pk=once(Form(form_id, ("tour", user.pk, key)), work))


def let_bots_play(actor: Actor, tournament: Tournament) -> None:
    """From now on they play every table that is not final, as fast as they can; rounds are still led by hand."""
    _require_tour(actor, tournament)
    with transaction.atomic():
        take_over(actor, tournament, OWN_TABLE, people=False)
        change_pace(actor, tournament, speed=Rehearsal.Speed.FAST, playing=True, directing=False)


def leave_tour(actor: Actor, tournament: Tournament) -> None:
    """The rehearsal stays, its guide goes."""
    _require_tour(actor, tournament)
    with transaction.atomic():
        record(actor, tournament, "tour-left")


def invented() -> list[str]:
    return [f"{first} {LAST[number % len(LAST)]}" for number, first in enumerate(FIRST[:INVENTED])]


# -- in detail -----------------------------------------------------------------------------------


def _require_tour(actor: Actor, tournament: Tournament) -> None:
    actor.require_organiser(tournament)
    if not on_tour(actor, tournament):
        raise Refused("no-tour", _("This tour is over."))


def _check(key: str) -> None:
    try:
        engine = registry().get(key)
    except EngineMissing as error:
        raise Refused(
            "unknown-rules", _("These rules are not installed here. Choose others."), field="rules_key"
        ) from error
    if not can_play(engine):
        raise Refused("no-bots", _("Bots do not know these rules. Choose others to rehearse."))


def _part(form_id: UUID, name: str) -> UUID:
    """Each part of the form is a form to the service that does it."""
    return uuid.uuid5(form_id, name)
