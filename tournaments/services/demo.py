"""A club with a tournament of 48 people, and bots that play its rehearsal: what a visitor is shown."""

from __future__ import annotations

import uuid

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from rules.triominos.variants.international import engine
from tournaments.access import Actor
from tournaments.models import Rehearsal, Tournament
from tournaments.services.accounts import FIRST_ORGANISER, make_account
from tournaments.services.planning import Plan, create_tournament, enter_names
from tournaments.services.rehearsals import make_rehearsal
from tournaments.services.spots import SpotPlan, change_spots

PEOPLE = 48
ROUNDS = 5
FIRST = [
    "Ada",
    "Ben",
    "Cleo",
    "Dirk",
    "Eva",
    "Finn",
    "Greta",
    "Hugo",
    "Ines",
    "Jan",
    "Kaja",
    "Luis",
    "Mara",
    "Nils",
    "Olga",
    "Pim",
]
LAST = ["Abel", "Berg", "Costa"]


def make_demo() -> Tournament:
    """The rehearsal of the demonstration; made once, found again after that."""
    there = Rehearsal.objects.select_related("tournament").order_by("pk").first()
    if there:
        return there.tournament
    user = User.objects.filter(username=FIRST_ORGANISER).first() or make_account(FIRST_ORGANISER)
    actor = Actor(user)
    plan = Plan(_("Demonstration"), engine.key, 4, ROUNDS, {})
    tournament = create_tournament(actor, uuid.uuid4(), plan)
    enter_names(actor, uuid.uuid4(), tournament, "\n".join(names()))
    rows = (_("window"), _("middle"), _("wall"))
    places = {
        number: SpotPlan(
            _("%(row)s, place %(place)s") % {"row": rows[(number - 1) // 4], "place": (number - 1) % 4 + 1}
        )
        for number in range(1, PEOPLE // 4 + 1)
    }
    change_spots(actor, tournament, places)
    return make_rehearsal(actor, uuid.uuid4(), tournament, Rehearsal.Speed.LIVELY)


def names() -> list[str]:
    """Every first name with every last one."""
    return [f"{first} {last}" for last in LAST for first in FIRST]
