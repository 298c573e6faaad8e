"""A sheet: headings, and rows of words and numbers. Knows neither what they mean nor how a file writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Percent:
    """A share in hundredths, which a workbook keeps as a number of its own kind."""

    hundredths: int | Decimal


Value = str | int | Decimal | Percent | None
"""Numbers stay numbers; nothing is an empty cell."""


@dataclass(frozen=True, slots=True)
class Sheet:
    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[Value]]


def rounded(value: int | Fraction | Decimal, decimals: int) -> int | Decimal:
    """A number with no more decimals than these, as pages show it: without any where there are none."""
    scaled = round(abs(Fraction(value)) * 10**decimals) * (-1 if value < 0 else 1)
    whole, rest = divmod(scaled, 10**decimals)
    return whole if not rest else Decimal(scaled).scaleb(-decimals).normalize()
