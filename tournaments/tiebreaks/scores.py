"""Tie-breaks that count what somebody scored. They look at nobody else's other results."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules.api import gettext_noop
from tournaments.tiebreaks.api import Number, TieBreak
from tournaments.tiebreaks.field import Field, Table


class Placing(TieBreak):
    key = "placing"
    name = gettext_noop("Placing points")
    about = gettext_noop(
        "The points for the places at the tables, with those for rounds sat out and those a late entry was given, "
        "less those taken off as a penalty."
    )

    def values(self, field: Field) -> Mapping[int, Number]:
        return {entrant: field.exactly(score) for entrant, score in field.score.items()}


class MatchWins(TieBreak):
    key = "wins"
    name = gettext_noop("Match wins")
    about = gettext_noop("Matches in which nobody else was first too.")

    def values(self, field: Field) -> Mapping[int, Number]:
        found = dict.fromkeys(field.entrants, 0)
        for table in field.tables:
            first = [entrant for entrant, place in table.result.places.items() if place == 1]
            if len(first) == 1 and first[0] in found:
                found[first[0]] += 1
        return found


class TotalPoints(TieBreak):
    key = "points"
    name = gettext_noop("Total points")
    about = gettext_noop("The points scored in all matches together, less those taken off as a penalty.")

    def values(self, field: Field) -> Mapping[int, Number]:
        return field.totals


class ShareOfPoints(TieBreak):
    key = "share"
    name = gettext_noop("Share of the table’s points")
    about = gettext_noop(
        "In each match the own points divided by the points of the whole table, points below zero counting as zero, "
        "times the table’s size divided by the preferred size; then the average over the matches played. "
        "Where nobody has any points, all have the same share."
    )
    shown_as = "percent"

    def values(self, field: Field) -> Mapping[int, Number]:
        shares: dict[int, list[Fraction]] = {entrant: [] for entrant in field.entrants}
        for table in field.tables:
            whole = sum(max(0, total) for total in table.result.totals.values())
            for entrant in table.points:
                if entrant in shares:
                    shares[entrant].append(_share(table, entrant, whole))
        return {entrant: _average(each) for entrant, each in shares.items()}


class DifferenceToAverage(TieBreak):
    key = "difference"
    name = gettext_noop("Difference to the table’s average")
    about = gettext_noop(
        "In each match the own points less the average of the points at the table, all matches added up."
    )

    def values(self, field: Field) -> Mapping[int, Number]:
        sixty = 60  # so that the average of two to six is whole
        found = dict.fromkeys(field.entrants, 0)
        for table in field.tables:
            totals = table.result.totals
            average = sum(totals.values()) * sixty // len(totals)
            for entrant, total in totals.items():
                if entrant in found:
                    found[entrant] += total * sixty - average
        return {entrant: Fraction(sum_, sixty) for entrant, sum_ in found.items()}


class BestMatch(TieBreak):
    key = "best-match"
    name = gettext_noop("Best single match")
    about = gettext_noop("The most points scored in one match; zero for who has played none.")

    def values(self, field: Field) -> Mapping[int, Number]:
        return {
            entrant: max((table.result.totals[entrant] for table in tables), default=0)
            for entrant, tables in field.played.items()
        }


class Conduct(TieBreak):
    key = "conduct"
    name = gettext_noop("Fewest warnings")
    about = gettext_noop(
        "Warnings and penalties that the organiser has given and not taken back. Who has fewer is ahead."
    )
    higher_is_better = False

    def values(self, field: Field) -> Mapping[int, Number]:
        return {entrant: len(fines) for entrant, fines in field.fines.items()}


class Progressive(TieBreak):
    key = "progressive"
    name = gettext_noop("Progressive score")
    about = gettext_noop(
        "The placing points as they stood after each round, added up over the rounds. "
        "What a late entry was given counts from the round in which they came, "
        "what was taken off as a penalty from the round for which it was given."
    )

    def values(self, field: Field) -> Mapping[int, Number]:
        counts = {round_.number: len(field.rounds) - at for at, round_ in enumerate(field.rounds)}
        found = {entrant: _at_first(field, entrant, counts) for entrant in field.entrants}
        for table in field.tables:
            times = counts[table.result.round]
            for entrant, points in table.points.items():
                if entrant in found:
                    found[entrant] += points * times
        return {entrant: field.exactly(units) for entrant, units in found.items()}


def _share(table: Table, entrant: int, whole: int) -> Fraction:
    size, prefer = len(table.points), table.result.prefer
    if not whole:
        return Fraction(1, prefer)
    return Fraction(max(0, table.result.totals[entrant]) * size, whole * prefer)


def _average(shares: list[Fraction]) -> Fraction:
    return sum(shares, Fraction(0)) / len(shares) if shares else Fraction(0)


def _at_first(field: Field, entrant: int, counts: Mapping[int, int]) -> int:
    """What does not come from tables. Points count in the running score of their round and of every later one."""
    joined = field.joined.get(entrant, 1)
    since = next((times for number, times in counts.items() if number >= joined), 0)
    out = sum(points * counts[number] for number, points in field.sat_out[entrant].items())
    off = sum(
        int(fine.placing * field.unit)
        * next((times for each, times in counts.items() if each >= fine.round), 0)
        for fine in field.fines[entrant]
    )
    return field.head_start[entrant] * since + out - off
