"""A plan as a whole: what was decided, what is left to do, and what will not work out.

Reads; decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Prize, Round, Stage, Tournament
from tournaments.pairing import planner, sizes
from tournaments.pairing.api import CannotPair
from tournaments.selectors.decisions import Chapter, chapters_of
from tournaments.selectors.pairing import sizes_allowed
from tournaments.selectors.splits import sizes_of_rules


@dataclass(frozen=True, slots=True)
class Todo:
    """Something that belongs to a plan, and whether it is there."""

    text: str
    done: bool
    url: str
    needed: bool = True


@dataclass(frozen=True, slots=True)
class PlanView:
    chapters: list[Chapter]
    todos: list[Todo]
    warnings: list[str]
    begun: bool
    """Whether a round has been published: then it is a plan no more."""

    @property
    def left(self) -> int:
        return sum(todo.needed and not todo.done for todo in self.todos)


def plan_view(tournament: Tournament) -> PlanView:
    stages = stages_of(tournament)
    facts = _facts(tournament)
    return PlanView(
        chapters=chapters_of(tournament, stages),
        todos=_todos(tournament, stages, facts),
        warnings=warnings_of(tournament, stages, facts.people),
        begun=facts.begun,
    )


def todos_of(tournament: Tournament) -> PlanView | None:
    """What is left, for the tournament's own page; nothing once a round is public."""
    facts = _facts(tournament)
    if facts.begun:
        return None
    stages = stages_of(tournament)
    return PlanView(
        [], _todos(tournament, stages, facts), warnings_of(tournament, stages, facts.people), begun=False
    )


def stages_of(tournament: Tournament) -> list[Stage]:
    """As they are planned; a tournament without any is one Swiss stage."""
    alone = Stage(
        tournament=tournament, number=1, rounds=tournament.rounds_planned, table_size=tournament.table_size
    )
    return list(tournament.stages.order_by("number")) or [alone]


def warnings_of(tournament: Tournament, stages: Sequence[Stage], people: int) -> list[str]:
    """What will not work out with so many people, and the way on."""
    if people == 1:
        return [_("One person is entered. A table needs at least two: enter one more.")]
    if people < 2:
        return []
    first, found = stages[0], []
    seats = frozenset(sizes_of_rules(tournament))
    try:
        split = sizes.split(people, first.table_size, sizes_allowed(first, people, seats))
    except CannotPair:
        return [
            _("These rules need at least %(least)s people for a table; %(people)s are entered.")
            % {"least": min(seats), "people": people}
        ]
    if out := people - sum(split):
        found.append(
            ngettext(
                "%(out)s person sits out in each round, because the tables do not hold everybody.",
                "%(out)s people sit out in each round, because the tables do not hold everybody.",
                out,
            )
            % {"out": out}
        )
    if first.system in ("swiss", "random", "schedule"):
        found += _repeats(people, split, first.rounds)
    found += [
        _("Stage %(stage)s is for %(advance)s, and %(people)s are entered: all of them come into it.")
        % {"stage": stage.number, "advance": stage.advance, "people": people}
        for stage in stages
        if stage.advance is not None and stage.advance >= people
    ]
    return found


# -- in detail -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Facts:
    people: int
    begun: bool
    prizes: bool


def _facts(tournament: Tournament) -> _Facts:
    """All in one query."""
    row = (
        Tournament.objects.filter(pk=tournament.pk)
        .annotate(
            people=Count("entrants", filter=Q(entrants__withdrawn=False)),
            begun=Exists(Round.objects.filter(tournament=OuterRef("pk"), published_at__isnull=False)),
            any_prize=Exists(Prize.objects.filter(tournament=OuterRef("pk"))),
        )
        .values_list("people", "begun", "any_prize")
        .get()
    )
    return _Facts(*row)


def _repeats(people: int, split: tuple[int, ...], rounds: int) -> list[str]:
    least = planner.repeats_least(people, split, rounds)
    if not least:
        return []
    return [
        _(
            "With %(people)s people and %(rounds)s rounds people must meet again: at least %(least)s times in all. That is allowed; fewer rounds or other tables avoid it."
        )
        % {"people": people, "rounds": rounds, "least": least}
    ]


def _todos(tournament: Tournament, stages: Sequence[Stage], facts: _Facts) -> list[Todo]:
    slug = tournament.slug
    return [
        Todo(_("Give it a name and choose the rules"), True, reverse("rules", args=[slug])),
        Todo(_("Say where it is"), bool(tournament.place), reverse("about", args=[slug]), needed=False),
        Todo(
            _("Compare table sizes and choose"),
            bool(stages[0].allow),
            reverse("split", args=[slug]),
            needed=False,
        ),
        Todo(_("Enter at least two people"), facts.people >= 2, reverse("people", args=[slug])),
        Todo(_("List the prizes"), facts.prizes, reverse("prizes", args=[slug]), needed=False),
    ]
