"""What a tournament is called, where it is, and in which language its public pages are."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import LANGUAGES, MOST_ENTRANTS, NAME_LENGTH, Tournament
from tournaments.names import clean_name, name_problem
from tournaments.services.history import record


@dataclass(frozen=True, slots=True)
class About:
    name: str
    place: str = ""
    language: str = ""
    expected: int | None = None


def change_about(actor: Actor, tournament: Tournament, about: About) -> None:
    """Keep all of it, or say what is wrong with one thing. Its address stays: it may stand on paper."""
    actor.require_organiser(tournament)
    name, place = clean_name(about.name), clean_name(about.place)
    _check(name, place, about)
    with transaction.atomic():
        Tournament.objects.select_for_update().filter(pk=tournament.pk).update(
            name=name,
            place=place,
            language=about.language,
            expected=about.expected,
            revision=F("revision") + 1,
        )
        record(actor, tournament, "about-changed")


def _check(name: str, place: str, about: About) -> None:
    if not name or (problem := name_problem(name)):
        raise Refused("bad-name", problem if name else _("Give the tournament a name."), field="name")
    if len(place) > NAME_LENGTH:
        raise Refused(
            "bad-place", _("A place has at most %(most)s characters.") % {"most": NAME_LENGTH}, field="place"
        )
    if about.language and about.language not in dict(LANGUAGES):
        raise Refused("bad-language", _("Choose a language of the list."), field="language")
    if about.expected is not None and not 1 <= about.expected <= MOST_ENTRANTS:
        raise Refused(
            "bad-expected",
            _("Give a number from 1 to %(most)s, or leave it empty.") % {"most": MOST_ENTRANTS},
            field="expected",
        )
