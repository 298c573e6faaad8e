"""How the standings of a tournament are made: the order of tie-breaks, what places are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import Tournament
from tournaments.selectors.closing import is_closed
from tournaments.services.history import record
from tournaments.signals import standings_changed
from tournaments.tiebreaks.placing import by_default
from tournaments.tiebreaks.registry import registry

MOST_POINTS = Decimal(1000)
CENTS = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class StandingsPlan:
    """What an organiser decides about the standings."""

    tiebreaks: Sequence[str]
    """Keys, in the order in which they decide."""
    worth: Mapping[int, Sequence[Decimal]]
    """For each table size what its places are worth, the first first."""
    normalise: bool
    sit_out: Decimal | None


def plan_standings(actor: Actor, tournament: Tournament, plan: StandingsPlan) -> None:
    """Have the standings made so from now on, the rounds played included."""
    actor.require_organiser(tournament)
    if is_closed(tournament):
        raise Refused(
            "tournament-closed",
            _(
                "The final standings are published. Open the tournament again before you change how they are made."
            ),
        )
    _check_tiebreaks(tournament, plan.tiebreaks)
    for size, worth in plan.worth.items():
        _check_worth(size, worth)
    if plan.sit_out is not None:
        _check_points(plan.sit_out, "sit_out")
    with transaction.atomic():
        Tournament.objects.select_for_update().filter(pk=tournament.pk).update(
            tiebreaks=list(plan.tiebreaks),
            placing={
                str(size): [str(each) for each in worth]
                for size, worth in plan.worth.items()
                if tuple(worth) != by_default(size)
            },
            normalise=plan.normalise,
            sit_out_points=plan.sit_out,
            revision=F("revision") + 1,
        )
        record(actor, tournament, "standings-rules-changed", order=list(plan.tiebreaks))
        standings_changed.send(sender=Tournament, tournament_id=tournament.pk)


def _check_tiebreaks(tournament: Tournament, keys: Sequence[str]) -> None:
    if not keys:
        raise Refused("no-tiebreaks", _("Something has to decide. Give at least one a number."))
    known = registry().tiebreaks.keys() | set(tournament.tiebreaks)
    if len(set(keys)) != len(keys) or not set(keys) <= known:
        raise Refused("unknown-tiebreak", _("This page is old. Reload it, then try again."))


def _check_worth(size: int, worth: Sequence[Decimal]) -> None:
    field = f"worth_{size}"
    if len(worth) != size:
        raise Refused(
            "bad-worth",
            _("A table of %(size)s has %(size)s places: give so many numbers, the first place first.")
            % {"size": size},
            field=field,
        )
    for each in worth:
        _check_points(each, field)
    if list(worth) != sorted(worth, reverse=True) or worth[0] <= 0:
        raise Refused(
            "bad-worth",
            _("A better place cannot be worth less, and the first has to be worth something."),
            field=field,
        )


def _check_points(points: Decimal, field: str) -> None:
    if not points.is_finite() or not 0 <= points <= MOST_POINTS or points != points.quantize(CENTS):
        raise Refused(
            "bad-points",
            _("Give numbers from 0 to %(most)s, with at most two decimals.") % {"most": MOST_POINTS},
            field=field,
        )
