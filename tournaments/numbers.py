"""How numbers are written: a true minus sign, decimals only where there are any."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format

MINUS = "\N{MINUS SIGN}"
FINEST = 6


def as_text(value: int | float | Fraction | Decimal, most: int = 2) -> str:
    """The number with as many decimals as it needs, and no more than these."""
    scaled, decimals = round(abs(Fraction(value)) * 10**most), most
    while decimals and scaled % 10 == 0:
        scaled, decimals = scaled // 10, decimals - 1
    text = str(number_format(Decimal(scaled).scaleb(-decimals), decimals))
    return f"{MINUS}{text}" if value < 0 and scaled else text


def told_apart(one: int | float | Fraction, other: int | float | Fraction, most: int = 2) -> tuple[str, str]:
    """Two different numbers with enough decimals to be seen to differ."""
    for decimals in range(most, FINEST + 1):
        texts = as_text(one, decimals), as_text(other, decimals)
        if texts[0] != texts[1]:
            break
    return texts
