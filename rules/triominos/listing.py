"""What can be done now, and what may be seen: lists for desks, bots and spectators.

Knows nothing of how an action is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from rules.api import Action
from rules.triominos import scoring
from rules.triominos.board import Cell, Placement, Touch
from rules.triominos.deal import pool_of
from rules.triominos.state import Deal, Match, Options, dump_board
from rules.triominos.tiles import ALL_TILES, BY_NAME, Corners, Tile, as_set, members
from rules.triominos.variant import Variant

MIDDLE: Cell = (0, 0)
"""Where a first tile is proposed; it may lie anywhere."""


class Offer(NamedTuple):
    """One way to lay a tile and what it would earn, the bonus included."""

    tile: Tile
    cell: Cell
    corners: Corners
    bonus: str | None
    points: int


def offers(variant: Variant, options: Options, deal: Deal, names: Sequence[str] | None = None) -> list[Offer]:
    """All placements on a drawn board, with what each would earn."""
    if deal.depth != "board" or deal.end is not None:
        return []
    tiles = playable(deal) if names is None else playable(deal) & as_set(BY_NAME[name] for name in names)
    if not deal.laid:
        return [_opening(variant, placement) for placement in _placements(deal, tiles)]
    return [_offer(variant, options, placement) for placement in _placements(deal, tiles)]


def actions(variant: Variant, players: Sequence[str], deal: Deal) -> tuple[Action, ...]:
    """All that may be done in a deal. Where the racks are known, every draw names its tile."""
    if deal.end is not None:
        return ({"do": "close"},)
    player = players[deal.turn]
    found = _placings(player, deal)
    if deal.laid and deal.draws < variant.draw_limit and deal.pool:
        found += _drawings(player, deal)
    if deal.laid and variant.may_pass(deal.draws, deal.pool):
        found.append({"player": player, "do": "pass"})
    return tuple(found)


def playable(deal: Deal) -> int:
    """The tiles that who is to play may hold: the rack where it is known, else all not laid."""
    tiles = ALL_TILES & ~deal.laid if deal.racks is None else deal.racks[deal.turn]
    return tiles & deal.openers if deal.openers and not deal.laid else tiles


def public(match: Match) -> dict[str, Any]:
    """The match as a spectator may see it: how many tiles are in a rack, never which."""
    players = match.players
    bell = match.bell
    return {
        "players": list(players),
        "options": match.options._asdict(),
        "totals": dict(zip(players, match.running, strict=True)),
        "deals": [
            {
                "end": deal.end,
                "winners": [players[seat] for seat in deal.winners],
                "scores": dict(zip(players, deal.scores, strict=True)),
            }
            for deal in match.deals
        ],
        "bell": bell
        and {
            "deal": bell.deal,
            "action": bell.action,
            "player": None if bell.seat is None else players[bell.seat],
        },
        "deal": match.deal and _public_deal(players, match.deal),
    }


# -- in detail -----------------------------------------------------------------------------------


def _placements(deal: Deal, tiles: int) -> list[Placement]:
    if deal.laid:
        return deal.board.placements(tiles)
    return [Placement(tile, MIDDLE, tile.numbers, Touch(0, 0, 0)) for tile in members(tiles)]


def _offer(variant: Variant, options: Options, placement: Placement) -> Offer:
    tile, cell, corners, touch = placement
    bonus = scoring.bonus_for(touch, options.two_sides)
    points = tile.sum + scoring.bonus_points(variant, bonus, options.two_sides)
    return Offer(tile, cell, corners, bonus, points)


def _opening(variant: Variant, placement: Placement) -> Offer:
    points = sum(line.points for line in scoring.opening(variant, "", placement.tile))
    return Offer(placement.tile, placement.cell, placement.corners, None, points)


def _placings(player: str, deal: Deal) -> list[Action]:
    tiles = playable(deal)
    if deal.depth == "sheet":
        return [{"player": player, "do": "place", "tile": tile.name} for tile in members(tiles)]
    return [
        {"player": player, "do": "place", "cell": list(each.cell), "corners": list(each.corners)}
        for each in _placements(deal, tiles)
    ]


def _drawings(player: str, deal: Deal) -> Iterable[Action]:
    if deal.racks is None:
        return [{"player": player, "do": "draw"}]
    return [{"player": player, "do": "draw", "tile": tile.name} for tile in members(pool_of(deal))]


def _public_deal(players: Sequence[str], deal: Deal) -> dict[str, Any]:
    return {
        "depth": deal.depth,
        "scores": dict(zip(players, deal.scores, strict=True)),
        "counts": dict(zip(players, deal.counts, strict=True)),
        "pool": deal.pool,
        "turn": players[deal.turn],
        "draws": deal.draws,
        "actions": deal.actions,
        "board": dump_board(deal.board),
        "laid": [tile.name for tile in members(deal.laid)],
        "end": deal.end,
    }
