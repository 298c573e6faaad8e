"""Dealing: full racks, who starts, and with which tile.

Knows nothing of turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.api import Message, RuleError, gettext_noop
from rules.triominos.actions import Start
from rules.triominos.state import Deal
from rules.triominos.tiles import BY_NAME, TRIOS, ZERO, as_set, members
from rules.triominos.variant import Variant


def begin(variant: Variant, players: int, start: Start) -> Deal:
    """A deal that has been dealt. Raises ``bad-hand`` or ``wrong-starter``."""
    hand = variant.hands[players]
    racks = None if start.racks is None else _hands(start.racks, players, hand)
    openers = 0
    if racks is not None and variant.trio_start:
        openers = _openers(variant, racks, start.starter)
    nothing = (0,) * players
    pool = len(BY_NAME) - players * hand
    return Deal(start.depth, (hand,) * players, pool, nothing, start.starter, racks, openers)


def _hands(racks: Mapping[int, tuple[str, ...]], players: int, hand: int) -> tuple[int, ...]:
    """The racks as sets, each full and no tile in two of them."""
    dealt = 0
    for seat in range(players):
        if len(racks.get(seat, ())) != hand:
            message = Message(gettext_noop("Every player is dealt %(hand)s tiles."), {"hand": hand})
            raise RuleError("bad-hand", message, field="racks")
        for name in racks[seat]:
            tile = BY_NAME.get(name)
            if tile is None or tile.bit & dealt:
                message = Message(
                    gettext_noop("The tile %(tile)s does not exist or is dealt twice."), {"tile": name}
                )
                raise RuleError("bad-hand", message, field="racks")
            dealt |= tile.bit
    return tuple(as_set(BY_NAME[name] for name in racks[seat]) for seat in range(players))


def _openers(variant: Variant, racks: tuple[int, ...], starter: int) -> int:
    """The tiles with which the starter may open."""
    highest = highest_of(racks)
    openers = highest & racks[starter]
    if not openers:
        tiles = " / ".join(tile.name for tile in members(highest))
        message = Message(gettext_noop("Who holds %(tile)s starts."), {"tile": tiles})
        raise RuleError("wrong-starter", message, field="starter")
    if variant.zero_may_open and next(members(openers)).is_trio:
        openers |= ZERO.bit & racks[starter]
    return openers


def highest_of(racks: Iterable[int]) -> int:
    """The tiles that start a deal where trios do: the highest trio, or all tiles of the highest sum."""
    dealt = sum(racks)
    for trio in TRIOS:
        if trio.bit & dealt:
            return trio.bit
    most = max(tile.sum for tile in members(dealt))
    return as_set(tile for tile in members(dealt) if tile.sum == most)
