"""How values are spread: so many of them in each step, as bars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.pictures.scale import Scale

WIDTH, HEIGHT = 420, 180
LEFT, RIGHT, TOP, BOTTOM = 8, 8, 20, 26
GAP = 2
MOST_BARS = 16


@dataclass(frozen=True, slots=True)
class Bar:
    low: int
    high: int
    count: int
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 1)


@dataclass(frozen=True, slots=True)
class BarChart:
    width: int
    height: int
    base: int
    bars: tuple[Bar, ...]


def bar_chart(values: Iterable[int], step: int = 50) -> BarChart:
    """Bars from the lowest value to the highest; wider steps where there would be too many."""
    values = list(values)
    if not values:
        return BarChart(WIDTH, HEIGHT, HEIGHT - BOTTOM, ())
    while (max(values) - min(values)) // step + 1 > MOST_BARS:
        step *= 2
    counts = Counter(value // step for value in values)
    first, last = min(counts), max(counts)
    x = Scale(0, last - first + 1, LEFT, WIDTH - RIGHT)
    y = Scale(0, max(counts.values()), HEIGHT - BOTTOM, TOP)
    return BarChart(
        WIDTH,
        HEIGHT,
        HEIGHT - BOTTOM,
        tuple(
            Bar(
                low=at * step,
                high=(at + 1) * step - 1,
                count=counts[at],
                x=x(at - first),
                y=y(counts[at]),
                width=round(x(1) - x(0) - GAP, 1),
                height=round(HEIGHT - BOTTOM - y(counts[at]), 1),
            )
            for at in range(first, last + 1)
        ),
    )
