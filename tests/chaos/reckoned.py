"""Standings reckoned once more, from the bots' own matches and who sat where. Shares no code with those of the program."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from rules.triominos.variants.classic import engine
from tests.load.judge import Judge

MINUS = "\N{MINUS SIGN}"
Seats = Mapping[tuple[int, int], Sequence[int]]
"""By round and table the numbers of those who sat there, in the order of the seats."""


@dataclass
class Line:
    placing: Fraction = Fraction(0)
    points: int = 0
    wins: int = 0
    matches: int = 0

    def order(self) -> tuple[Fraction, int, int]:
        """By which a tournament is ranked unless its organiser says otherwise, as far as it is reckoned here."""
        return self.placing, self.points, self.wins


def wrong_lines(judges: Sequence[Judge], seats: Seats, standings: dict[str, Any]) -> list[Any]:
    """Who is missing, has other numbers than the bots' own, or stands before somebody better."""
    own, told = lines_of(judges, seats), standings["standings"]
    by_rank = sorted(told, key=lambda line: line["rank"])
    orders = [own[line["number"]].order() for line in by_rank if line["number"] in own]
    wrong: list[Any] = [
        (number, line) for number, line in own.items() if _told(told, number) != [_figures(line)]
    ]
    wrong += [("order", at) for at, (one, two) in enumerate(pairwise(orders)) if one < two]
    return wrong if standings["finished"] else [*wrong, "not finished"]


def lines_of(judges: Sequence[Judge], seats: Seats) -> dict[int, Line]:
    found: dict[int, Line] = {}
    for judge in judges:
        totals, places = engine.totals(judge.state), engine.places(judge.state)
        worth = _worth(places)
        for seat, entrant in zip(totals, seats[judge.match], strict=True):
            line = found.setdefault(entrant, Line())
            line.placing += worth[places[seat]]
            line.points += totals[seat]
            line.wins += places[seat] == 1 and list(places.values()).count(1) == 1
            line.matches += 1
    return found


def _worth(places: Mapping[str, int]) -> dict[int, Fraction]:
    """Of each place: the first of n gets n − 1, the last nothing; equals share what they hold together."""
    people = len(places)
    return {
        place: Fraction(sum(people - (place + each) for each in range(times)), times)
        for place, times in Counter(places.values()).items()
    }


def _told(told: Sequence[dict[str, Any]], number: int) -> list[tuple[Fraction, ...]]:
    return [tuple(_numbers(line)) for line in told if line["number"] == number]


def _numbers(line: dict[str, Any]) -> Iterator[Fraction]:
    for key in ("placing", "points", "wins"):
        yield Fraction(line["values"][key].replace(",", "").replace(MINUS, "-"))
    yield Fraction(line["matches"])


def _figures(line: Line) -> tuple[Fraction, ...]:
    return line.placing, Fraction(line.points), Fraction(line.wins), Fraction(line.matches)
