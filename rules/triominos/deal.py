"""Playing a deal: what may be done in a turn, and what it leads to.

Each function checks in the order in which a record promises to. A deal is written out field by
field where a replay spends its time. Knows nothing of totals, of the bell, or of how a deal is
begun and closed.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.api import Message, RuleError, ScoreLine, gettext_noop
from rules.triominos import scoring
from rules.triominos.actions import Draw, Lay, Move, Note, Pass, bad
from rules.triominos.board import Board
from rules.triominos.state import Deal, Options
from rules.triominos.tiles import (
    ALL_TILES,
    BY_NAME,
    Tile,
    mirrored_tile,
    no_such_tile,
    tile_named,
    tile_of,
)
from rules.triominos.variant import Variant


class Played(NamedTuple):
    deal: Deal
    lines: tuple[ScoreLine, ...]


# -- a turn --------------------------------------------------------------------------------------


def play(variant: Variant, options: Options, players: tuple[str, ...], deal: Deal, move: Move) -> Played:
    """One action in a deal under way."""
    if deal.end is not None:
        raise RuleError("deal-over", Message(gettext_noop("This deal is over.")))
    seat = move.seat
    if seat != deal.turn:
        raise _not_your_turn(players[deal.turn])
    if not isinstance(move, (Draw, Pass)):
        return _place(variant, options, players[seat], deal, move)
    if not deal.laid:
        raise RuleError("must-open", Message(gettext_noop("The starter lays the first tile.")))
    if isinstance(move, Draw):
        return _draw(variant, players[seat], deal, move)
    return _pass(variant, players[seat], deal)


def _place(variant: Variant, options: Options, player: str, deal: Deal, move: Lay | Note) -> Played:
    if (deal.depth == "board") is not isinstance(move, Lay):
        raise bad("do", gettext_noop("A deal is followed on the board or on the sheet, not on both."))
    tile = tile_of(move.corners) if isinstance(move, Lay) else _tile_noted(move.tile)
    _check_tile(deal, tile)
    if isinstance(move, Lay):
        return _lay(variant, options, player, deal, tile, move)
    return _note(variant, options, player, deal, tile, move.bonus)


def _lay(variant: Variant, options: Options, player: str, deal: Deal, tile: Tile, move: Lay) -> Played:
    board, touch = deal.board.lay(move.cell, move.corners)
    if not deal.laid:
        return _after_tile(deal, tile, board, scoring.opening(variant, player, tile))
    bonus = scoring.bonus_for(touch, options.two_sides)
    details = None if bonus is None else scoring.seen(deal.board, move.cell, bonus, touch)
    lines = scoring.placement(variant, player, tile, bonus, options.two_sides, details)
    return _after_tile(deal, tile, board, lines)


def _note(
    variant: Variant, options: Options, player: str, deal: Deal, tile: Tile, bonus: str | None
) -> Played:
    if bonus is not None and not (deal.laid and scoring.is_earned(variant, bonus, options.two_sides)):
        message = Message(gettext_noop("“%(bonus)s” earns nothing here."), {"bonus": bonus})
        raise RuleError("unknown-bonus", message, field="bonus")
    if not deal.laid:
        return _after_tile(deal, tile, deal.board, scoring.opening(variant, player, tile))
    lines = scoring.placement(variant, player, tile, bonus, options.two_sides)
    return _after_tile(deal, tile, deal.board, lines)


def _draw(variant: Variant, player: str, deal: Deal, move: Draw) -> Played:
    if deal.draws >= variant.draw_limit:
        message = gettext_noop("No more than %(limit)s tiles are drawn in a turn.")
        raise RuleError("draw-limit", Message(message, {"limit": variant.draw_limit}))
    if deal.pool == 0:
        raise RuleError("pool-empty", Message(gettext_noop("The pool is empty.")))
    bit = _drawn(deal, move.tile)
    lines = scoring.draw(variant, player, deal.draws + 1)
    seat = deal.turn
    after = Deal(
        deal.depth,
        _plus(deal.counts, seat, 1),
        deal.pool - 1,
        _plus(deal.scores, seat, -variant.draw_cost),
        seat,
        None if deal.racks is None else _plus(deal.racks, seat, bit),
        deal.openers,
        deal.board,
        deal.laid,
        deal.draws + 1,
        deal.passes,
        deal.actions + 1,
    )
    return Played(after, lines)


def _pass(variant: Variant, player: str, deal: Deal) -> Played:
    if not variant.may_pass(deal.draws, deal.pool):
        raise RuleError(
            "must-draw", Message(gettext_noop("Draw before you pass: there are tiles in the pool."))
        )
    lines = scoring.passing(variant, player, deal.draws)
    players = len(deal.counts)
    passes = deal.passes + 1 if variant.counts_towards_block(deal.pool) else 0
    after = deal._replace(
        scores=_plus(deal.scores, deal.turn, lines[0].points),
        turn=(deal.turn + 1) % players,
        draws=0,
        passes=passes,
        actions=deal.actions + 1,
        end="blocked" if variant.is_blocked(passes, players) else None,
    )
    return Played(after, lines)


# -- in detail -----------------------------------------------------------------------------------


def _tile_noted(name: str) -> Tile:
    """A tile written on a sheet: its numbers must stand in ascending order."""
    tile = BY_NAME.get(name)
    if tile is not None:
        return tile
    if "-".join(sorted(name.split("-"))) in BY_NAME:
        raise mirrored_tile(name)
    raise no_such_tile(name)


def _check_tile(deal: Deal, tile: Tile) -> None:
    """Whether this tile can be laid by who is to play, wherever it goes."""
    if tile.bit & deal.laid:
        raise _about(tile, "tile-already-laid", gettext_noop("%(tile)s has already been laid."))
    if deal.racks is not None and not tile.bit & deal.racks[deal.turn]:
        raise _about(tile, "not-in-rack", gettext_noop("%(tile)s is not in this rack."))
    if not deal.laid and deal.openers and not tile.bit & deal.openers:
        raise _about(tile, "wrong-opening-tile", gettext_noop("The deal cannot be opened with %(tile)s."))


def _drawn(deal: Deal, name: str | None) -> int:
    """The tile taken from the pool, as a set; empty where nobody wrote down which."""
    if name is None:
        if deal.racks is not None:
            raise bad("tile", gettext_noop("With the racks written down, a draw names its tile."))
        return 0
    tile = tile_named(name)
    if deal.racks is not None and not tile.bit & pool_of(deal):
        raise _about(tile, "not-in-pool", gettext_noop("%(tile)s is not in the pool."))
    return tile.bit


def pool_of(deal: Deal) -> int:
    """The tiles still in the pool, of a deal whose racks are known."""
    return ALL_TILES & ~deal.laid & ~sum(deal.racks or ())


def _after_tile(deal: Deal, tile: Tile, board: Board, lines: tuple[ScoreLine, ...]) -> Played:
    """A tile has left the rack: its player goes out, or the turn goes on."""
    seat, counts = deal.turn, _plus(deal.counts, deal.turn, -1)
    out = counts[seat] == 0
    after = Deal(
        deal.depth,
        counts,
        deal.pool,
        _plus(deal.scores, seat, sum([line.points for line in lines])),
        seat if out else (seat + 1) % len(counts),
        None if deal.racks is None else _plus(deal.racks, seat, -tile.bit),
        deal.openers,
        board,
        deal.laid | tile.bit,
        0,
        0,
        deal.actions + 1,
        "out" if out else None,
    )
    return Played(after, lines)


def _plus(values: tuple[int, ...], seat: int, change: int) -> tuple[int, ...]:
    changed = list(values)
    changed[seat] += change
    return tuple(changed)


def _about(tile: Tile, code: str, text: str) -> RuleError:
    return RuleError(code, Message(text, {"tile": tile.name}))


def _not_your_turn(player: str) -> RuleError:
    return RuleError("not-your-turn", Message(gettext_noop("It is %(player)s’s turn."), {"player": player}))
