"""Totals as lines over the turns of a match: where the bell rang, where deals ended, how far it is to the limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pictures.scale import Scale, spread, ticks

WIDTH, HEIGHT = 420, 280
LEFT, RIGHT, TOP, BOTTOM = 38, 112, 14, 26
LABEL_GAP = 15
LONGEST_LABEL = 13
SHAPES = ("disc", "square", "diamond", "up", "down", "ring")
"""How lines are told apart besides their colour."""


@dataclass(frozen=True, slots=True)
class Line:
    """One player's way through the match."""

    name: str
    label: str
    """Short enough for the drawing."""
    shape: str
    style: int
    points: str
    """Of a polyline."""
    end: tuple[float, float]
    label_y: float
    total: int


@dataclass(frozen=True, slots=True)
class Mark:
    """Something at a moment: a deal's end, the bell."""

    x: float
    text: str


@dataclass(frozen=True, slots=True)
class LineChart:
    width: int
    height: int
    lines: tuple[Line, ...]
    levels: tuple[tuple[float, int], ...]
    """Where a horizontal line stands, and for which value."""
    limit_y: float | None
    deals: tuple[Mark, ...]
    bell_x: float | None
    left: int
    right: float
    bottom: float
    step: float
    """From one moment to the next, for whatever moves over the drawing."""


def line_chart(
    names: Sequence[str],
    totals: Sequence[Sequence[int]],
    *,
    limit: int | None = None,
    deals: Sequence[tuple[int, int]] = (),
    bell: int | None = None,
) -> LineChart:
    """``totals`` are everybody's after each moment; ``deals`` name the moment at which each deal ended."""
    moments = [[0] * len(names), *totals]
    values = [value for moment in moments for value in moment]
    low, high = min(0, *values), max(limit or 0, *values, 10)
    x = Scale(0, max(1, len(moments) - 1), LEFT, WIDTH - RIGHT)
    y = Scale(low, high * 1.04, HEIGHT - BOTTOM, TOP)
    ends = [y(total) for total in moments[-1]]
    labels = spread(ends, LABEL_GAP, TOP, HEIGHT - BOTTOM)
    return LineChart(
        width=WIDTH,
        height=HEIGHT,
        lines=tuple(
            Line(
                name=name,
                label=name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1]}…",
                shape=SHAPES[seat % len(SHAPES)],
                style=seat % len(SHAPES) + 1,
                points=" ".join(f"{x(at):g},{y(moment[seat]):g}" for at, moment in enumerate(moments)),
                end=(x(len(moments) - 1), ends[seat]),
                label_y=labels[seat],
                total=moments[-1][seat],
            )
            for seat, name in enumerate(names)
        ),
        levels=tuple((y(value), value) for value in ticks(low, high)),
        limit_y=y(limit) if limit else None,
        deals=tuple(Mark(x(at), str(number)) for number, at in deals),
        bell_x=x(bell) if bell is not None else None,
        left=LEFT,
        right=WIDTH - RIGHT,
        bottom=HEIGHT - BOTTOM,
        step=round((x(1) - x(0)), 3),
    )
