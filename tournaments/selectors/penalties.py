"""Penalties as everybody may read them: what, for what, and whether it still counts."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.models import Penalty, Tournament
from tournaments.numbers import as_text
from tournaments.selectors.held import is_held_from
from tournaments.selectors.shown import cover


def penalties_of(tournament: Tournament, reader: Actor) -> list[Penalty]:
    """All that were ever given, the newest first, under the names that the reader may see; while results are held,
    as they were before."""
    given = Penalty.objects.filter(tournament=tournament).select_related("entrant__player")
    held_at = tournament.held_at if is_held_from(reader, tournament) else None
    if held_at is not None:
        given = given.filter(given_at__lte=held_at)
    penalties = list(given.order_by("-given_at", "-pk"))
    for penalty in penalties:
        if held_at and penalty.back_at and penalty.back_at > held_at:
            penalty.back_at = None  # for this page alone
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
