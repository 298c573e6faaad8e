"""Standings from results, whole every time. Pure: no database, nothing incremented.

At a table of n, the first gets n − 1 placing points, the last none; who ties shares. Equal
placing points are told apart by the points scored in the matches.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """One finished table: each entrant's place and points there."""

    places: Mapping[int, int]
    totals: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings. Equals share a rank."""

    rank: int
    entrant: int
    placing: float
    points: int
    matches: int
    wins: int


def placing_points(places: Mapping[int, int]) -> dict[int, float]:
    """Placing points of one table: people beaten, and half of those tied with."""
    return {
        entrant: sum(other > place for other in places.values())
        + (sum(other == place for other in places.values()) - 1) / 2
        for entrant, place in places.items()
    }


def compute(entrants: Sequence[int], results: Iterable[Result]) -> list[Standing]:
    """The standings of these entrants, best first; among equals in the order given."""
    placing = dict.fromkeys(entrants, 0.0)
    points, matches, wins = (dict.fromkeys(entrants, 0) for _ in range(3))
    for result in results:
        for entrant, won in placing_points(result.places).items():
            placing[entrant] += won
            points[entrant] += result.totals[entrant]
            matches[entrant] += 1
            wins[entrant] += result.places[entrant] == 1
    order = sorted(entrants, key=lambda each: (-placing[each], -points[each]))
    standings: list[Standing] = []
    for index, each in enumerate(order, start=1):
        before = standings[-1] if standings else None
        tied = before and (before.placing, before.points) == (placing[each], points[each])
        rank = before.rank if before and tied else index
        standings.append(Standing(rank, each, placing[each], points[each], matches[each], wins[each]))
    return standings
