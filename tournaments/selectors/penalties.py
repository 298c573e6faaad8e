"""Penalties as everybody may read them: what, for what, and whether it still counts."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.models import Penalty, Tournament
from tournaments.numbers import as_text


def penalties_of(tournament: Tournament) -> list[Penalty]:
    """All that were ever given, the newest first."""
    return list(
        Penalty.objects.filter(tournament=tournament).select_related("entrant").order_by("-given_at", "-pk")
    )


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
