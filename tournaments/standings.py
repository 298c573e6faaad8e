"""Standings from results, whole every time. Pure: no database, nothing incremented.

Who is where, by the organiser's list of tie-breaks, and for each place what decided it against the neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tournaments.tiebreaks.api import Number, TieBreak
from tournaments.tiebreaks.field import Field
from tournaments.tiebreaks.ranking import Edge, rank
from tournaments.tiebreaks.registry import registry
from tournaments.tiebreaks.results import Story

DEFAULT_TIEBREAKS = ("placing", "points", "wins", "buchholz", "sonneborn-berger", "best-match")
"""Of a new tournament, until its organiser says otherwise."""

LATER_STAGE = "stage"
"""Stands in the place of a tie-break where one got further than the other."""
DISQUALIFIED = "disqualified"
"""Stands there where one is out of the order: after everybody who is in it."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What decided between somebody and a neighbour. Without a key nothing did: they share the rank."""

    other: int
    key: str = ""
    mine: Number = 0
    theirs: Number = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings. Equals share a rank."""

    rank: int
    entrant: int
    placing: Number
    points: int
    matches: int
    values: Mapping[str, Number]
    """By tie-break; one that does not apply to them is missing."""
    above: Decided | None = None
    below: Decided | None = None


def compute(
    story: Story, keys: Sequence[str] = DEFAULT_TIEBREAKS, among: Sequence[int] | None = None
) -> list[Standing]:
    """The standings of these entrants (or all), best first; among equals in the order given."""
    return compute_by(story, registry().chosen(keys), among)


def compute_by(
    story: Story, tiebreaks: Sequence[TieBreak], among: Sequence[int] | None = None
) -> list[Standing]:
    field = Field(story)
    ranking = rank(field, tiebreaks, among)
    order = [entrant for group in ranking.groups for entrant in group]
    ranks = [rank_ for rank_, group in _ranked(ranking.groups) for _ in group]
    edges = iter(ranking.edges)
    between = [next(edges) if one != other else None for one, other in pairwise(ranks)]
    above = [None, *(_seen(other, edge, ahead=False) for other, edge in zip(order, between, strict=False))]
    below = [*(_seen(other, edge, ahead=True) for other, edge in zip(order[1:], between, strict=True)), None]
    return [
        Standing(
            rank=ranks[at],
            entrant=entrant,
            placing=field.exactly(field.score[entrant]),
            points=field.totals[entrant],
            matches=len(field.played[entrant]),
            values={key: values[entrant] for key, values in ranking.values.items() if entrant in values},
            above=above[at],
            below=below[at],
        )
        for at, entrant in enumerate(order)
    ]


def one_after_the_other(parts: Sequence[Sequence[Standing]], why: str = LATER_STAGE) -> list[Standing]:
    """Standings of several stages as one, the last stage first: who got further stands above.

    ``why`` is what stands for a tie-break between the parts.
    """
    whole: list[Standing] = []
    for part in parts:
        moved = [replace(each, rank=each.rank + len(whole)) for each in part]
        if whole and moved:
            whole[-1] = replace(whole[-1], below=Decided(moved[0].entrant, why))
            moved[0] = replace(moved[0], above=Decided(whole[-1].entrant, why))
        whole += moved
    return whole


def _ranked(groups: list[list[int]]) -> Iterator[tuple[int, list[int]]]:
    rank_ = 1
    for group in groups:
        yield rank_, group
        rank_ += len(group)


def _seen(other: int, edge: Edge | None, *, ahead: bool) -> Decided:
    if edge is None:
        return Decided(other)
    mine, theirs = (edge.ahead, edge.behind) if ahead else (edge.behind, edge.ahead)
    return Decided(other, edge.key, mine, theirs)
