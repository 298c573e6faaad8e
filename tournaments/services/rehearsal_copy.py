"""A copy of a tournament to be played by itself: people, settings, stages, places in the hall; no round, no result."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db import models
from django.utils.translation import gettext as _

from tournaments.dates import today_in
from tournaments.models import (
    NAME_LENGTH,
    Entrant,
    KeepApart,
    Spot,
    Stage,
    Tournament,
    make_seed,
    make_slug,
)

ITS_OWN = {"id", "slug", "created_at", "revision", "lots_seed"}


def copied_for_rehearsal(original: Tournament, by: User) -> Tournament:
    """Nobody's place in the club's list is taken along, so that nothing of it can count for anybody."""
    name = _("Rehearsal: %(name)s") % {"name": original.name}
    today = today_in(original)
    copy = Tournament(
        **_fields(original, ITS_OWN)
        | {"name": name[:NAME_LENGTH], "organiser_id": by.pk, "rehearsal": True}
        # Bots have nobody beside them who could look a sheet over.
        | {"double_check": False}
        | {
            "closed_at": None,
            "held_at": None,
            "first_day": today,
            "last_day": today,
            "slug": make_slug(name),
            "lots_seed": make_seed(),
        }
    )
    copy.save()
    Stage.objects.bulk_create(
        Stage(**_fields(stage, {"id"}) | {"tournament_id": copy.pk, "seeding": None})
        for stage in original.stages.order_by("number")
    )
    _copy_people(original, copy)
    Spot.objects.bulk_create(
        Spot(**_fields(spot, {"id"}) | {"tournament_id": copy.pk})
        for spot in original.spots.order_by("number")
    )
    return copy


def _copy_people(original: Tournament, copy: Tournament) -> None:
    people = list(original.entrants.filter(withdrawn=False).order_by("number"))
    fresh = {
        "tournament_id": copy.pk,
        "player_id": None,
        "pin": "",
        "final_rank": None,
        "pin_failures": 0,
        "pin_locked_until": None,
    }
    made = Entrant.objects.bulk_create(
        Entrant(**_fields(entrant, {"id"}) | fresh | {"joined_round": 1, "late_points": 0})
        for entrant in people
    )
    new = {old.pk: entrant.pk for old, entrant in zip(people, made, strict=True)}
    pairs = KeepApart.objects.filter(one__in=new, other__in=new).values_list("one", "other")
    KeepApart.objects.bulk_create(
        KeepApart(one_id=min(new[one], new[other]), other_id=max(new[one], new[other]))
        for one, other in pairs
    )


def _fields(row: models.Model, without: set[str]) -> dict[str, Any]:
    return {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if field.name not in without
    }
