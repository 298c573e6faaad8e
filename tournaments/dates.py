"""The days of a tournament, in the time of its hall. Pure but for the clock; knows nothing of cards' owners."""

from __future__ import annotations

from datetime import date, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.models import Tournament

FIRST, LAST = date(2000, 1, 1), date(2100, 12, 31)
"""Beyond these somebody has mistyped; and there are days before and after every day between."""
MARGIN = timedelta(days=1)
"""Tables are set up the day before, and a last match may go past midnight."""


def zone_of(tournament: Tournament) -> tzinfo:
    try:
        return ZoneInfo(tournament.time_zone) if tournament.time_zone else timezone.get_default_timezone()
    except (ZoneInfoNotFoundError, ValueError):
        return timezone.get_default_timezone()


def check_day(day: date, field: str) -> None:
    if not FIRST <= day <= LAST:
        raise Refused(
            "bad-dates",
            _("Give a day of the years %(first)s to %(last)s.") % {"first": FIRST.year, "last": LAST.year},
            field=field,
        )


def today_in(tournament: Tournament) -> date:
    return timezone.localdate(timezone=zone_of(tournament))


def card_days(tournament: Tournament) -> tuple[date, date]:
    """The first and the last day on which judge cards work."""
    return tournament.first_day - MARGIN, tournament.last_day + MARGIN


def cards_work_today(tournament: Tournament) -> bool:
    first, last = card_days(tournament)
    return first <= today_in(tournament) <= last
