"""Penalties as everybody may read them: what, for what, and whether it still counts."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.models import Penalty, Tournament
from tournaments.numbers import as_text
from tournaments.selectors.shown import cover


def penalties_of(tournament: Tournament, reader: Actor) -> list[Penalty]:
    """All that were ever given, the newest first, under the names that the reader may see."""
    found = Penalty.objects.filter(tournament=tournament).select_related("entrant__player")
    penalties = list(found.order_by("-given_at", "-pk"))
    cover(reader, tournament, (penalty.entrant for penalty in penalties))
    return penalties


def in_words(penalty: Penalty) -> str:
    """What it is, without for whom or why."""
    match penalty.kind:
        case Penalty.Kind.PLACING:
            return _("%(points)s placing points off") % {"points": as_text(penalty.amount)}
        case Penalty.Kind.POINTS:
            return _("%(points)s match points off") % {"points": as_text(penalty.amount)}
        case Penalty.Kind.OUT:
            return _("disqualified")
    return _("warning")
