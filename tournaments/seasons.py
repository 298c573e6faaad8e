"""Several evenings counted together: what each is worth, which are dropped, who leads. Pure: plain data in, lines out.

Whole every time, out of what every evening says of itself. People are any keys.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

Who = TypeVar("Who", bound=Hashable)
PLACES, POINTS, WINS = "places", "points", "wins"
USUAL = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
"""What ranks are worth unless a club says otherwise."""


@dataclass(frozen=True, slots=True)
class Result:
    """What somebody did on one evening."""

    rank: int
    points: int = 0
    wins: int = 0


@dataclass(frozen=True, slots=True)
class Rules:
    """How a season is counted."""

    scoring: str = PLACES
    place_points: Sequence[int] = USUAL
    drop: int = 0
    """So many of everybody's worst evenings do not count; one that was missed is the worst of all."""
    least: int = 0
    """With fewer evenings there is no rank."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One evening of one person."""

    worth: Fraction
    rank: int
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class Line(Generic[Who]):
    who: Who
    total: Fraction
    cells: tuple[Cell | None, ...]
    """An evening each, in order; nothing where they were not there."""
    rank: int | None = None
    """None with too few evenings."""
    missing: int = 0
    """So many evenings more, and there is a rank."""
    by: str = ""
    """What put them behind the line above although the totals are equal: “wins”, “best”; “shared” where nothing did."""

    @property
    def played(self) -> int:
        return sum(cell is not None for cell in self.cells)

    @property
    def won(self) -> int:
        return sum(cell is not None and cell.rank == 1 for cell in self.cells)

    @property
    def best(self) -> Fraction:
        return max((cell.worth for cell in self.cells if cell), default=Fraction(0))


def season_table(evenings: Sequence[Mapping[Who, Result]], rules: Rules) -> list[Line[Who]]:
    """The best first; behind them, in the same order, who has too few evenings for a rank."""
    worths = [_worths(evening, rules) for evening in evenings]
    everybody = dict.fromkeys(who for evening in evenings for who in evening)
    lines = [_line(who, evenings, worths, rules) for who in everybody]
    ranked = sorted((line for line in lines if not line.missing), key=_order)
    return [*_with_ranks(ranked), *sorted((line for line in lines if line.missing), key=_order)]


# -- in detail -----------------------------------------------------------------------------------


def _worths(evening: Mapping[Who, Result], rules: Rules) -> dict[Who, Fraction]:
    if rules.scoring == POINTS:
        return {who: Fraction(each.points) for who, each in evening.items()}
    if rules.scoring == WINS:
        return {who: Fraction(each.wins) for who, each in evening.items()}
    ranks = [each.rank for each in evening.values()]
    return {
        who: _shared(rules.place_points, each.rank, ranks.count(each.rank)) for who, each in evening.items()
    }


def _shared(place_points: Sequence[int], rank: int, count: int) -> Fraction:
    """Who shares a rank shares what the ranks together are worth."""
    return Fraction(sum(place_points[rank - 1 : rank - 1 + count]), count)


def _line(
    who: Who,
    evenings: Sequence[Mapping[Who, Result]],
    worths: Sequence[Mapping[Who, Fraction]],
    rules: Rules,
) -> Line[Who]:
    there = [at for at, evening in enumerate(evenings) if who in evening]
    counted = max(1, len(evenings) - rules.drop)
    # The better one counts; of two alike the earlier, so that nothing jumps about.
    kept = set(sorted(there, key=lambda at: (-worths[at][who], at))[:counted])
    cells = [
        Cell(worths[at][who], evening[who].rank, dropped=at not in kept) if who in evening else None
        for at, evening in enumerate(evenings)
    ]
    total = sum((cell.worth for cell in cells if cell and not cell.dropped), Fraction(0))
    return Line(who, total, tuple(cells), missing=max(0, rules.least - len(there)))


def _order(line: Line[Who]) -> tuple[Fraction, int, Fraction]:
    return -line.total, -line.won, -line.best


def _with_ranks(lines: Sequence[Line[Who]]) -> list[Line[Who]]:
    ranked: list[Line[Who]] = []
    for at, line in enumerate(lines):
        above = ranked[-1] if ranked else None
        by = _parted_by(above, line) if above else ""
        rank = above.rank if above and by == "shared" else at + 1
        ranked.append(Line(line.who, line.total, line.cells, rank, by=by))
    return ranked


def _parted_by(above: Line[Who], line: Line[Who]) -> str:
    if above.total != line.total:
        return ""
    if above.won != line.won:
        return "wins"
    return "best" if above.best != line.best else "shared"
