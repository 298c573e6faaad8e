"""What the organiser decides about entering and checking in."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import MOST_ENTRANTS, Door, Tournament
from tournaments.services.applications import move_up
from tournaments.services.history import record

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that are mistaken for others when read off a wall."""
CODE_LENGTH = 6


@dataclass(frozen=True, slots=True)
class DoorPlan:
    open: bool
    approval: bool
    limit: int | None
    closes_at: datetime | None
    check_in: bool
    by_oneself: bool


def change_door(actor: Actor, tournament: Tournament, plan: DoorPlan) -> Door:
    """All of it at once; with more room, who waits moves up."""
    actor.require_organiser(tournament)
    if plan.limit is not None and not 2 <= plan.limit <= MOST_ENTRANTS:
        raise Refused(
            "bad-limit",
            _("Give a number from 2 to %(most)s, or leave it empty.") % {"most": MOST_ENTRANTS},
            field="limit",
        )
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        door = Door.objects.filter(tournament=tournament).first() or Door(tournament=tournament)
        for name in DoorPlan.__dataclass_fields__:
            setattr(door, name, getattr(plan, name))
        if door.by_oneself and not door.code:
            door.code = new_code()
        door.save()
        record(actor, tournament, "door-changed")
        move_up(tournament)
    return door


def renew_code(actor: Actor, tournament: Tournament) -> Door:
    """Another code for checking in by oneself, should the old one have got out of the hall."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        door, _made = Door.objects.get_or_create(tournament=tournament)
        door.code, door.code_failures, door.code_locked_until = new_code(), 0, None
        door.save()
        record(actor, tournament, "door-changed")
    return door


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
