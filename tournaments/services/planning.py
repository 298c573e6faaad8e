"""Making a tournament and entering people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from rules.api import RuleError
from rules.registry import EngineMissing, registry
from tournaments.access import Actor
from tournaments.dates import check_day
from tournaments.models import Club, Entrant, Penalty, Tournament, make_slug
from tournaments.names import read_names
from tournaments.presets import PRESETS
from tournaments.roles import Permission
from tournaments.services.applications import move_up
from tournaments.services.clubs import club_to_plan_in
from tournaments.services.entering import bring_in
from tournaments.services.history import record
from tournaments.services.once import Form, once
from tournaments.services.people import find_entrant
from tournaments.services.roster import Card
from tournaments.services.stages import StagePlan, check_plan, keep_stage


@dataclass(frozen=True, slots=True)
class Plan:
    """What an organiser decides when making a tournament."""

    name: str
    rules_key: str
    table_size: int
    rounds: int
    options: Mapping[str, Any]
    system: str = "swiss"
    preset: str = ""
    """A way to play that decides the stages, the clock and signing (tournaments.presets)."""
    place: str = ""
    language: str = ""
    day: date | None = None
    expected: int | None = None

    @property
    def stages(self) -> tuple[StagePlan, ...]:
        preset = PRESETS.get(self.preset)
        if preset:
            return preset.planned(self.rounds, self.table_size)
        return (StagePlan(self.system, self.rounds, self.table_size),)


def create_tournament(actor: Actor, form_id: UUID, plan: Plan, club: Club | None = None) -> Tournament:
    """A new tournament, with its rules pinned as they are today; of the first club they run, where none is said."""
    user = actor.require_account()
    if club is not None:
        actor.require(Permission.RUN, club)
    try:
        engine = registry().get(plan.rules_key)
        options = engine.settle_options(plan.options)
    except EngineMissing as error:
        raise Refused(
            "unknown-rules", _("These rules are not installed here. Choose others."), field="rules_key"
        ) from error
    except RuleError as error:
        raise Refused.by_rule(error) from error
    if plan.day:
        check_day(plan.day, "day")
    if plan.table_size not in engine.seats:
        raise Refused(
            "bad-table-size",
            _("These rules are for %(least)s to %(most)s players at a table.")
            % {"least": engine.seats[0], "most": engine.seats[-1]},
            field="table_size",
        )

    def work() -> int:
        tournament = Tournament(
            name=plan.name,
            place=plan.place,
            language=plan.language,
            expected=plan.expected,
            slug=make_slug(plan.name),
            club=club or club_to_plan_in(actor),
            organiser=user,
            rules_key=engine.key,
            rules_version=engine.version,
            options=options,
            table_size=plan.table_size,
            rounds_planned=sum(stage.rounds for stage in plan.stages),
        )
        if plan.day:
            tournament.first_day = tournament.last_day = plan.day
        if preset := PRESETS.get(plan.preset):
            tournament.signing, tournament.round_minutes = preset.signing, preset.round_minutes
        tournament.save()
        for number, stage in enumerate(plan.stages, start=1):
            check_plan(tournament, stage)
            keep_stage(tournament, number, stage)
        record(actor, tournament, "tournament-made", name=plan.name)
        return tournament.pk

    form = Form(
        form_id,
        (
            "tournament",
            user.pk,
            plan.name,
            plan.rules_key,
            plan.table_size,
            plan.rounds,
            options,
            plan.system,
            *(plan.preset, plan.place, plan.language, plan.day, plan.expected),
            *(() if club is None else (club.pk,)),
        ),
    )
    return Tournament.objects.get(pk=once(form, work))


def enter_names(actor: Actor, form_id: UUID, tournament: Tournament, text: str) -> int:
    """Enter a pasted list, whole or not at all. Gives how many came in."""
    actor.require_organiser(tournament)

    def work() -> int:
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        entrants = Entrant.objects.filter(tournament=tournament)
        read = read_names(text, set(entrants.values_list("name_key", flat=True)))
        if read.problems:
            raise Refused("bad-names", "\n".join(read.problems), field="names")
        made = bring_in(tournament, [Card(name) for name in read.names])
        record(actor, tournament, "people-entered", count=len(made))
        return len(read.names)

    return once(Form(form_id, ("names", tournament.pk, text)), work)


def withdraw(actor: Actor, tournament: Tournament, entrant_id: int) -> Entrant:
    """Somebody leaves: forgotten if they never sat anywhere, else kept with what they scored."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        entrant = find_entrant(tournament, entrant_id)
        if entrant.seating.exists() or entrant.penalties.exists():
            entrant.withdrawn = True
            entrant.save()
        else:
            entrant.delete()
        record(actor, tournament, "person-left", name=entrant.name)
        move_up(tournament)
    return entrant


def take_back_withdrawal(actor: Actor, tournament: Tournament, entrant_id: int) -> Entrant:
    """Somebody who left plays on from the next round."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        entrant = find_entrant(tournament, entrant_id)
        if entrant.penalties.filter(kind=Penalty.Kind.OUT, back_at__isnull=True).exists():
            raise Refused(
                "disqualified",
                _("%(name)s is disqualified. Take that penalty back first.") % {"name": entrant.name},
            )
        entrant.withdrawn = False
        entrant.save()
        record(actor, tournament, "person-back", name=entrant.name)
    return entrant
