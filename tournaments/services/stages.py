"""The stages of a tournament: planned by the organiser, begun when their first round is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import F, Sum
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from games.errors import Refused
from rules.registry import registry
from tournaments.access import Actor
from tournaments.models import MOST_ROUNDS, Entrant, Round, Stage, Tournament
from tournaments.selectors.going_on import going_on
from tournaments.services.history import record
from tournaments.systems import all_systems, sizes_of

MOST_STAGES = 8


@dataclass(frozen=True, slots=True)
class StagePlan:
    """What an organiser decides about a stage."""

    system: str
    rounds: int
    table_size: int
    advance: int | None = None
    carry: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)
    allow: Sequence[int] = ()
    """Sizes of tables that may be made; none: whatever seats everybody."""


def add_stage(actor: Actor, tournament: Tournament, plan: StagePlan) -> Stage:
    """One more stage after those there are."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        _lock(tournament)
        number = first_stage(tournament).tournament.stages.count() + 1
        if number > MOST_STAGES:
            raise Refused(
                "too-many-stages", _("A tournament has at most %(most)s stages.") % {"most": MOST_STAGES}
            )
        check_plan(tournament, plan)
        stage = _keep(tournament, Stage(tournament=tournament, number=number), plan)
        record(actor, tournament, "stage-added", stage=number)
        return stage


def change_stage(actor: Actor, tournament: Tournament, number: int, plan: StagePlan) -> Stage:
    """Another plan for a stage; one that has begun keeps its system and cannot end before its last round."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        _lock(tournament)
        stage = _stage(tournament, number)
        check_plan(tournament, plan)
        played = Round.objects.filter(stage=stage).count()
        if played and (stage.system, stage.advance, stage.carry) != (plan.system, plan.advance, plan.carry):
            raise Refused(
                "stage-begun",
                _("This stage has begun. Only its rounds and its table sizes can still be changed."),
            )
        if plan.rounds < played:
            raise Refused(
                "stage-begun",
                _("%(played)s rounds of this stage are paired already.") % {"played": played},
                field="rounds",
            )
        if plan.rounds != stage.rounds and Round.objects.filter(
            stage__tournament=tournament, stage__number__gt=number
        ):
            raise Refused("stage-begun", _("A later stage has begun."), field="rounds")
        record(actor, tournament, "stage-changed", stage=number)
        return _keep(tournament, stage, plan)


def remove_stage(actor: Actor, tournament: Tournament, number: int) -> None:
    """Take the last stage off, if it has not begun."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        _lock(tournament)
        stage = _stage(tournament, number)
        if number == 1 or number != tournament.stages.count() or Round.objects.filter(stage=stage).exists():
            raise Refused(
                "stage-begun", _("Only the last stage can be removed, and only before it has begun.")
            )
        stage.delete()
        record(actor, tournament, "stage-removed", stage=number)
        _count_rounds(tournament)


def stage_for(tournament: Tournament, round_number: int) -> Stage:
    """The stage in which a round is; begun with it if it is the first of its stage. Asks for the lock."""
    first_stage(tournament)
    before = 0
    for stage in tournament.stages.order_by("number"):
        if round_number <= before + stage.rounds:
            if round_number == before + 1:
                _begin(tournament, stage)
            stage.tournament = tournament
            return stage
        before += stage.rounds
    raise Refused("tournament-over", _("All rounds have been played."))


def first_stage(tournament: Tournament) -> Stage:
    """A tournament that was planned without stages is one Swiss stage."""
    stage, _created = Stage.objects.get_or_create(
        tournament=tournament,
        number=1,
        defaults={"rounds": tournament.rounds_planned, "table_size": tournament.table_size},
    )
    return stage


def let_in(tournament: Tournament, late: Sequence[Entrant]) -> None:
    """Late entries come into the stage under way, unless one had to get there."""
    begun = tournament.stages.filter(seeding__isnull=False).order_by("-number").first()
    if begun is None:
        return
    if begun.advance is not None:
        raise Refused(
            "stage-closed",
            _("The stage under way is for those who got there. Nobody can be entered any more."),
            field="names",
        )
    begun.seeding = [*(begun.seeding or ()), *(entrant.pk for entrant in late)]
    begun.save()


def keep_stage(tournament: Tournament, number: int, plan: StagePlan) -> Stage:
    """A stage of a tournament that is just being made."""
    return Stage.objects.create(
        tournament=tournament,
        number=number,
        system=plan.system,
        rounds=plan.rounds,
        table_size=plan.table_size,
        allow=sorted(set(plan.allow)),
        options=dict(plan.options),
        advance=plan.advance,
        carry=plan.carry,
    )


def check_plan(tournament: Tournament, plan: StagePlan) -> None:
    """What every stage must fulfil, whenever it is planned."""
    if plan.system not in all_systems():
        raise Refused(
            "unknown-system", _("This system is not installed here. Choose another."), field="system"
        )
    if not 1 <= plan.rounds <= MOST_ROUNDS:
        raise Refused(
            "bad-rounds", _("A stage has 1 to %(most)s rounds.") % {"most": MOST_ROUNDS}, field="rounds"
        )
    engine = registry().engines.get(tournament.rules_key)
    if engine and plan.table_size not in engine.seats:
        raise Refused(
            "bad-table-size",
            _("These rules are for %(least)s to %(most)s players at a table.")
            % {"least": engine.seats[0], "most": engine.seats[-1]},
            field="table_size",
        )
    if plan.allow and plan.table_size not in plan.allow:
        raise Refused(
            "bad-sizes",
            _("Tables of %(size)s are what you prefer: allow them too, or tick nothing.")
            % {"size": plan.table_size},
            field="allow",
        )
    if engine and not set(plan.allow) <= set(engine.seats):
        raise Refused(
            "bad-sizes",
            _("These rules are for %(least)s to %(most)s players at a table.")
            % {"least": engine.seats[0], "most": engine.seats[-1]},
            field="allow",
        )
    system = all_systems()[plan.system]
    if not {plan.table_size, *plan.allow} <= {*sizes_of(system)}:
        raise Refused(
            "bad-table-size",
            _("%(system)s is for tables of %(sizes)s: choose that at “%(label)s”, or another system.")
            % {
                "system": gettext(system.name),
                "sizes": ", ".join(map(str, sizes_of(system))),
                "label": _("Players at a table"),
            },
            field="table_size" if plan.table_size not in sizes_of(system) else "allow",
        )
    if plan.advance is not None and plan.advance < plan.table_size:
        raise Refused(
            "bad-advance", _("At least one table of people has to come into a stage."), field="advance"
        )


# -- in detail -----------------------------------------------------------------------------------


def _begin(tournament: Tournament, stage: Stage) -> None:
    """Settle who is in it, and how many rounds it takes where its system says so."""
    if stage.number > 1:
        before = tournament.stages.get(number=stage.number - 1)
        stage.seeding = going_on(tournament, before, stage)
        people = len(stage.seeding)
    else:
        people = tournament.entrants.filter(withdrawn=False).count()
    system = all_systems().get(stage.system)
    takes = (
        system.rounds(people, stage.table_size, {**stage.options, "allow": stage.allow}) if system else None
    )
    if takes:
        stage.rounds = min(takes, MOST_ROUNDS)
    stage.save()
    _count_rounds(tournament)


def _keep(tournament: Tournament, stage: Stage, plan: StagePlan) -> Stage:
    stage.system, stage.rounds, stage.table_size = plan.system, plan.rounds, plan.table_size
    stage.options, stage.allow = dict(plan.options), sorted(set(plan.allow))
    if stage.number > 1:
        stage.advance, stage.carry = plan.advance, plan.carry
    stage.save()
    if stage.number == 1:
        Tournament.objects.filter(pk=tournament.pk).update(table_size=stage.table_size)
    _count_rounds(tournament)
    return stage


def _count_rounds(tournament: Tournament) -> None:
    """The tournament's own count is kept beside the stages, for everybody who only wants to know how long it is."""
    rounds = tournament.stages.aggregate(all=Sum("rounds"))["all"] or tournament.rounds_planned
    Tournament.objects.filter(pk=tournament.pk).update(rounds_planned=rounds, revision=F("revision") + 1)
    tournament.rounds_planned = rounds


def _stage(tournament: Tournament, number: int) -> Stage:
    first_stage(tournament)
    stage = Stage.objects.filter(tournament=tournament, number=number).first()
    if stage is None:
        raise Refused("no-such-stage", _("This stage is not there any more."))
    return stage


def _lock(tournament: Tournament) -> None:
    Tournament.objects.select_for_update().get(pk=tournament.pk)
