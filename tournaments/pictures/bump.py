"""Ranks over the rounds: a line a person, the best on top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.pictures.scale import Scale

LEFT, RIGHT, TOP, BOTTOM = 30, 120, 14, 26
ROW = 26
COLUMN = 64
STYLES = 6
LONGEST_LABEL = 16


@dataclass(frozen=True, slots=True)
class Path:
    """One person's way through the rounds."""

    name: str
    label: str
    style: int
    points: str
    spots: tuple[tuple[float, float, int], ...]
    """Where each round's rank is drawn, and which it was."""
    end: tuple[float, float]
    followed: bool


@dataclass(frozen=True, slots=True)
class BumpChart:
    width: int
    height: int
    rounds: tuple[tuple[float, int], ...]
    paths: tuple[Path, ...]


def bump_chart(
    ranks: Mapping[str, Sequence[int | None]], rounds: Sequence[int], followed: str = ""
) -> BumpChart:
    """``ranks`` are each person's after each of the rounds; nothing where they were not there yet.

    Only those whose rank fits are drawn at it: with somebody far below who is followed, the rows are those of the
    people shown, in their order, so that the picture stays small.
    """
    names = list(ranks)
    width = LEFT + RIGHT + COLUMN * max(1, len(rounds) - 1)
    height = TOP + BOTTOM + ROW * max(1, len(names) - 1)
    x = Scale(0, max(1, len(rounds) - 1), LEFT, width - RIGHT)
    y = Scale(0, max(1, len(names) - 1), TOP, height - BOTTOM)
    rows = [_order([ranks[name][at] for name in names]) for at in range(len(rounds))]
    return BumpChart(
        width=width,
        height=height,
        rounds=tuple((x(at), number) for at, number in enumerate(rounds)),
        paths=tuple(
            _path(name, index, ranks[name], [row[index] for row in rows], x, y, followed=name == followed)
            for index, name in enumerate(names)
        ),
    )


def _order(ranks: Sequence[int | None]) -> list[int | None]:
    """The row of each: their order among those shown."""
    present = sorted((rank, index) for index, rank in enumerate(ranks) if rank is not None)
    rows: list[int | None] = [None] * len(ranks)
    for row, (_rank, index) in enumerate(present):
        rows[index] = row
    return rows


def _path(
    name: str,
    index: int,
    ranks: Sequence[int | None],
    rows: Sequence[int | None],
    x: Scale,
    y: Scale,
    *,
    followed: bool,
) -> Path:
    spots = tuple(
        (x(at), y(row), rank)
        for at, (row, rank) in enumerate(zip(rows, ranks, strict=True))
        if row is not None and rank is not None
    )
    return Path(
        name=name,
        label=name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1]}…",
        style=index % STYLES + 1,
        points=" ".join(f"{left:g},{top:g}" for left, top, _rank in spots),
        spots=spots,
        end=spots[-1][:2] if spots else (0.0, 0.0),
        followed=followed,
    )
