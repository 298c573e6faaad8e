"""When a table will be done, from how long deals take. Pure: minutes in, minutes out; knows no clock and no database.

Every number can be worked out with a pencil, so that the organiser can be told why. A guess is only as good as the
deals so far: nothing is foreseen of a table before there is anything to go by.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from statistics import median

TRUST = 2
"""A table's own pace is drawn to the usual one as if it had played so many deals at that."""
TOLD_FROM = 5
"""Minutes by which a table has to be late to be worth a word."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A match so far, in minutes of one common clock."""

    began: float
    ends: tuple[float, ...] = ()
    """When each deal so far was over."""
    best: int = 0
    """The highest total."""
    limit: int | None = None
    """The total that ends the match, where one does."""
    deals: int | None = None
    """How many deals are played, where that is settled."""
    last: bool = False
    """Whether the deal under way is the last."""
    finished: float | None = None
    """When the match was over, if it is."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """A match of an earlier round: how long it took and in how many deals."""

    minutes: float
    deals: int


@dataclass(frozen=True, slots=True)
class Usual:
    """What is usual in this hall."""

    minutes: float | None
    """A deal takes."""
    deals: float | None
    """A match takes."""


@dataclass(frozen=True, slots=True)
class Forecast:
    end: float
    """When the table is expected to be done."""
    late: int
    """Minutes by which it would hold the round up; nought where it would not."""


def deal_times(table: Progress) -> list[float]:
    """Never below nought: a clock that was put back between two entries tells nothing of the deal."""
    return [max(0.0, after - before) for before, after in pairwise((table.began, *table.ends))]


def usual(tables: Iterable[Progress], earlier: Iterable[Earlier]) -> Usual:
    """Medians, so that one long break or one late correction tells nothing."""
    before = [each for each in earlier if each.deals > 0]
    times = [each.minutes / each.deals for each in before]
    times += [minutes for table in tables for minutes in deal_times(table)]
    counts = [each.deals for each in before]
    return Usual(median(times) if times else None, median(counts) if counts else None)


def pace_of(table: Progress, typical: Usual) -> float | None:
    """Minutes that a deal takes at this table: its own, drawn to the usual."""
    own = deal_times(table)
    if typical.minutes is None:
        return sum(own) / len(own) if own else None
    return (sum(own) + TRUST * typical.minutes) / (len(own) + TRUST)


def deals_to_go(table: Progress, typical: Usual) -> int | None:
    """With the one under way. By the leader's points a deal, where points end the match."""
    done = len(table.ends)
    if table.last:
        return 1
    if table.deals is not None:
        return max(1, table.deals - done)
    if table.limit is not None and done and table.best > 0:
        return max(1, ceil((table.limit - table.best) * done / table.best))
    if typical.deals is None:
        return None
    return max(1, ceil(typical.deals) - done)


def expected_end(table: Progress, now: float, typical: Usual) -> float | None:
    """The deal under way takes as long as a deal takes, or as long as it has already taken."""
    if table.finished is not None:
        return table.finished
    pace, to_go = pace_of(table, typical), deals_to_go(table, typical)
    if pace is None or to_go is None:
        return None
    since = table.ends[-1] if table.ends else table.began
    return since + max(pace, now - since) + (to_go - 1) * pace


def foresee(
    tables: Mapping[int, Progress],
    now: float,
    earlier: Sequence[Earlier] = (),
    round_end: float | None = None,
) -> dict[int, Forecast]:
    """When each table will be done, and which hold the round up.

    They are measured by the round's clock; without one, by when three of four tables are done.
    """
    typical = usual(tables.values(), earlier)
    ends = {key: expected_end(table, now, typical) for key, table in tables.items()}
    known = {key: end for key, end in ends.items() if end is not None}
    if not known:
        return {}
    mark = round_end if round_end is not None else three_of_four(list(known.values()))
    return {
        key: Forecast(end, _late(end - mark) if tables[key].finished is None else 0)
        for key, end in known.items()
    }


def three_of_four(ends: Sequence[float]) -> float:
    """The moment by which three quarters of them are over."""
    return sorted(ends)[ceil(len(ends) * 3 / 4) - 1]


def _late(minutes: float) -> int:
    return round(minutes) if round(minutes) >= TOLD_FROM else 0
