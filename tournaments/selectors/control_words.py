"""The sentences of the control room. Knows nothing of how its facts are found."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.attention import Need
from tournaments.models import Table

LEVELS = ((90, "alarm"), (60, "warn"), (1, "note"))


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a table needs attention, in words."""

    code: str
    level: str
    """alarm, warn or note."""
    text: str


def judge_of(table: Table) -> str:
    """Who last entered; before that, to whom the table was given, or that somebody has scanned its card."""
    last_by, given, scanned = table.last_by, table.given_to, table.scanned_at  # type: ignore[attr-defined]
    if last_by:
        return str(last_by)
    if given:
        return str(given)
    if scanned:
        at = time_format(timezone.localtime(scanned), "TIME_FORMAT")
        return _("card scanned %(time)s") % {"time": at}
    return ""


def in_words(need: Need) -> Reason:
    level = next(level for least, level in LEVELS if need.weight >= least)
    return Reason(need.code, level, _sentence(need) % {"count": need.number})


def _sentence(need: Need) -> str:
    count = need.number
    match need.code:
        case "appeal":
            return _("a player does not agree")
        case "problem":
            return _("the result could not be made final")
        case "call":
            return ngettext("calls, %(count)s min", "calls, %(count)s min", count) if count else _("calls")
        case "coming":
            return _("somebody is coming")
        case "over":
            return ngettext("%(count)s min over time", "%(count)s min over time", count)
        case "unsent":
            return ngettext("%(count)s entry not sent", "%(count)s entries not sent", count)
        case "late":
            return ngettext(
                "will hold the round up by %(count)s minute",
                "will hold the round up by %(count)s minutes",
                count,
            )
        case "silent":
            return ngettext("no entry for %(count)s min", "no entry for %(count)s min", count)
        case "not-begun":
            return ngettext("not begun for %(count)s min", "not begun for %(count)s min", count)
        case "unchecked":
            return _("waits for a second look")
        case "unsigned":
            return ngettext("%(count)s signature missing", "%(count)s signatures missing", count)
    return ngettext("phone not heard of for %(count)s min", "phone not heard of for %(count)s min", count)
