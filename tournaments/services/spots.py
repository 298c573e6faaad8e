"""Where the tables stand in the hall, and which numbers are skipped: what the organiser says of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import MOST_TABLES, SPOT_LENGTH, Round, Spot, Table, Tournament
from tournaments.names import clean_name, name_problem
from tournaments.services.history import record
from tournaments.services.rounds import lock


@dataclass(frozen=True, slots=True)
class SpotPlan:
    """What is said of one table number."""

    label: str = ""
    usable: bool = True


def change_spots(actor: Actor, tournament: Tournament, plans: Mapping[int, SpotPlan]) -> None:
    """Keep all of it, or say what is wrong with one and keep nothing. A draft follows: its tables are
    counted anew, those with people who always sit there keep their number. What is published stays."""
    actor.require_organiser(tournament)
    cleaned = {number: _cleaned(number, plan) for number, plan in plans.items()}
    with transaction.atomic():
        lock(tournament)
        closed = _closed_after(tournament, cleaned)
        Spot.objects.bulk_create(
            (
                Spot(tournament=tournament, number=number, label=plan.label, usable=plan.usable)
                for number, plan in cleaned.items()
            ),
            update_conflicts=True,
            unique_fields=["tournament", "number"],
            update_fields=["label", "usable"],
        )
        if draft := tournament.rounds.filter(state=Round.State.DRAFT).first():
            _count_anew(draft, closed)
        Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)
        record(actor, tournament, "spots-changed")


# -- in detail -----------------------------------------------------------------------------------


def _cleaned(number: int, plan: SpotPlan) -> SpotPlan:
    field = f"label_{number}"
    if not 1 <= number <= MOST_TABLES:
        raise Refused("bad-table", _("Tables have numbers from 1 to %(most)s.") % {"most": MOST_TABLES})
    label = clean_name(plan.label)
    if len(label) > SPOT_LENGTH:
        raise Refused(
            "label-too-long",
            _("Say it in %(most)s characters at most.") % {"most": SPOT_LENGTH},
            field=field,
        )
    if label and (problem := name_problem(label)):
        raise Refused("bad-label", problem, field=field)
    return SpotPlan(label, plan.usable)


def _closed_after(tournament: Tournament, plans: Mapping[int, SpotPlan]) -> set[int]:
    was = Spot.objects.filter(tournament=tournament, usable=False).values_list("number", flat=True)
    closed = {number for number in was if number not in plans}
    return closed | {number for number, plan in plans.items() if not plan.usable}


def _count_anew(draft: Round, closed: Collection[int]) -> None:
    tables = list(draft.tables.order_by("number").prefetch_related("seating__entrant"))
    kept = {table.number for table in tables if _is_fixed(table) and table.number not in closed}
    free = (number for number in range(1, MOST_TABLES * 2) if number not in closed and number not in kept)
    wanted = {table.pk: table.number if table.number in kept else next(free) for table in tables}
    moved = [table for table in tables if table.number != wanted[table.pk]]
    if not moved:
        return
    top = max(table.number for table in tables) + MOST_TABLES * 2
    for step, table in enumerate(moved):  # first out of each other's way: two never share a number
        Table.objects.filter(pk=table.pk).update(number=top + step)
    for table in moved:
        Table.objects.filter(pk=table.pk).update(number=wanted[table.pk])
    # Undoing a change by hand goes by numbers that are no more.
    Round.objects.filter(pk=draft.pk).update(
        edition=F("edition") + 1, changes=_renumbered(draft, tables, wanted)
    )


def _renumbered(draft: Round, tables: list[Table], wanted: Mapping[int, int]) -> list[dict[str, object]]:
    numbers = {str(table.number): str(wanted[table.pk]) for table in tables}
    return [
        each | {"tables": {numbers.get(number, number): seats for number, seats in each["tables"].items()}}
        for each in draft.changes
    ]


def _is_fixed(table: Table) -> bool:
    return any(place.entrant.fixed_table == table.number for place in table.seating.all())
