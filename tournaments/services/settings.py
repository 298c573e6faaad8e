"""What the organiser decides about the hall: its days, whether players sign and results are looked over twice, its clocks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from zoneinfo import available_timezones

from django.db import transaction
from django.utils.translation import gettext as _

from games import services as games
from games.errors import Refused
from games.models import Match
from tournaments.access import Actor
from tournaments.dates import check_day, today_in
from tournaments.models import Tournament
from tournaments.services.history import record

TURN_SECONDS = (0, 30, 60)
MOST_MINUTES = 600
MOST_DAYS = 60


@dataclass(frozen=True, slots=True)
class HallSettings:
    first_day: date
    last_day: date
    time_zone: str = ""
    signing: bool = False
    double_check: bool = False
    turn_seconds: int = 0
    round_minutes: int = 0


def change_settings(actor: Actor, tournament: Tournament, settings: HallSettings) -> None:
    """Sent twice it changes nothing more. What is asked for before a result is final, is asked for at every match that is not."""
    actor.require_organiser(tournament)
    _check(settings)
    with transaction.atomic():
        # First the tournament, as publishing does, so that no match begins under the old settings meanwhile.
        current = Tournament.objects.select_for_update().get(pk=tournament.pk)
        names = [*HallSettings.__dataclass_fields__]
        changed = [name for name in names if getattr(current, name) != getattr(settings, name)]
        for name in names:
            setattr(current, name, getattr(settings, name))
        current.save(update_fields=names)
        if changed:
            record(actor, tournament, "settings-changed", changed=changed)
        open_matches = Match.objects.filter(table__round__tournament=tournament).exclude(
            status=Match.Status.FINAL
        )
        asked = {"needs_signatures": settings.signing, "needs_check": settings.double_check}
        ids = open_matches.exclude(**asked).order_by("pk").values_list("pk", flat=True)
        games.require_sign_offs(list(ids), signatures=settings.signing, check=settings.double_check)


def include_today(tournament: Tournament) -> None:
    """What is published today is played today: else its cards would not work. For a locked tournament."""
    today = today_in(tournament)
    days = {"first_day": min(tournament.first_day, today), "last_day": max(tournament.last_day, today)}
    Tournament.objects.filter(pk=tournament.pk).update(**days)


def _check(settings: HallSettings) -> None:
    check_day(settings.first_day, "first_day")
    check_day(settings.last_day, "last_day")
    if settings.last_day < settings.first_day:
        raise Refused("bad-dates", _("The last day cannot come before the first."), field="last_day")
    if (settings.last_day - settings.first_day).days > MOST_DAYS:
        raise Refused(
            "too-long",
            _("A tournament lasts %(most)s days at most.") % {"most": MOST_DAYS},
            field="last_day",
        )
    if settings.time_zone and settings.time_zone not in available_timezones():
        raise Refused("bad-zone", _("Choose a time zone of the list."), field="time_zone")
    if settings.turn_seconds not in TURN_SECONDS:
        raise Refused("bad-turn-clock", _("Choose one of these."), field="turn_seconds")
    if not 0 <= settings.round_minutes <= MOST_MINUTES:
        raise Refused(
            "bad-round-clock",
            _("Enter a number of minutes up to %(most)s; 0 switches the clock off.") % {"most": MOST_MINUTES},
            field="round_minutes",
        )
