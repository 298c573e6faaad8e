"""What changes about a person while a tournament runs: club, table, absences, points for coming late, a substitute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import (
    MOST_TABLES,
    NAME_LENGTH,
    PUBLIC_STATES,
    Absence,
    Entrant,
    KeepApart,
    Substitution,
    Tournament,
)
from tournaments.names import clean_name, name_key, name_problem
from tournaments.services.history import record
from tournaments.services.roster import Card, players_for
from tournaments.signals import person_gone

MOST_LATE = Decimal(10_000)
MOST_APART = 50


@dataclass(frozen=True, slots=True)
class PersonPlan:
    """What an organiser can set about one person."""

    club: str
    fixed_table: int | None
    late_points: Decimal
    absent: Sequence[int]
    """The numbers of coming rounds in which they will not be there."""
    apart: Sequence[str]
    """Names of those they should not meet."""


def next_round(tournament: Tournament) -> int:
    """The number of the next round that is not public yet."""
    return tournament.rounds.filter(state__in=PUBLIC_STATES).count() + 1


def change_person(actor: Actor, tournament: Tournament, entrant_id: int, plan: PersonPlan) -> Entrant:
    """Keep all of it, or say what is wrong with one thing and keep nothing."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        entrant = find_entrant(tournament, entrant_id)
        entrant.club = _club(plan.club)
        entrant.fixed_table = _table(plan.fixed_table)
        entrant.late_points = _late(plan.late_points)
        entrant.save()
        _set_absences(tournament, entrant, plan.absent)
        _set_apart(tournament, entrant, plan.apart)
        record(actor, tournament, "person-changed", name=entrant.name)
        _tell(tournament)
    return entrant


def substitute(actor: Actor, tournament: Tournament, entrant_id: int, name: str) -> Entrant:
    """Somebody else plays on with an entrant's number and points. Who played before is kept."""
    actor.require_organiser(tournament)
    name = clean_name(name)
    if not name:
        raise Refused("bad-name", _("Type the name of who takes over."), field="name")
    if problem := name_problem(name):
        raise Refused("bad-name", problem, field="name")
    with transaction.atomic():
        entrant = find_entrant(tournament, entrant_id)
        if entrant.name == name:
            return entrant
        others = Entrant.objects.filter(tournament=tournament, name_key=name_key(name))
        if others.exclude(pk=entrant.pk).exists():
            raise Refused(
                "name-taken",
                _("“%(name)s” is already entered. Add what tells the two apart.") % {"name": name},
                field="name",
            )
        Substitution.objects.create(
            entrant=entrant,
            round_number=next_round(tournament),
            before=entrant.name,
            before_player=entrant.player,
            after=name,
        )
        record(actor, tournament, "person-replaced", before=entrant.name, after=name)
        entrant.name, entrant.name_key = name, name_key(name)
        (entrant.player,) = players_for(tournament.club, [Card(name, entrant.club)])
        entrant.pin = ""  # whoever took over signs with a PIN of their own
        entrant.save()
        person_gone.send(sender=Entrant, entrant_id=entrant.pk)
        _tell(tournament)
    return entrant


def find_entrant(tournament: Tournament, entrant_id: int) -> Entrant:
    """Found by its own id: a start number may be somebody else's by the time an old page asks."""
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    entrant = Entrant.objects.filter(tournament=tournament, pk=entrant_id).first()
    if entrant is None:
        raise Refused("no-such-entrant", _("This person is not in the list any more."))
    return entrant


# -- in detail -----------------------------------------------------------------------------------


def _club(text: str) -> str:
    club = clean_name(text)
    if len(club) > NAME_LENGTH:
        raise Refused(
            "bad-club",
            _("A club’s name has at most %(most)s characters.") % {"most": NAME_LENGTH},
            field="club",
        )
    return club


def _table(number: int | None) -> int | None:
    if number is not None and not 1 <= number <= MOST_TABLES:
        raise Refused(
            "bad-table",
            _("Tables have numbers from 1 to %(most)s.") % {"most": MOST_TABLES},
            field="fixed_table",
        )
    return number


def _late(points: Decimal) -> Decimal:
    if not points.is_finite() or not 0 <= points <= MOST_LATE or points != points.quantize(Decimal("0.01")):
        raise Refused(
            "bad-points",
            _("Give a number from 0 to %(most)s, with at most two decimals.") % {"most": MOST_LATE},
            field="late_points",
        )
    return points


def _set_absences(tournament: Tournament, entrant: Entrant, numbers: Sequence[int]) -> None:
    """Only coming rounds can be announced; those that are over stay as they were."""
    first = next_round(tournament)
    if any(number < first or number > tournament.rounds_planned for number in numbers):
        raise Refused(
            "round-over",
            _("That round is not to come any more. Reload the page, then try again."),
            field="absent",
        )
    coming = Absence.objects.filter(entrant=entrant, round_number__gte=first)
    coming.exclude(round_number__in=numbers).delete()
    for number in numbers:
        Absence.objects.get_or_create(entrant=entrant, round_number=number)


def _set_apart(tournament: Tournament, entrant: Entrant, names: Sequence[str]) -> None:
    keys = {name_key(clean_name(name)): name for name in names if clean_name(name)}
    if len(keys) > MOST_APART:
        raise Refused(
            "too-many-apart",
            _("At most %(most)s people can be kept apart from one.") % {"most": MOST_APART},
            field="apart",
        )
    found = {
        other.name_key: other for other in Entrant.objects.filter(tournament=tournament, name_key__in=keys)
    }
    if missing := [name for key, name in keys.items() if key not in found]:
        raise Refused(
            "unknown-name",
            _("Nobody of that name is entered: %(names)s.") % {"names": ", ".join(missing)},
            field="apart",
        )
    if entrant.name_key in found:
        raise Refused("apart-from-oneself", _("Nobody can be kept apart from themselves."), field="apart")
    others = {other.pk for other in found.values()}
    mine = KeepApart.objects.filter(Q(one=entrant) | Q(other=entrant))
    for pair in mine:
        if (pair.other_id if pair.one_id == entrant.pk else pair.one_id) not in others:
            pair.delete()
    for other in others:
        one, two = sorted((entrant.pk, other))
        KeepApart.objects.get_or_create(one_id=one, other_id=two)


def _tell(tournament: Tournament) -> None:
    """Pages that show the tournament have something new to show."""
    Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)
