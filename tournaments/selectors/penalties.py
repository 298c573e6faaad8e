"""Penalties as everybody may read them: what, for what, and whether it still counts."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.models import Penalty, Tournament
from tournaments.numbers import as_text
from tournaments.selectors.held import is_held_from


def penalties_of(tournament: Tournament, actor: Actor) -> list[Penalty]:
    """All that were ever given, the newest first; while results are held, as they were before."""
    given = Penalty.objects.filter(tournament=tournament).select_related("entrant")
    held_at = tournament.held_at if is_held_from(actor, tournament) else None
    if held_at is None:
        return list(given.order_by("-given_at", "-pk"))
    penalties = list(given.filter(given_at__lte=held_at).order_by("-given_at", "-pk"))
    for penalty in penalties:
        if penalty.back_at and penalty.back_at > held_at:
            penalty.back_at = None  # for this page alone
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
