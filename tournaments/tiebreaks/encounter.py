"""Direct encounter: how those who are tied did against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from rules.api import gettext_noop
from tournaments.tiebreaks.api import Number, WithinTies
from tournaments.tiebreaks.field import Field


class DirectEncounter(WithinTies):
    key = "direct-encounter"
    name = gettext_noop("Direct encounter")
    about = gettext_noop(
        "Only where all who are tied have sat at a table with each other: one for everybody of them finished ahead of, "
        "half for a shared place, as an average where two have met more than once. "
        "Applied again among those who are still tied after it."
    )

    def among(self, field: Field, tied: Sequence[int]) -> Mapping[int, Number] | None:
        group = set(tied)
        found: dict[int, Number] = {}
        for entrant in tied:
            halves: dict[int, list[int]] = {}
            for table in field.played[entrant]:
                places = table.result.places
                for other in group.intersection(places):
                    if other != entrant:
                        better = (places[other] > places[entrant]) - (places[other] < places[entrant])
                        halves.setdefault(other, []).append(1 + better)
            if len(halves) < len(group) - 1:
                return None
            found[entrant] = sum(
                (Fraction(sum(each), 2 * len(each)) for each in halves.values()), Fraction(0)
            )
        return found
