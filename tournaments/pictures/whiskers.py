"""Ratings with how far they may be off: a line a person on one scale, and one person's over time with its band."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pictures.scale import Scale, ticks

WIDTH, HEIGHT = 200, 24
MARGIN = 8

TIME_WIDTH, TIME_HEIGHT = 420, 220
LEFT, RIGHT, TOP, BOTTOM = 44, 14, 16, 24
MOST_LABELS = 6


@dataclass(frozen=True, slots=True)
class Whisker:
    """From the least somebody may be to the most, with what is likely between."""

    low: float
    middle: float
    high: float
    width: int = WIDTH
    height: int = HEIGHT


@dataclass(frozen=True, slots=True)
class Spot:
    x: float
    y: float
    value: int
    off: int
    label: str
    """What stands below it; nothing where there is no room."""


@dataclass(frozen=True, slots=True)
class TimeChart:
    width: int
    height: int
    band: str
    """The points of the polygon within which somebody almost certainly was."""
    points: str
    spots: tuple[Spot, ...]
    levels: tuple[tuple[float, int], ...]
    left: int
    right: float
    bottom: float


def whiskers(ranges: Sequence[tuple[int, int]]) -> list[Whisker]:
    """For each a likely value and by how much it may be off, all on one scale."""
    low = min((value - off for value, off in ranges), default=0)
    high = max((value + off for value, off in ranges), default=1)
    x = Scale(low, high, MARGIN, WIDTH - MARGIN)
    return [Whisker(x(value - off), x(value), x(value + off)) for value, off in ranges]


def time_chart(moments: Sequence[tuple[str, int, int]]) -> TimeChart:
    """For each moment what it is called, the likely value then, and by how much it may be off."""
    low = min((value - off for _name, value, off in moments), default=0)
    high = max((value + off for _name, value, off in moments), default=1)
    x = Scale(0, max(1, len(moments) - 1), LEFT, TIME_WIDTH - RIGHT)
    y = Scale(low, high, TIME_HEIGHT - BOTTOM, TOP)
    upper = [(x(at), y(value + off)) for at, (_name, value, off) in enumerate(moments)]
    lower = [(x(at), y(value - off)) for at, (_name, value, off) in enumerate(moments)]
    every = -(-len(moments) // MOST_LABELS)
    spots = tuple(
        Spot(x(at), y(value), value, off, name if (len(moments) - 1 - at) % max(1, every) == 0 else "")
        for at, (name, value, off) in enumerate(moments)
    )
    return TimeChart(
        width=TIME_WIDTH,
        height=TIME_HEIGHT,
        band=_path([*upper, *reversed(lower)]),
        points=_path([(spot.x, spot.y) for spot in spots]),
        spots=spots,
        levels=tuple((y(value), value) for value in ticks(low, high)) if moments else (),
        left=LEFT,
        right=TIME_WIDTH - RIGHT,
        bottom=TIME_HEIGHT - BOTTOM,
    )


def _path(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{left:g},{top:g}" for left, top in places)
