"""How numbers are written: as the language does, with a true minus sign, decimals only where there are any."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from django.utils.formats import number_format
from django.utils.translation import get_language

MINUS = "\N{MINUS SIGN}"
FINEST = 6


def as_text(value: int | float | Fraction | Decimal, most: int = 2, *, grouped: bool = True) -> str:
    """The number with as many decimals as it needs, and no more than these; ungrouped where it is typed over."""
    return _written(value, most, grouped, get_language())


@lru_cache(maxsize=8192)
def _written(value: int | float | Fraction | Decimal, most: int, grouped: bool, _language: str | None) -> str:
    """Kept, because long lists say the same numbers again and again. Each language writes them in its own way."""
    scaled, decimals = round(abs(Fraction(value)) * 10**most), most
    while decimals and scaled % 10 == 0:
        scaled, decimals = scaled // 10, decimals - 1
    # Thousands are told apart here and not on all pages: elsewhere numbers stand in addresses and attributes.
    text = str(number_format(Decimal(scaled).scaleb(-decimals), decimals, force_grouping=grouped))
    return f"{MINUS}{text}" if value < 0 and scaled else text


def told_apart(one: int | float | Fraction, other: int | float | Fraction, most: int = 2) -> tuple[str, str]:
    """Two different numbers with enough decimals to be seen to differ."""
    for decimals in range(most, FINEST + 1):
        texts = as_text(one, decimals), as_text(other, decimals)
        if texts[0] != texts[1]:
            break
    return texts
