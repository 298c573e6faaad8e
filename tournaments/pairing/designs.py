"""Stored schedules and starters, verified when they are loaded. Found by ``schedule_search``.

A file ``schedules/SIZE-PEOPLE-ROUNDS.txt`` holds a schedule: a round a line, a bar between tables, people
counted from 1. Nobody meets anybody twice. A file ``schedules/turning-SIZE.txt`` holds round robins, one
a line: the first round, of which turning everybody by one gives the next. Knows nobody who plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations

Table = tuple[int, ...]
Round = tuple[Table, ...]

FOLDER = files("tournaments.pairing") / "schedules"
TURNING = "turning-"


class BrokenDesign(ValueError):
    """A stored file does not hold what it promises."""


@dataclass(frozen=True, slots=True)
class Design:
    """Rounds for people counted from 0."""

    people: int
    size: int
    rounds: tuple[Round, ...]

    def meetings(self) -> Counter[tuple[int, int]]:
        """How often each two share a table, also who never does."""
        met = Counter(dict.fromkeys(combinations(range(self.people), 2), 0))
        for tables in self.rounds:
            for table in tables:
                met.update(combinations(sorted(table), 2))
        return met

    @property
    def imbalance(self) -> int:
        """How much more often the two who meet most meet than the two who meet least."""
        met = self.meetings().values()
        return max(met) - min(met) if met else 0

    def last_ones(self) -> tuple[int, ...]:
        """Everybody, in an order whose last ones never meet: seats to be left empty, at different tables."""
        met = self.meetings()
        strangers: list[int] = []
        for each in range(self.people - 1, -1, -1):
            if all(not met[each, other] for other in strangers):
                strangers.append(each)
        return (*(each for each in range(self.people) if each not in strangers), *reversed(strangers))


@cache
def schedules(size: int) -> tuple[Design, ...]:
    """The stored schedules for tables of that size, the fewest people first."""
    return tuple(sorted(_read_schedules(size), key=lambda each: (each.people, len(each.rounds))))


@cache
def stored_sizes() -> tuple[tuple[int, int, int], ...]:
    """Every stored schedule by name: size, people, rounds."""
    return tuple(
        sorted(
            (design.size, design.people, len(design.rounds))
            for size in range(2, 7)
            for design in schedules(size)
        )
    )


@cache
def turning(size: int) -> dict[tuple[int, ...], Design]:
    """The stored round robins for tables of about that size, under their table sizes, the largest first."""
    file = FOLDER / f"{TURNING}{size}.txt"
    if not file.is_file():
        return {}
    found = {}
    for line in file.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            tables = parse(line)
            design = turned(size, tables, sum(map(len, tables)))
            found[table_sizes(design.rounds[0])] = design
    return found


def turning_length(sizes: tuple[int, ...], people: int) -> int:
    """How many turn. Where all sit at equal tables the last person stays and the others turn; else everybody
    turns, so that the odd table, or sitting out, comes to everybody alike."""
    return people - 1 if len(set(sizes)) == 1 and sum(sizes) == people else people


def turned(size: int, starter: Round, people: int) -> Design:
    """The round robin of a starter."""
    length = turning_length(table_sizes(starter), people)
    rounds = tuple(
        tuple(tuple((each + by) % length if each < length else each for each in table) for table in starter)
        for by in range(length)
    )
    design = Design(people, size, rounds)
    check_rounds(design)
    return design


def table_sizes(tables: Round) -> tuple[int, ...]:
    return tuple(sorted(map(len, tables), reverse=True))


def parse(line: str) -> Round:
    """A round as it stands in a file."""
    try:
        return tuple(tuple(int(each) - 1 for each in table.split()) for table in line.split("|"))
    except ValueError as error:
        raise BrokenDesign(f"not a round: {line!r}") from error


def check_rounds(design: Design) -> None:
    """Nobody sits at two tables of a round, and nobody is a stranger."""
    for number, tables in enumerate(design.rounds, start=1):
        seated = [each for table in tables for each in table]
        if len(set(seated)) < len(seated) or not set(seated) <= set(range(design.people)):
            raise BrokenDesign(f"round {number}: somebody sits twice, or is none of the {design.people}")


def check_schedule(design: Design) -> None:
    """All tables of one size, everybody once a round, no two together twice."""
    check_rounds(design)
    for number, tables in enumerate(design.rounds, start=1):
        if sum(map(len, tables)) != design.people:
            raise BrokenDesign(f"round {number}: not everybody sits")
    if any(len(table) != design.size for tables in design.rounds for table in tables):
        raise BrokenDesign(f"a table is not of {design.size}")
    if twice := [pair for pair, times in design.meetings().items() if times > 1]:
        raise BrokenDesign(f"{twice[0][0] + 1} and {twice[0][1] + 1} meet twice")


def _read_schedules(size: int) -> Iterator[Design]:
    for file in FOLDER.iterdir():
        name = file.name.removesuffix(".txt")
        if name.startswith(f"{size}-"):
            _size, people, rounds = map(int, name.split("-"))
            lines = [
                line for line in file.read_text("utf-8").splitlines() if line and not line.startswith("#")
            ]
            design = Design(people, size, tuple(map(parse, lines)))
            if len(design.rounds) != rounds:
                raise BrokenDesign(f"{name}: {len(design.rounds)} rounds")
            check_schedule(design)
            yield design
