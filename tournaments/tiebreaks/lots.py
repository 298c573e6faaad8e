"""Drawn lots: chance, but the same for everybody who looks."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from hashlib import sha256

from rules.api import gettext_noop
from tournaments.tiebreaks.api import Number, TieBreak
from tournaments.tiebreaks.field import Field

DIGITS = 12


class DrawnLots(TieBreak):
    key = "lots"
    name = gettext_noop("Drawn lots")
    about = gettext_noop(
        "A number between 0 and 1: the first twelve hexadecimal digits of the SHA-256 hash of the seed, a space "
        "and the start number, read as a fraction. The seed is drawn once a tournament, and kept."
    )

    decimals = 4

    def values(self, field: Field) -> Mapping[int, Number]:
        return {entrant: lot(field.seed, entrant) for entrant in field.entrants}


def lot(seed: int, entrant: int) -> Fraction:
    digits = sha256(f"{seed} {entrant}".encode()).hexdigest()[:DIGITS]
    return Fraction(int(digits, 16), 16**DIGITS)
