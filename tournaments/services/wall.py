"""What the organiser lets the projector show."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import Tournament
from tournaments.services.history import record
from tournaments.wall import LEAST_SECONDS, LONGEST_MESSAGE, MOST_SECONDS, PAGES, Wall


def change_wall(actor: Actor, tournament: Tournament, wall: Wall) -> None:
    """Show this from now on, on every wall of the tournament."""
    actor.require_organiser(tournament)
    _check(wall)
    with transaction.atomic():
        Tournament.objects.select_for_update().filter(pk=tournament.pk).update(
            wall=wall.dump(), revision=F("revision") + 1
        )
        record(actor, tournament, "wall-changed")


def _check(wall: Wall) -> None:
    if not wall.pages or not set(wall.pages) <= set(PAGES):
        raise Refused("no-pages", _("Choose at least one page to show."), field="pages")
    if not LEAST_SECONDS <= wall.seconds <= MOST_SECONDS:
        raise Refused(
            "bad-seconds",
            _("A page stays for %(least)s to %(most)s seconds.")
            % {"least": LEAST_SECONDS, "most": MOST_SECONDS},
            field="seconds",
        )
    if len(wall.message) > LONGEST_MESSAGE:
        raise Refused(
            "message-too-long",
            _("Say it in %(most)s characters at most.") % {"most": LONGEST_MESSAGE},
            field="message",
        )
    if "message" in wall.pages and not wall.message:
        raise Refused("message-missing", _("Type the message, or leave its page out."), field="message")
