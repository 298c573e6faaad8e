"""The results arranged for those who read them: what every tie-break is given.

Points are whole numbers of a unit so small that every share and average of them is whole too: sums are exact,
fast, and the same in whatever order the results came. Knows no tie-break.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

from tournaments.tiebreaks.placing import Scheme
from tournaments.tiebreaks.results import Fine, RoundOf, Story, TableResult

WHOLE = 120
"""Averages over one to five others, and halves of them, are whole in a unit with this factor."""


class Table(NamedTuple):
    """A finished table with the placing points it gave."""

    result: TableResult
    points: Mapping[int, int]

    @property
    def others(self) -> int:
        """How many each has met here."""
        return len(self.points) - 1


class Opposition(NamedTuple):
    """How strong the others were in one round. Rounds missed by the own choice come first when sorted."""

    played: bool
    units: int


class Field:
    """Everybody's rounds. What is asked for twice is computed once."""

    def __init__(self, story: Story) -> None:
        self.entrants = story.entrants
        self.rounds = tuple(sorted(story.rounds, key=lambda each: each.number))
        self.scheme = story.scheme
        self.seed = story.seed
        worth = _worth(story.tables, story.scheme)
        self.unit = _unit(worth.values(), self._given(story))
        units = {key: tuple(int(each * self.unit) for each in points) for key, points in worth.items()}
        self.played: dict[int, list[Table]] = {entrant: [] for entrant in self.entrants}
        """Each one's finished tables, round by round."""
        self.tables = [
            Table(result, dict(zip(result.places, units[_kind(result)], strict=True)))
            for result in sorted(story.tables, key=lambda each: each.round)
        ]
        for table in self.tables:
            for entrant in table.points:
                if entrant in self.played:
                    self.played[entrant].append(table)
        self.joined = story.joined
        self.fines: dict[int, list[Fine]] = {entrant: [] for entrant in self.entrants}
        for fine in story.fines:
            if fine.entrant in self.fines:
                self.fines[fine.entrant].append(fine)
        self.head_start = {
            entrant: int(story.head_start.get(entrant, Fraction(0)) * self.unit) for entrant in self.entrants
        }

    def exactly(self, units: int) -> Fraction:
        """Points as they are told: units are nobody's business but ours."""
        return Fraction(units, self.unit)

    @cached_property
    def sat_out(self) -> dict[int, dict[int, int]]:
        """For each entrant the rounds sat out by lot, and the points for it."""
        found: dict[int, dict[int, int]] = {entrant: {} for entrant in self.entrants}
        for round_ in self.rounds:
            points = int(self.scheme.for_sitting_out(round_.prefer) * self.unit)
            for entrant in round_.out:
                if entrant in found:
                    found[entrant][round_.number] = points
        return found

    @cached_property
    def absent(self) -> dict[int, list[RoundOf]]:
        """For each entrant the rounds in which they had neither a table nor a lot to sit out."""
        found: dict[int, list[RoundOf]] = {entrant: [] for entrant in self.entrants}
        for round_ in self.rounds:
            for entrant in found.keys() - round_.seated - round_.out:
                found[entrant].append(round_)
        return found

    @cached_property
    def score(self) -> dict[int, int]:
        """Placing points as they count: those earned, less those taken off."""
        return {
            entrant: earned - sum(int(fine.placing * self.unit) for fine in self.fines[entrant])
            for entrant, earned in self.earned.items()
        }

    @cached_property
    def earned(self) -> dict[int, int]:
        """Placing points of the tables, of rounds sat out, and what a late entry was given.

        How strong somebody was goes by these: nobody loses by a penalty of whom they met.
        """
        score = {
            entrant: start + sum(self.sat_out[entrant].values()) for entrant, start in self.head_start.items()
        }
        for table in self.tables:
            for entrant, points in table.points.items():
                if entrant in score:
                    score[entrant] += points
        return score

    @cached_property
    def totals(self) -> dict[int, int]:
        """The points scored in all matches, less those taken off."""
        found = {entrant: -sum(fine.points for fine in fines) for entrant, fines in self.fines.items()}
        for table in self.tables:
            for entrant, total in table.result.totals.items():
                if entrant in found:
                    found[entrant] += total
        return found

    @cached_property
    def adjusted(self) -> dict[int, int]:
        """Scores as they count for others: rounds missed until the very end count as half a first place."""
        numbers = [round_.number for round_ in self.rounds]
        adjusted = dict(self.earned)
        for entrant, missed in self.absent.items():
            at = len(numbers)
            for round_ in reversed(missed):
                at -= 1
                if round_.number != numbers[at]:
                    break
                adjusted[entrant] += int(self.scheme.draw(round_.prefer) * self.unit)
        return adjusted

    @cached_property
    def opposition(self) -> dict[int, list[Opposition]]:
        """For each entrant, of every round that counts already, the average score of the others at the table.

        A round sat out or missed is one against somebody with the own score.
        """
        found: dict[int, list[Opposition]] = {entrant: [] for entrant in self.entrants}
        scores = self.adjusted
        for table in self.tables:
            theirs = [(entrant, scores.get(entrant, 0)) for entrant in table.points]
            whole, others = sum(score for _, score in theirs), table.others
            for entrant, score in theirs:
                if entrant in found:
                    found[entrant].append(Opposition(True, (whole - score) // others))
        for entrant, own in self.earned.items():
            found[entrant] += [Opposition(True, own)] * len(self.sat_out[entrant])
            found[entrant] += [Opposition(False, own)] * len(self.absent[entrant])
        return found

    def _given(self, story: Story) -> Iterable[Fraction]:
        yield from story.head_start.values()
        yield from (fine.placing for fine in story.fines)
        for prefer in {round_.prefer for round_ in story.rounds}:
            yield story.scheme.for_sitting_out(prefer)
            yield story.scheme.draw(prefer)


def _kind(result: TableResult) -> tuple[int, tuple[int, ...]]:
    """Tables with the same places in the same order are worth the same: there are few kinds."""
    return result.prefer, tuple(result.places.values())


def _worth(
    tables: Iterable[TableResult], scheme: Scheme
) -> dict[tuple[int, tuple[int, ...]], tuple[Fraction, ...]]:
    found = {}
    for prefer, places in {_kind(result) for result in tables}:
        points = scheme.points(dict(enumerate(places)), prefer)
        found[prefer, places] = tuple(points.values())
    return found


def _unit(worth: Iterable[Iterable[Fraction]], given: Iterable[Fraction]) -> int:
    denominators = {each.denominator for points in worth for each in points}
    return WHOLE * lcm(*denominators, *{each.denominator for each in given})
