"""What a person's own page shows the organiser."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet

from tournaments.models import (
    PUBLIC_STATES,
    Absence,
    Entrant,
    KeepApart,
    Place,
    Round,
    Substitution,
    Tournament,
)
from tournaments.names import clean_name, name_key

A_PAGE = 50
"""How many people a list shows at once; who is looked for is found by typing."""
FILTERS = {
    "all": Q(pk__isnull=False),
    "here": Q(checked_in_at__isnull=False, withdrawn=False),
    "missing": Q(checked_in_at__isnull=True, withdrawn=False),
    "withdrawn": Q(withdrawn=True),
}


@dataclass(frozen=True, slots=True)
class PersonView:
    """One person with what is announced, agreed and past."""

    entrant: Entrant
    next_round: int
    coming: list[int]
    """Numbers of the rounds to come."""
    absent: list[int]
    apart: list[str]
    substitutions: list[Substitution]
    seats: list[Place]
    """Where they sat in the rounds so far; without a table, where they sat out."""


def person_view(tournament: Tournament, entrant: Entrant, rounds: Iterable[Round]) -> PersonView:
    """``rounds`` are all of the tournament."""
    first = sum(each.is_public for each in rounds) + 1
    pairs = KeepApart.objects.filter(Q(one=entrant) | Q(other=entrant)).select_related("one", "other")
    seats = Place.objects.filter(entrant=entrant, round__state__in=PUBLIC_STATES)
    absent = Absence.objects.filter(entrant=entrant, round_number__gte=first)
    return PersonView(
        entrant=entrant,
        next_round=first,
        coming=list(range(first, tournament.rounds_planned + 1)),
        absent=list(absent.values_list("round_number", flat=True)),
        apart=sorted((pair.other if pair.one_id == entrant.pk else pair.one).name for pair in pairs),
        substitutions=list(entrant.substitutions.all()),
        seats=list(seats.select_related("round", "table").order_by("round__number")),
    )


def absent_next(tournament: Tournament) -> set[int]:
    """The ids of who has announced not to be there in the next round."""
    first = tournament.rounds.filter(state__in=PUBLIC_STATES).count() + 1
    absences = Absence.objects.filter(entrant__tournament=tournament, round_number=first)
    return set(absences.values_list("entrant", flat=True))


@dataclass(frozen=True, slots=True)
class PeopleList:
    """A page of the people of a tournament, as far as they were asked for."""

    page: Page[Entrant]
    asked: str
    show: str
    counts: dict[str, int]
    """For each filter how many there are in all."""


def people_list(tournament: Tournament, asked: str, show: str, page: str | None) -> PeopleList:
    """Two queries and the page, however many are entered."""
    show = show if show in FILTERS else "all"
    everybody = Entrant.objects.filter(tournament=tournament)
    counts = everybody.aggregate(**{name: Count("pk", filter=each) for name, each in FILTERS.items()})
    found = find_entrants(tournament, asked).filter(FILTERS[show]).select_related("player").order_by("number")
    return PeopleList(Paginator(found, A_PAGE).get_page(page), clean_name(asked), show, counts)


def find_entrants(tournament: Tournament, asked: str) -> QuerySet[Entrant]:
    """Those whose name or club has each of the words, or whose number it is."""
    found = Entrant.objects.filter(tournament=tournament)
    for word in name_key(clean_name(asked)).split()[:6]:
        matches = Q(name_key__contains=word) | Q(club__icontains=word)
        if word.isascii() and word.isdigit() and len(word) < 6:
            matches |= Q(number=int(word))
        found = found.filter(matches)
    return found
