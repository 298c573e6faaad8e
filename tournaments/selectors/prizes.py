"""Who wins what, and what a certificate says: read out of the standings and the list of prizes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from tournaments import prizes
from tournaments.models import Category, Entrant, Prize, Tournament
from tournaments.numbers import as_text
from tournaments.selectors.decisions import prize_title
from tournaments.selectors.standings import Line


@dataclass(frozen=True, slots=True)
class Winner:
    entrant: Entrant
    place: int
    rank: int
    shared: bool


@dataclass(frozen=True, slots=True)
class PrizeView:
    """A line of the list with who wins by it."""

    prize: Prize
    title: str
    winners: list[Winner]


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a certificate of one person needs."""

    entrant: Entrant
    rank: int
    shared: bool
    categories: str
    placing: str
    points: int
    prizes: str
    day: date


def categories_by_entrant(tournament: Tournament) -> dict[int, list[Category]]:
    """For each entrant the categories they are in, in one query however many there are."""
    found: dict[int, list[Category]] = defaultdict(list)
    pairs = Category.entrants.through.objects.filter(category__tournament=tournament)
    for pair in pairs.select_related("category").order_by("category_id"):
        found[pair.entrant_id].append(pair.category)
    return found


def awards_of(
    tournament: Tournament,
    lines: Sequence[Line],
    categories: Mapping[int, Sequence[Category]] | None = None,
) -> list[PrizeView]:
    """The list of prizes with its winners as the standings are now.

    Who has withdrawn or has not played wins nothing. ``categories`` spares asking for them again.
    """
    listed = list(tournament.prizes.select_related("category").order_by("number"))
    if not listed:
        return []
    categories = categories_by_entrant(tournament) if categories is None else categories
    there = {line.entrant.pk: line for line in lines if line.standing.matches and not line.entrant.withdrawn}
    contestants = [
        prizes.Contestant(pk, line.standing.rank, {each.pk for each in categories.get(pk, ())})
        for pk, line in there.items()
    ]
    by_line: dict[int, list[Winner]] = defaultdict(list)
    of_list = [prizes.Line(each.pk, each.first, each.category_id) for each in listed]
    for each in prizes.award(contestants, of_list, once=tournament.one_prize_each):
        line = there[each.winner]
        by_line[each.line].append(Winner(line.entrant, each.place, line.standing.rank, each.shared))
    return [PrizeView(each, prize_title(each), by_line[each.pk]) for each in listed]


def certificates_of(tournament: Tournament, lines: Sequence[Line]) -> list[Certificate]:
    """Everybody who played, the best first."""
    categories = categories_by_entrant(tournament)
    won: dict[int, list[str]] = defaultdict(list)
    for view in awards_of(tournament, lines, categories):
        for winner in view.winners:
            won[winner.entrant.pk].append(_prize_text(view, winner))
    ranks = Counter(line.standing.rank for line in lines)
    return [
        Certificate(
            entrant=line.entrant,
            rank=line.standing.rank,
            shared=ranks[line.standing.rank] > 1,
            categories=", ".join(each.name for each in categories.get(line.entrant.pk, ())),
            placing=as_text(line.standing.placing),
            points=line.standing.points,
            prizes="; ".join(won.get(line.entrant.pk, ())),
            day=tournament.last_day,
        )
        for line in lines
        if line.standing.matches
    ]


def _prize_text(view: PrizeView, winner: Winner) -> str:
    place = f"{view.title} ({winner.place})" if view.prize.first > 1 else view.title
    return f"{place}: {view.prize.what}" if view.prize.what else place
