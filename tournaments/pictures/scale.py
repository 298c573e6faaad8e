"""From values to places in a drawing, and which of them are worth a label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps values to places, evenly."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        span = self.high - self.low
        share = (value - self.low) / span if span else 0.0
        return round(self.start + share * (self.end - self.start), 1)


def ticks(low: float, high: float, most: int = 6) -> list[int]:
    """Round numbers between two values, not more than ``most`` of them."""
    step = next(
        factor * 10**power
        for power in range(12)
        for factor in STEPS
        if (high - low) / (factor * 10**power) <= most - 1
    )
    first = -(-int(low) // step) * step
    return list(range(first, int(high) + 1, step))


def spread(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Labels moved apart just so far that none covers another, in their order, all within the drawing."""
    order = sorted(range(len(places)), key=lambda each: (places[each], each))
    moved = [0.0] * len(places)
    floor = low
    for index in order:
        moved[index] = max(places[index], floor)
        floor = moved[index] + gap
    ceiling = high
    for index in reversed(order):
        moved[index] = min(moved[index], ceiling)
        ceiling = moved[index] - gap
    return [round(each, 1) for each in moved]
