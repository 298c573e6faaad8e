"""Tie-breaks that look at how strong the others were. For tables of two they are those of chess (FIDE C.07).

A round's contribution is an average over the others at the table, so that a short table costs nobody anything.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.api import gettext_noop
from tournaments.tiebreaks.api import Number, TieBreak
from tournaments.tiebreaks.field import Field, Opposition


class Buchholz(TieBreak):
    key = "buchholz"
    name = gettext_noop("Buchholz")
    about = gettext_noop(
        "In each round the average of the placing points that the others at the table have by now, all rounds added up. "
        "A round sat out or missed counts as one against somebody with as many points as oneself. "
        "For somebody who left, the rounds missed until the end count as half a first place each."
    )
    cut_lowest, cut_highest = False, False

    def values(self, field: Field) -> Mapping[int, Number]:
        return {entrant: field.exactly(self._kept(each)) for entrant, each in field.opposition.items()}

    def _kept(self, found: list[Opposition]) -> int:
        kept = sorted(found)
        if self.cut_lowest:
            kept = kept[1:]
        if self.cut_highest:
            kept = sorted(kept, key=lambda each: each.units)[:-1]
        return sum(each.units for each in kept)


class BuchholzCut1(Buchholz):
    key = "buchholz-cut-1"
    name = gettext_noop("Buchholz cut 1")
    about = gettext_noop(
        "Buchholz without the lowest round; of who missed rounds by their own choice, the lowest of these is left out."
    )
    cut_lowest = True


class BuchholzMedian(Buchholz):
    key = "buchholz-median"
    name = gettext_noop("Median Buchholz")
    about = gettext_noop("Buchholz cut 1 without the highest round as well.")
    cut_lowest, cut_highest = True, True


class SonnebornBerger(TieBreak):
    key = "sonneborn-berger"
    name = gettext_noop("Sonneborn-Berger")
    about = gettext_noop(
        "In each round: for everybody beaten at the table their placing points, for everybody tied with half of them, "
        "divided by the number of others at the table; all rounds added up. A round sat out counts the own placing points, "
        "times the points for sitting out divided by those of a first place. Rounds missed count nothing."
    )

    def values(self, field: Field) -> Mapping[int, Number]:
        score = field.adjusted
        found = dict.fromkeys(field.entrants, 0)
        for table in field.tables:
            seats = [
                (entrant, place, score.get(entrant, 0)) for entrant, place in table.result.places.items()
            ]
            for entrant, place, own in seats:
                halves = -own  # met here too, as somebody tied with
                for _, theirs, points in seats:
                    if theirs >= place:
                        halves += 2 * points if theirs > place else points
                if entrant in found:
                    found[entrant] += halves // (2 * table.others)
        return {
            entrant: field.exactly(units) + self._sat_out(field, entrant) for entrant, units in found.items()
        }

    def _sat_out(self, field: Field, entrant: int) -> Number:
        if not field.sat_out[entrant]:
            return 0
        tops = {round_.number: field.scheme.worth(round_.prefer)[0] for round_ in field.rounds}
        own = field.exactly(field.earned[entrant])
        return sum(
            own * field.exactly(points) / tops[number] if tops[number] else 0
            for number, points in field.sat_out[entrant].items()
        )
