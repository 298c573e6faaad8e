"""Placing points: what a place at a table is worth, by the table's size.

Exact: fractions, so that equal is equal. Knows one table at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction


def by_default(size: int) -> tuple[Fraction, ...]:
    """One for everybody beaten: n − 1 … 0."""
    return tuple(Fraction(worth) for worth in range(size - 1, -1, -1))


@dataclass(frozen=True, slots=True)
class Scheme:
    """What places are worth in this tournament."""

    tables: Mapping[int, Sequence[Fraction]] = field(default_factory=dict)
    """Where the organiser has set something else than n − 1 … 0."""
    normalise: bool = True
    """Whether the first at a table of another size gets as much as at one of the preferred size."""
    sit_out: Fraction | None = None
    """For sitting out by lot; without it, the average of a table of the preferred size."""

    def worth(self, size: int) -> Sequence[Fraction]:
        """What the places at a table of that size are worth, the first first."""
        return self.tables.get(size) or by_default(size)

    def points(self, places: Mapping[int, int], prefer: int) -> dict[int, Fraction]:
        """Everybody's points at one table. Who ties shares what the places together are worth."""
        size = len(places)
        worth, factor = self.worth(size), self._factor(size, prefer)
        ordered = sorted(places.values())
        shared: dict[int, Fraction] = {}
        for place in set(ordered):
            first, count = ordered.index(place), ordered.count(place)
            shared[place] = sum(worth[first : first + count], Fraction(0)) / count * factor
        return {entrant: shared[place] for entrant, place in places.items()}

    def for_sitting_out(self, prefer: int) -> Fraction:
        worth = self.worth(prefer)
        return self.sit_out if self.sit_out is not None else sum(worth, Fraction(0)) / len(worth)

    def draw(self, prefer: int) -> Fraction:
        """Half of what the first gets at a table of the preferred size."""
        return self.worth(prefer)[0] / 2

    def _factor(self, size: int, prefer: int) -> Fraction:
        top = self.worth(size)[0]
        if not self.normalise or size == prefer or not top:
            return Fraction(1)
        return self.worth(prefer)[0] / top
