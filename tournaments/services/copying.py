"""A tournament made after another: its settings, and its people if they are wanted."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Refused
from rules.registry import EngineMissing, registry
from tournaments.access import Actor
from tournaments.models import Category, Entrant, Prize, Stage, Tournament, make_seed, make_slug
from tournaments.names import clean_name, name_problem
from tournaments.services.history import record
from tournaments.services.once import Form, once

KEPT = (
    *("club_id", "place", "language", "expected", "rules_key", "options", "table_size", "rounds_planned"),
    *("time_zone", "signing", "double_check", "turn_seconds", "round_minutes"),
    *("tiebreaks", "placing", "normalise", "sit_out_points", "one_prize_each"),
)
"""What a copy takes over as it is. Its days are today, and its lots are its own."""
OF_A_STAGE = ("number", "system", "rounds", "table_size", "allow", "options", "advance", "carry")
OF_AN_ENTRANT = ("player_id", "name", "name_key", "club", "fixed_table")


def copy_tournament(
    actor: Actor, form_id: UUID, source: Tournament, name: str, *, people: bool
) -> Tournament:
    """A new tournament that is planned as the source is. Nothing that was played comes along."""
    actor.require_organiser(source)
    user = actor.require_account()
    name = clean_name(name)
    if not name or (problem := name_problem(name)):
        raise Refused("bad-name", problem if name else _("Give the copy a name."), field="name")

    def work() -> int:
        made = Tournament(
            name=name,
            slug=make_slug(name),
            organiser=user,
            rules_version=_version(source),
            first_day=timezone.localdate(),
            last_day=timezone.localdate(),
            lots_seed=make_seed(),
            **{field: getattr(source, field) for field in KEPT},
        )
        made.save()
        for stage in source.stages.order_by("number"):
            Stage.objects.create(tournament=made, **{field: getattr(stage, field) for field in OF_A_STAGE})
        categories = _copy_prizes(source, made)
        if people:
            _copy_people(source, made, categories)
        record(actor, made, "tournament-copied", name=name, source=source.name)
        return made.pk

    return Tournament.objects.get(pk=once(Form(form_id, ("copy", user.pk, source.pk, name, people)), work))


def _version(source: Tournament) -> str:
    """The rules as they are today, if they are installed: nothing of the copy has been played by older ones."""
    try:
        return registry().get(source.rules_key).version
    except EngineMissing:
        return source.rules_version


def _copy_prizes(source: Tournament, made: Tournament) -> dict[int, Category]:
    categories = {
        each.pk: Category.objects.create(tournament=made, name=each.name, name_key=each.name_key)
        for each in source.categories.order_by("pk")
    }
    Prize.objects.bulk_create(
        Prize(
            tournament=made,
            number=each.number,
            category=categories[each.category_id] if each.category_id else None,
            first=each.first,
            what=each.what,
        )
        for each in source.prizes.order_by("number")
    )
    return categories


def _copy_people(source: Tournament, made: Tournament, categories: dict[int, Category]) -> None:
    """Everybody who has not withdrawn, numbered anew; PINs, points and absences stay behind."""
    there = list(source.entrants.filter(withdrawn=False).order_by("number"))
    with transaction.atomic():
        copies = Entrant.objects.bulk_create(
            Entrant(
                tournament=made, number=number, **{field: getattr(each, field) for field in OF_AN_ENTRANT}
            )
            for number, each in enumerate(there, start=1)
        )
        copy_of = {old.pk: new.pk for old, new in zip(there, copies, strict=True)}
        pairs = Category.entrants.through.objects.filter(category__tournament=source)
        Category.entrants.through.objects.bulk_create(
            Category.entrants.through(category_id=categories[category].pk, entrant_id=copy_of[entrant])
            for category, entrant in pairs.values_list("category", "entrant")
            if entrant in copy_of
        )
