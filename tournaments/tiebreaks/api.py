"""What a tie-break is. Each is a small class found under the entry-point group ``triomphe.tiebreaks``.

Knows no language: names and definitions are English, marked for translation where they are shown.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

from tournaments.tiebreaks.field import Field

Number = int | Fraction
"""Exact, so that equal is equal."""


class TieBreak(ABC):
    """One number for everybody. Also the points that come first are one of these."""

    key: str
    name: str
    about: str
    """Its definition, so that somebody with the results and a pencil gets the same numbers."""
    higher_is_better: bool = True
    shown_as: Literal["number", "percent"] = "number"
    decimals: int = 2
    """At most so many are shown."""
    known_from: str = ""
    """Whence the number comes where results may lack it, else nothing."""

    @abstractmethod
    def values(self, field: Field) -> Mapping[int, Number]:
        """Everybody's number."""


class WithinTies(TieBreak):
    """A tie-break that looks only at those who are tied so far."""

    def values(self, field: Field) -> Mapping[int, Number]:
        return {}

    @abstractmethod
    def among(self, field: Field, tied: Sequence[int]) -> Mapping[int, Number] | None:
        """The numbers of those who are tied; nothing where it cannot be applied to them."""
