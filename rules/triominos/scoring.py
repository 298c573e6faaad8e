"""What a turn earns: score lines with their reason and the place in the rules each rests on.

The rows of the matrix named here are those that variants cite. Knows nothing of whose turn it is or
of what is legal.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from rules.api import ScoreLine
from rules.triominos.board import Board, Cell, Touch
from rules.triominos.tiles import TILES, ZERO, Tile
from rules.triominos.variant import Variant

HEXAGONS = (None, "hexagon", "double-hexagon", "triple-hexagon")

ROWS = {
    "tile": "placement",
    "start-trio": "start score",
    "start-zero": "start score",
    "bridge": "bridge",
    "two-sides": "two or three sides",
    "hexagon": "hexagon",
    "double-hexagon": "hexagon",
    "triple-hexagon": "triple hexagon",
    "draw": "drawing",
    "pass-after-draws": "three drawn",
    "pass-empty-pool": "pool empty",
    "going-out": "going out",
    "totals": "totals",
}
"""The row of the matrix on which each reason rests. Racks are counted on two rows: see closing."""

_NAMED = {tile: {"tile": tile.name} for tile in TILES}


@cache
def point(variant: Variant, row: str) -> str:
    """The matrix point and the place in the sheet, as one text."""
    return f"{row} ({variant.source(row)})"


def bonus_for(touch: Touch, two_sides: int) -> str | None:
    """The highest bonus that a tile earns by what it meets; never a sum."""
    if touch.hexagons:
        return HEXAGONS[touch.hexagons]
    if touch.is_bridge:
        return "bridge"
    return "two-sides" if two_sides and touch.sides >= 2 else None


def bonus_points(variant: Variant, bonus: str | None, two_sides: int) -> int:
    if bonus is None:
        return 0
    return two_sides if bonus == "two-sides" else variant.bonuses[bonus]


def is_earned(variant: Variant, bonus: str, two_sides: int) -> bool:
    """Whether a bonus of that name can be claimed at all."""
    return two_sides > 0 if bonus == "two-sides" else bonus in variant.bonuses


def opening(variant: Variant, player: str, tile: Tile) -> tuple[ScoreLine, ...]:
    """The first tile of a deal."""
    named = _NAMED[tile]
    lines = [ScoreLine(player, tile.sum, "tile", point(variant, "start score"), named)]
    if variant.trio_start and tile.is_trio:
        lines.append(
            ScoreLine(player, variant.trio_bonus, "start-trio", point(variant, "start score"), named)
        )
        if tile is ZERO:
            lines.append(
                ScoreLine(player, variant.zero_bonus, "start-zero", point(variant, "start score"), named)
            )
    return tuple(lines)


def placement(
    variant: Variant,
    player: str,
    tile: Tile,
    bonus: str | None,
    two_sides: int,
    details: Mapping[str, Any] | None = None,
) -> tuple[ScoreLine, ...]:
    """Any other tile, with the bonus it earns and what is to be said about that."""
    plain = _plain(variant, player, tile)
    if bonus is None:
        return (plain,)
    points = bonus_points(variant, bonus, two_sides)
    said = {**plain.details, **details} if details else plain.details
    return (plain, ScoreLine(player, points, bonus, point(variant, ROWS[bonus]), said))


@lru_cache(maxsize=8192)
def _plain(variant: Variant, player: str, tile: Tile) -> ScoreLine:
    """The tile's own points: the line that a replay needs most often."""
    return ScoreLine(player, tile.sum, "tile", point(variant, "placement"), _NAMED[tile])


def seen(board: Board, cell: Cell, bonus: str, touch: Touch) -> dict[str, Any]:
    """What a sentence about a bonus needs from the board as it was before the tile was laid."""
    if bonus == "bridge":
        bridge = board.bridge(cell)
        return {
            "side": "-".join(map(str, bridge.side)),
            "opposite": bridge.opposite,
            "touches": bridge.touches.name,
        }
    if bonus == "two-sides":
        return {"sides": touch.sides}
    return {"around": board.completed_by(cell)}


@lru_cache(maxsize=1024)
def draw(variant: Variant, player: str, nth: int) -> tuple[ScoreLine, ...]:
    """A tile taken from the pool. Which one stays hidden."""
    return (ScoreLine(player, -variant.draw_cost, "draw", point(variant, "drawing"), {"draw": nth}),)


def passing(variant: Variant, player: str, draws: int) -> tuple[ScoreLine, ...]:
    """A turn that ends without a tile."""
    after_draws = draws >= variant.draw_limit
    reason = "pass-after-draws" if after_draws else "pass-empty-pool"
    cost = variant.pass_cost if after_draws else variant.empty_pool_cost
    return (ScoreLine(player, -cost, reason, point(variant, ROWS[reason]), {"draws": draws}),)
