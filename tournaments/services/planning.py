"""Making a tournament and entering people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from games.errors import Refused
from rules.api import RuleError
from rules.registry import EngineMissing, registry
from tournaments.access import Actor
from tournaments.models import Entrant, Tournament, make_slug
from tournaments.names import name_key, read_names
from tournaments.services.once import Form, once


@dataclass(frozen=True, slots=True)
class Plan:
    """What an organiser decides when making a tournament."""

    name: str
    rules_key: str
    table_size: int
    rounds: int
    options: Mapping[str, Any]


def create_tournament(actor: Actor, form_id: UUID, plan: Plan) -> Tournament:
    """A new tournament, with its rules pinned as they are today."""
    user = actor.require_account()
    try:
        engine = registry().get(plan.rules_key)
        options = engine.settle_options(plan.options)
    except EngineMissing as error:
        raise Refused(
            "unknown-rules", _("These rules are not installed here. Choose others."), field="rules_key"
        ) from error
    except RuleError as error:
        raise Refused.by_rule(error) from error
    if plan.table_size not in engine.seats:
        raise Refused(
            "bad-table-size",
            _("These rules are for %(least)s to %(most)s players at a table.")
            % {"least": engine.seats[0], "most": engine.seats[-1]},
            field="table_size",
        )

    def work() -> int:
        tournament = Tournament.objects.create(
            name=plan.name,
            slug=make_slug(plan.name),
            organiser=user,
            rules_key=engine.key,
            rules_version=engine.version,
            options=options,
            table_size=plan.table_size,
            rounds_planned=plan.rounds,
        )
        return tournament.pk

    form = Form(
        form_id, ("tournament", user.pk, plan.name, plan.rules_key, plan.table_size, plan.rounds, options)
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
        highest = entrants.aggregate(highest=Max("number"))["highest"] or 0
        Entrant.objects.bulk_create(
            Entrant(tournament=tournament, number=number, name=name, name_key=name_key(name))
            for number, name in enumerate(read.names, start=highest + 1)
        )
        return len(read.names)

    return once(Form(form_id, ("names", tournament.pk, text)), work)


def withdraw(actor: Actor, tournament: Tournament, entrant_id: int) -> Entrant:
    """Somebody leaves: forgotten if they never sat anywhere, else kept with what they scored."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        entrant = _entrant(tournament, entrant_id)
        if entrant.seating.exists():
            entrant.withdrawn = True
            entrant.save()
        else:
            entrant.delete()
    return entrant


def take_back_withdrawal(actor: Actor, tournament: Tournament, entrant_id: int) -> Entrant:
    """Somebody who left plays on from the next round."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        entrant = _entrant(tournament, entrant_id)
        entrant.withdrawn = False
        entrant.save()
    return entrant


def _entrant(tournament: Tournament, entrant_id: int) -> Entrant:
    """Found by its own id: a start number may be somebody else's by the time an old page asks."""
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    entrant = Entrant.objects.filter(tournament=tournament, pk=entrant_id).first()
    if entrant is None:
        raise Refused("no-such-entrant", _("This person is not in the list any more."))
    return entrant
