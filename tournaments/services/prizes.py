"""Categories of people and the list of prizes: the organiser's own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import Category, Entrant, Prize, Tournament
from tournaments.names import clean_name, name_key, name_problem
from tournaments.services.history import record
from tournaments.services.people import find_entrant

MOST_CATEGORIES = 20
MOST_PRIZES = 40
MOST_PLACES = 100


@dataclass(frozen=True, slots=True)
class PrizePlan:
    """A line of the prize list."""

    category: int | None
    first: int
    what: str


def add_category(actor: Actor, tournament: Tournament, name: str) -> Category:
    """A new category with nobody in it; one that is there already is given back."""
    actor.require_organiser(tournament)
    name = clean_name(name)
    if not name or (problem := name_problem(name)):
        raise Refused("bad-name", problem if name else _("Give the category a name."), field="name")
    with transaction.atomic():
        _lock(tournament)
        there = tournament.categories.filter(name_key=name_key(name)).first()
        if there:
            return there
        if tournament.categories.count() >= MOST_CATEGORIES:
            raise Refused(
                "too-many-categories",
                _("A tournament has at most %(most)s categories.") % {"most": MOST_CATEGORIES},
                field="name",
            )
        made = Category.objects.create(tournament=tournament, name=name, name_key=name_key(name))
        record(actor, tournament, "category-added", category=name)
    return made


def remove_category(actor: Actor, tournament: Tournament, category_id: int) -> None:
    actor.require_organiser(tournament)
    with transaction.atomic():
        category = find_category(tournament, category_id)
        if category.prizes.exists():
            raise Refused(
                "in-use",
                _("There is a prize for “%(category)s”. Take it off the list of prizes first.")
                % {"category": category.name},
            )
        category.delete()
        record(actor, tournament, "category-removed", category=category.name)


def set_people(actor: Actor, tournament: Tournament, category_id: int, entrants: Collection[int]) -> int:
    """Have exactly these people in a category. Ids that are not of this tournament are left out."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        category = find_category(tournament, category_id)
        own = set(Entrant.objects.filter(tournament=tournament).values_list("pk", flat=True))
        wanted = own & set(entrants)
        through = Category.entrants.through
        through.objects.filter(category=category).delete()
        through.objects.bulk_create(
            through(category_id=category.pk, entrant_id=each) for each in sorted(wanted)
        )
        record(actor, tournament, "category-changed", category=category.name, count=len(wanted))
    return len(wanted)


def set_categories(
    actor: Actor, tournament: Tournament, entrant_id: int, categories: Collection[int]
) -> None:
    """Have one person in exactly these categories."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        entrant = find_entrant(tournament, entrant_id)
        entrant.categories.set(tournament.categories.filter(pk__in=categories))
        record(actor, tournament, "person-categories", name=entrant.name)


def plan_prizes(actor: Actor, tournament: Tournament, prizes: Sequence[PrizePlan], *, once: bool) -> None:
    """The whole list anew, in its order, and whether somebody may win more than one of them."""
    actor.require_organiser(tournament)
    if len(prizes) > MOST_PRIZES:
        raise Refused("too-many-prizes", _("The list has at most %(most)s lines.") % {"most": MOST_PRIZES})
    with transaction.atomic():
        _lock(tournament)
        own = set(tournament.categories.values_list("pk", flat=True))
        for each in prizes:
            _check_prize(each, own)
        tournament.prizes.all().delete()
        Prize.objects.bulk_create(
            Prize(
                tournament=tournament,
                number=number,
                category_id=each.category,
                first=each.first,
                what=clean_name(each.what),
            )
            for number, each in enumerate(prizes, start=1)
        )
        Tournament.objects.filter(pk=tournament.pk).update(one_prize_each=once, revision=F("revision") + 1)
        record(actor, tournament, "prizes-changed")


def find_category(tournament: Tournament, category_id: int) -> Category:
    _lock(tournament)
    category = tournament.categories.filter(pk=category_id).first()
    if category is None:
        raise Refused("no-such-category", _("This category is not there any more."))
    return category


def _check_prize(prize: PrizePlan, own: Collection[int]) -> None:
    if prize.category is not None and prize.category not in own:
        raise Refused("no-such-category", _("This category is not there any more. Reload the page."))
    if not 1 <= prize.first <= MOST_PLACES:
        raise Refused("bad-places", _("A prize goes to the first 1 to %(most)s.") % {"most": MOST_PLACES})


def _lock(tournament: Tournament) -> None:
    Tournament.objects.select_for_update().get(pk=tournament.pk)
