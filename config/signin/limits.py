"""How often somebody may get it wrong, and how long they wait then. Knows neither passwords nor pages.

A try is counted before it is looked at, and given back when it was right: a hundred tries at the same moment are a
hundred tries, and right ones never count. A wait grows to a quarter of an hour and ends: nobody is shut out for good.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.signin.models import Tally
from games.errors import Refused
from games.security_log import tell

LONGEST_WAIT = 15 * 60


@dataclass(frozen=True, slots=True)
class Limit:
    name: str
    free: int
    """So many wrong ones cost nothing."""
    first: int
    """Seconds to wait after the next one; each further one doubles it."""
    forgets: timedelta
    """After so long without a wrong one all is forgotten."""

    def wait(self, count: int) -> timedelta | None:
        over = count - self.free
        if over <= 0:
            return None
        return timedelta(seconds=min(self.first * 2 ** min(over - 1, 20), LONGEST_WAIT))


@dataclass(frozen=True, slots=True)
class Try:
    limit: Limit
    of: str
    """What is guessed at, by whom: as exactly as this limit counts."""

    @property
    def key(self) -> str:
        return salted_hmac(f"signin.limits.{self.limit.name}", self.of, algorithm="sha256").hexdigest()


A_DAY, AN_HOUR = timedelta(days=1), timedelta(hours=1)
# Passwords and codes: by a browser that has signed in before, by the others of an address, by all others together.
OWN_DEVICE = Limit("own-device", free=10, first=15, forgets=A_DAY)
FROM_HERE = Limit("from-here", free=5, first=15, forgets=A_DAY)
FROM_ANYWHERE = Limit("from-anywhere", free=50, first=30, forgets=A_DAY)
# All accounts together. A hall of 700 people is one address; each of them may err four times an hour.
ADDRESS = Limit("address", free=3_000, first=60, forgets=AN_HOUR)
CODES = Limit("codes", free=5, first=30, forgets=A_DAY)
# Mails that are asked for: to one address, and from one.
MAIL_TO = Limit("mail-to", free=3, first=300, forgets=AN_HOUR)
MAIL_FROM = Limit("mail-from", free=700, first=60, forgets=AN_HOUR)
# Links that were never made, of each kind by address; PINs by table.
LINKS = Limit("links", free=300, first=60, forgets=AN_HOUR)
PINS = Limit("pins", free=30, first=60, forgets=AN_HOUR)


class TooMany(Refused):
    """Not looked at: there were too many wrong ones."""

    def __init__(self, seconds: int, message: str = "") -> None:
        super().__init__("too-many", message or _("Too many wrong tries. Wait %s.") % in_words(seconds))
        self.seconds = seconds


def count(*tries: Try) -> None:
    """Count a try for each of these limits, or refuse it because of one of them and count none."""
    now = timezone.now()
    with transaction.atomic():
        # Made and then locked in one order, so that no two wait for each other.
        keys = sorted(each.key for each in tries)
        Tally.objects.bulk_create([Tally(key=key, last_at=now) for key in keys], ignore_conflicts=True)
        found = Tally.objects.select_for_update().filter(key__in=keys).order_by("key")
        tallies = {tally.key: tally for tally in found}
        if longest := max(_seconds(tally, now) for tally in tallies.values()):
            raise TooMany(longest)
        for each in tries:
            _add(tallies[each.key], each.limit, now)
        _save(tallies.values())


def waits(one: Try) -> int:
    """For how many seconds no such try is looked at."""
    now = timezone.now()
    return max((_seconds(tally, now) for tally in Tally.objects.filter(key=one.key)), default=0)


def give_back(*tries: Try) -> None:
    """They were right."""
    with transaction.atomic():
        found = Tally.objects.select_for_update().filter(key__in=[each.key for each in tries])
        limits = {each.key: each.limit for each in tries}
        tallies = list(found.order_by("key"))
        for tally in tallies:
            tally.count = max(0, tally.count - 1)
            if limits[tally.key].wait(tally.count) is None:
                tally.wait_until = None
        _save(tallies)


def forget(*tries: Try) -> None:
    """Whoever was counted here has shown who they are."""
    Tally.objects.filter(key__in=[each.key for each in tries]).delete()


def sweep() -> None:
    """What every limit has forgotten by now."""
    Tally.objects.filter(last_at__lt=timezone.now() - A_DAY).delete()


def in_words(seconds: int) -> str:
    if seconds < 60:
        return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}
    minutes = math.ceil(seconds / 60)
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}


def _seconds(tally: Tally, now: datetime) -> int:
    return max(0, math.ceil((tally.wait_until - now).total_seconds())) if tally.wait_until else 0


def _add(tally: Tally, limit: Limit, now: datetime) -> None:
    tally.count = 1 if now - tally.last_at > limit.forgets else tally.count + 1
    tally.last_at = now
    wait = limit.wait(tally.count)
    tally.wait_until = now + wait if wait else None
    if tally.count == limit.free + 1:
        tell("too-many-wrong-tries", logging.WARNING, limit=limit.name)


def _save(tallies: Iterable[Tally]) -> None:
    """All of them, which are there and locked, in one statement."""
    Tally.objects.bulk_create(
        tallies,
        update_conflicts=True,
        unique_fields=["key"],
        update_fields=["count", "last_at", "wait_until"],
    )
