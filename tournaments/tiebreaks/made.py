"""Tie-breaks that count what was done at the tables, as far as it was followed there.

They know score lines by their reasons alone, so they work for whatever rules give lines of that name.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.api import gettext_noop
from tournaments.tiebreaks.api import Number, TieBreak
from tournaments.tiebreaks.field import Field

FOLLOWED = gettext_noop("Known only of deals that were entered turn by turn.")

HEXAGONS = {"hexagon": 1, "double-hexagon": 2, "triple-hexagon": 3}
PENALTIES = ("draw", "pass-after-draws", "pass-empty-pool", "penalty")


class DealsWon(TieBreak):
    key = "deals-won"
    name = gettext_noop("Deals won")
    about = gettext_noop(
        "Deals won in all matches, by the rules of the match; a deal with several winners counts for each."
    )

    def values(self, field: Field) -> Mapping[int, Number]:
        return {
            entrant: sum(table.result.deals_won.get(entrant, 0) for table in tables)
            for entrant, tables in field.played.items()
        }


class Lines(TieBreak):
    """Counts score lines of certain reasons."""

    weights: Mapping[str, int]
    known_from = FOLLOWED

    def values(self, field: Field) -> Mapping[int, Number]:
        return {
            entrant: sum(
                weight * table.result.made.get(entrant, {}).get(reason, (0, 0))[0]
                for table in tables
                for reason, weight in self.weights.items()
            )
            for entrant, tables in field.played.items()
        }


class Hexagons(Lines):
    key = "hexagons"
    name = gettext_noop("Hexagons made")
    about = gettext_noop("Hexagons completed; a tile that completes two or three counts as so many.")
    weights = HEXAGONS


class Bridges(Lines):
    key = "bridges"
    name = gettext_noop("Bridges made")
    about = gettext_noop("Tiles laid for a bridge bonus.")
    weights = {"bridge": 1}


class FewestPenalties(TieBreak):
    key = "penalties"
    name = gettext_noop("Fewest penalties")
    about = gettext_noop(
        "Points lost by drawing tiles, by passing and by penalties, all matches together. Who lost fewer is ahead."
    )
    higher_is_better = False
    known_from = FOLLOWED

    def values(self, field: Field) -> Mapping[int, Number]:
        return {
            entrant: -sum(
                table.result.made.get(entrant, {}).get(reason, (0, 0))[1]
                for table in tables
                for reason in PENALTIES
            )
            for entrant, tables in field.played.items()
        }
