"""Which tables have phones that hold something back, or that nobody hears of any more."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Match
from tournaments.models import Phone, Tournament

SILENT_AFTER = timedelta(minutes=5)
"""A phone in a pocket sleeps; a table that plays enters something sooner than that."""
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class PhoneReport:
    """What the organiser is told of a table’s phones."""

    unsent: int
    minutes: int
    """Since the phone that matters was last heard of."""

    @property
    def text(self) -> str:
        heard = ngettext("last heard %(minutes)s min ago", "last heard %(minutes)s min ago", self.minutes)
        silent = ngettext(
            "not heard of for %(minutes)s min", "not heard of for %(minutes)s min", self.minutes
        )
        if not self.unsent:
            return silent % {"minutes": self.minutes}
        unsent = _("%(count)s unsent") % {"count": self.unsent}
        return f"{unsent}, {heard % {'minutes': self.minutes}}" if self.minutes else unsent


def phone_reports(tournament: Tournament) -> dict[int, PhoneReport]:
    """By table; nothing where all is well."""
    phones = defaultdict[int, list[Phone]](list)
    for phone in Phone.objects.filter(table__round__tournament=tournament).select_related("table__match"):
        phones[phone.table_id].append(phone)
    now = timezone.now()
    reports = {table: report_of(found, found[0].table.match, now) for table, found in phones.items()}
    return {table: report for table, report in reports.items() if report}


def phones_token(reports: dict[int, PhoneReport]) -> str:
    """Changes whenever the organiser would be told something else."""
    return "".join(f"-{table}.{each.unsent}.{each.minutes}" for table, each in sorted(reports.items()))


def report_of(phones: list[Phone], match: Match | None, now: datetime) -> PhoneReport | None:
    """Of the phones of one table; nothing where all is well."""
    holding = [phone for phone in phones if phone.unsent]
    if holding:
        oldest = min(phone.seen_at for phone in holding)
        return PhoneReport(sum(phone.unsent for phone in holding), max(0, (now - oldest) // MINUTE))
    last = max(phone.seen_at for phone in phones)
    if match is None or match.status != Match.Status.PLAYING or now - last < SILENT_AFTER:
        return None
    return PhoneReport(0, (now - last) // MINUTE)
