"""A club's seasons: making, changing, deleting one. Its table is derived where it is shown, so nothing else is kept."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.dates import check_day
from tournaments.models import MOST_EVENINGS, Club, Season, Tournament
from tournaments.names import clean_name, name_problem
from tournaments.roles import Permission
from tournaments.seasons import PLACES, USUAL
from tournaments.services.history import record_in_club
from tournaments.services.holding import hold_club
from tournaments.services.once import Form, once

MOST_SEASONS = 200
MOST_DAYS = 800
MOST_RANKS = 100
MOST_WORTH = 10_000


@dataclass(frozen=True, slots=True)
class SeasonPlan:
    """What an organiser decides about a season."""

    name: str
    first_day: date
    last_day: date
    scoring: str = PLACES
    place_points: Sequence[int] = USUAL
    drop: int = 0
    least: int = 0
    public: bool = False


def make_season(actor: Actor, form_id: UUID, club: Club, plan: SeasonPlan) -> Season:
    """The same form sent again makes no second one."""
    actor.require(Permission.RUN, club)
    plan = _checked(plan)

    def work() -> int:
        hold_club(club.pk)
        if club.seasons.count() >= MOST_SEASONS:
            raise Refused(
                "too-many-seasons", _("A club has room for %(most)s seasons.") % {"most": MOST_SEASONS}
            )
        season = Season.objects.create(club=club, **_fields(plan))
        record_in_club(actor, club, "season-made", name=season.name)
        return season.pk

    return Season.objects.get(pk=once(Form(form_id, ("season", club.pk, repr(plan))), work))


def change_season(actor: Actor, season: Season, plan: SeasonPlan, left_out: Collection[int]) -> None:
    """``left_out`` are the tournaments of its days that do not count; sent twice it changes nothing more."""
    actor.require(Permission.RUN, season.club)
    plan = _checked(plan)
    with transaction.atomic():
        current = _locked(season)
        before = (_told(current), set(current.left_out.values_list("pk", flat=True)))
        for name, value in _fields(plan).items():
            setattr(current, name, value)
        current.save()
        chosen = Tournament.objects.filter(club=current.club_id, pk__in=left_out)
        current.left_out.set(chosen)
        if before != (_told(current), {each.pk for each in chosen}):
            record_in_club(actor, season.club, "season-changed", name=current.name)


def delete_season(actor: Actor, season: Season) -> None:
    """Its evenings and their results stay as they are."""
    actor.require(Permission.RUN, season.club)
    with transaction.atomic():
        found = Season.objects.select_for_update().filter(pk=season.pk).first()
        if found is not None:
            record_in_club(actor, season.club, "season-deleted", name=found.name)
            found.delete()


# -- in detail -----------------------------------------------------------------------------------


def _locked(season: Season) -> Season:
    current = Season.objects.select_for_update().filter(pk=season.pk).first()
    if current is None:
        raise Refused("no-such-season", _("This season is not there any more."))
    return current


def _fields(plan: SeasonPlan) -> dict[str, object]:
    return {name: getattr(plan, name) for name in SeasonPlan.__dataclass_fields__} | {
        "place_points": list(plan.place_points)
    }


def _told(season: Season) -> dict[str, object]:
    return {name: getattr(season, name) for name in SeasonPlan.__dataclass_fields__}


def _checked(plan: SeasonPlan) -> SeasonPlan:
    plan = replace(plan, name=clean_name(plan.name))
    if not plan.name:
        raise Refused("bad-name", _("Type a name."), field="name")
    if problem := name_problem(plan.name):
        raise Refused("bad-name", problem, field="name")
    check_day(plan.first_day, "first_day")
    check_day(plan.last_day, "last_day")
    if plan.last_day < plan.first_day:
        raise Refused("bad-dates", _("The last day cannot come before the first."), field="last_day")
    if (plan.last_day - plan.first_day).days > MOST_DAYS:
        raise Refused(
            "too-long", _("A season lasts %(most)s days at most.") % {"most": MOST_DAYS}, field="last_day"
        )
    if plan.scoring not in Season.Scoring.values:
        raise Refused("bad-scoring", _("Choose one of these."), field="scoring")
    _check_places(plan.place_points)
    for field in ("drop", "least"):
        if not 0 <= getattr(plan, field) <= MOST_EVENINGS:
            raise Refused(
                "bad-number", _("Type a number from 0 to %(most)s.") % {"most": MOST_EVENINGS}, field=field
            )
    return plan


def _check_places(points: Sequence[int]) -> None:
    if not 1 <= len(points) <= MOST_RANKS or any(not 0 <= each <= MOST_WORTH for each in points):
        raise Refused(
            "bad-places",
            _("Type up to %(ranks)s numbers from 0 to %(most)s, the first rank first.")
            % {"ranks": MOST_RANKS, "most": MOST_WORTH},
            field="place_points",
        )
    if any(after > before for before, after in pairwise(points)):
        raise Refused(
            "rising-places", _("A lower rank cannot be worth more than a higher one."), field="place_points"
        )
