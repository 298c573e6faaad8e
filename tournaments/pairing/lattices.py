"""Schedules that need no search: rows of people pushed past each other, each row by another step.

As many rounds as tables, for every number of tables whose prime powers are all at least the table size. Row i
sits at place t + r·i of table t in round r; two of different rows meet in exactly one round because
the difference of two steps divides everything. For that, numbers are added and multiplied in a field for each
prime power. Knows nobody who plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

Digits = tuple[int, ...]
Rounds = tuple[tuple[tuple[int, ...], ...], ...]

MOST_TABLES = 64


@cache
def lattice(size: int, tables: int) -> Rounds | None:
    """The rounds for ``size`` × ``tables`` people counted from 0, or nothing where this way does not go."""
    powers = list(_prime_powers(tables))
    if tables > MOST_TABLES or not powers or min(prime**power for prime, power in powers) < size:
        return None
    fields = [_Field(prime, power) for prime, power in powers]
    numbers = list(product(*(field.numbers for field in fields)))
    place = {number: index for index, number in enumerate(numbers)}
    steps = list(zip(*(field.numbers[:size] for field in fields), strict=True))
    return tuple(
        tuple(
            tuple(
                row * tables
                + place[
                    tuple(
                        field.sum(at, field.product(by, push))
                        for field, at, by, push in zip(fields, table, turn, step, strict=True)
                    )
                ]
                for row, step in enumerate(steps)
            )
            for table in numbers
        )
        for turn in numbers
    )


def _prime_powers(number: int) -> Iterator[tuple[int, int]]:
    prime = 2
    while number > 1:
        power = 0
        while number % prime == 0:
            number, power = number // prime, power + 1
        if power:
            yield prime, power
        prime += 1


class _Field:
    """Numbers of a few digits, added digit by digit, multiplied as polynomials over a remainder."""

    def __init__(self, prime: int, power: int) -> None:
        self.prime, self.power = prime, power
        self.numbers: list[Digits] = list(product(range(prime), repeat=power))
        self.remainder = next(each for each in self.numbers if self._is_field(each))

    def sum(self, one: Digits, other: Digits) -> Digits:
        return tuple((a + b) % self.prime for a, b in zip(one, other, strict=True))

    def product(self, one: Digits, other: Digits) -> Digits:
        return self._product(one, other, self.remainder)

    def _is_field(self, remainder: Digits) -> bool:
        """Whether no two numbers but nought have the product nought."""
        rest = self.numbers[1:]
        nought = self.numbers[0]
        return all(self._product(one, other, remainder) != nought for one in rest for other in rest)

    def _product(self, one: Digits, other: Digits, remainder: Digits) -> Digits:
        digits = [0] * (2 * self.power - 1)
        for i, a in enumerate(one):
            for j, b in enumerate(other):
                digits[i + j] += a * b
        for high in range(2 * self.power - 2, self.power - 1, -1):
            for low, factor in enumerate(remainder):
                digits[high - self.power + low] += digits[high] * factor
        return tuple(each % self.prime for each in digits[: self.power])
