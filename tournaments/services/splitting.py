"""Choosing how people are split over tables: what the planner's page sets."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import Stage, Tournament
from tournaments.pairing.api import LARGEST_TABLE, SMALLEST_TABLE
from tournaments.services.history import record
from tournaments.services.stages import StagePlan, check_plan, first_stage


def choose_tables(actor: Actor, tournament: Tournament, sizes: Sequence[int]) -> Stage:
    """Have the first stage played at tables of these sizes, mostly of the one that stands there most often."""
    actor.require_organiser(tournament)
    if not sizes or not all(SMALLEST_TABLE <= size <= LARGEST_TABLE for size in sizes):
        raise Refused("no-such-size", _("A table has 2 to 6 seats. Choose one of the ways on this page."))
    usual = max(sizes, key=lambda size: (sizes.count(size), size))
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        stage = first_stage(tournament)
        for size in set(sizes):
            check_plan(tournament, StagePlan(stage.system, stage.rounds, size))
        stage.table_size = usual
        stage.allow = sorted(set(sizes))
        stage.save()
        Tournament.objects.filter(pk=tournament.pk).update(table_size=usual, revision=F("revision") + 1)
        record(actor, tournament, "tables-chosen", sizes=" + ".join(map(str, sizes[:MOST_NAMED])))
    return stage


MOST_NAMED = 12
"""More tables than these are not listed in the history."""
