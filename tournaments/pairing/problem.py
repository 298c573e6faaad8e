"""A field made ready for searching: what any two of them at one table would cost.

Knows nothing of how a seating is found. Everything here is whole numbers, so that the same request gives the same
search on any machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.api import Contender, Request
from tournaments.pairing.field import Field

Whole = NDArray[np.int64]
Weights = NDArray[np.float64]

FINEST = 1 << 16
"""Points are searched on a grid with at most this many steps from the lowest to the highest, costs are then
stated from the points themselves. A finer grid would not fit the order of the costs into one number."""


@dataclass(frozen=True)
class Problem:
    """People are numbered in standings order. One number more, ``people``, stands for an empty chair."""

    field: Field

    @property
    def request(self) -> Request:
        return self.field.request

    @property
    def playing(self) -> tuple[Contender, ...]:
        return self.field.playing

    @property
    def sizes(self) -> tuple[int, ...]:
        return self.field.sizes

    @property
    def fixed(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        return self.field.fixed

    @property
    def people(self) -> int:
        return len(self.playing)

    @property
    def prefer(self) -> int:
        return self.request.prefer

    @property
    def mixed(self) -> bool:
        return len(set(self.sizes)) > 1

    @cached_property
    def number(self) -> dict[str, int]:
        return {each.id: number for number, each in enumerate(self.playing)}

    @cached_property
    def exact(self) -> bool:
        """Whether the grid holds the points as they are."""
        return self._grid[1]

    @property
    def steps(self) -> Fraction:
        """How many steps of the grid are one point."""
        return self._grid[2]

    @property
    def points(self) -> Whole:
        return self._grid[0]

    @cached_property
    def _grid(self) -> tuple[Whole, bool, Fraction]:
        true = [Fraction(repr(float(each.points))) for each in self.playing]
        least = min(true)
        steps = Fraction(lcm(*(each.denominator for each in true)))
        exact = (max(true) - least) * steps < FINEST
        if not exact:
            steps = FINEST / (max(true) - least)
        return np.array([round((each - least) * steps) for each in true], dtype=np.int64), exact, steps

    @cached_property
    def met(self) -> Whole:
        return self._between((one, other, times) for (one, other), times in self.request.met.items())

    @cached_property
    def apart(self) -> Whole:
        return self._between((one, other, 1) for one, other in self.request.apart)

    @cached_property
    def spread(self) -> Whole:
        full = np.zeros((self.people + 1, self.people + 1), dtype=np.int64)
        full[:-1, :-1] = (self.points[:, None] - self.points[None, :]) ** 2
        return full

    @cached_property
    def club(self) -> Whole:
        full = np.zeros((self.people + 1, self.people + 1), dtype=np.int64)
        clubs = {club: code for code, club in enumerate(sorted({each.club for each in self.playing} - {""}))}
        codes = np.array([clubs.get(each.club, -1) for each in self.playing])
        full[:-1, :-1] = (codes[:, None] == codes[None, :]) & (codes[:, None] >= 0)
        np.fill_diagonal(full, 0)
        return full

    @cached_property
    def short(self) -> Whole:
        return np.array([*(each.short for each in self.playing), 0], dtype=np.int64)

    @cached_property
    def locked(self) -> NDArray[np.bool_]:
        """Whoever has to stay at the table where they were put. The empty chair has not."""
        mask = np.zeros(self.people + 1, dtype=bool)
        for _table, group in self.fixed:
            mask[list(group)] = True
        return mask

    def _between(self, pairs: Iterable[tuple[str, str, int]]) -> Whole:
        full = np.zeros((self.people + 1, self.people + 1), dtype=np.int64)
        for one, other, times in pairs:
            left, right = self.number.get(one), self.number.get(other)
            if left is not None and right is not None and left != right:
                full[left, right] = full[right, left] = times
        return full

    @cached_property
    def pairs(self) -> int:
        """How many pairs sit together in a round."""
        return sum(size * (size - 1) // 2 for size in self.sizes)

    @cached_property
    def tiers(self) -> tuple[float, float, float]:
        """What a unit of spread, a pair kept apart and a repeat weigh; a pair of one club weighs one."""
        spread = 1 + (self.pairs if self.club.any() else 0)
        apart = spread * (1 + self.pairs * int(self.spread.max()))
        repeat = apart * (1 + int(self.apart.sum()) // 2)
        return float(spread), float(apart), float(repeat)

    @property
    def serious(self) -> float:
        """From here on it is more than spread and clubs."""
        return self.tiers[1]

    @cached_property
    def weight(self) -> Weights:
        """All costs of two at one table in one number, each outweighing whatever comes after it."""
        spread, apart, repeat = self.tiers
        return np.asarray(
            self.club + self.spread * spread + self.apart * apart + self.met * repeat, dtype=np.float64
        )

    @cached_property
    def short_weight(self) -> float:
        """What one earlier round at an odd table weighs: more than all repeats can."""
        return float(self.weight.max()) * self.pairs + 1.0
