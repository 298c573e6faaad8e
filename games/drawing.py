"""A signature drawn with a finger: strokes as a short text, and as the path of a drawing. Pure.

Strokes are separated by “;”, points by a space: ``12,40 15,38;60,20 61,25``. Knows nothing of who drew.
"""

from __future__ import annotations

import re

WIDTH, HEIGHT = 320, 120
MOST_POINTS = 1_500
LEAST_POINTS = 6
"""Fewer are a slip of the finger."""
MOST_CHARACTERS = 9 * MOST_POINTS
STROKES = re.compile(r"[0-9]{1,3},[0-9]{1,3}(?:[ ;][0-9]{1,3},[0-9]{1,3})*")

Stroke = list[tuple[int, int]]


def strokes_of(text: str) -> list[Stroke] | None:
    """The strokes, or nothing if the text is no drawing of ours."""
    if len(text) > MOST_CHARACTERS or not STROKES.fullmatch(text):
        return None
    strokes = [[_point(each) for each in stroke.split(" ")] for stroke in text.split(";")]
    points = [point for stroke in strokes for point in stroke]
    if len(points) > MOST_POINTS or any(x > WIDTH or y > HEIGHT for x, y in points):
        return None
    return strokes


def is_blank(strokes: list[Stroke]) -> bool:
    return sum(map(len, strokes)) < LEAST_POINTS


def path_of(text: str) -> str:
    """As the “d” of an SVG path in a box of WIDTH by HEIGHT; empty for what is no drawing."""
    return "".join(
        "M" + "L".join(f"{x} {y}" for x, y in (stroke if len(stroke) > 1 else stroke * 2))
        for stroke in strokes_of(text) or ()
    )


def _point(text: str) -> tuple[int, int]:
    x, y = text.split(",")
    return int(x), int(y)
