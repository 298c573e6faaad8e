"""How a deal ends: what the racks held, what that scores, who won.

Knows nothing of how the deal was played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.api import Message, RuleError, ScoreLine, gettext_noop
from rules.triominos.actions import Left
from rules.triominos.scoring import point
from rules.triominos.state import Deal, Options
from rules.triominos.tiles import ALL_TILES, BY_NAME, members, sum_of
from rules.triominos.variant import Variant

BLOCKED = "blocked deal"
GOING_OUT = "going out"


def rack_sums(deal: Deal, left: Mapping[int, Left] | None) -> tuple[int, ...]:
    """What each rack held at the end. Raises ``racks-do-not-add-up``."""
    left = left or {}
    if deal.racks is not None:
        return _agreeing(deal.racks, left)
    free = ALL_TILES & ~deal.laid
    for held in left.values():
        if isinstance(held, tuple):
            free = _without(free, held)
    return tuple(_sum(_held(deal, left, seat), count) for seat, count in enumerate(deal.counts))


def lines(
    variant: Variant, options: Options, players: Sequence[str], deal: Deal, racks: Sequence[int]
) -> tuple[ScoreLine, ...]:
    """What the end of the deal scores, in seat order."""
    if deal.out is not None:
        return _going_out(variant, players[deal.out], sum(racks))
    if variant.lowest_rack_wins:
        return _lowest_rack(variant, options, players, racks)
    return tuple(
        _own_rack(variant, player, held) for player, held in zip(players, racks, strict=True) if held
    )


# -- scoring -------------------------------------------------------------------------------------


def _going_out(variant: Variant, player: str, others: int) -> tuple[ScoreLine, ...]:
    where = point(variant, GOING_OUT)
    return (
        ScoreLine(player, variant.going_out, "going-out", where),
        ScoreLine(player, others, "racks", where),
    )


def _lowest_rack(
    variant: Variant, options: Options, players: Sequence[str], racks: Sequence[int]
) -> tuple[ScoreLine, ...]:
    """Each of the lowest takes the racks of those who are not tied with it, and subtracts the own."""
    lowest = min(racks)
    tied = [player for player, held in zip(players, racks, strict=True) if held == lowest]
    if len(tied) > 1 and options.blocked_tie == "nobody":
        return ()
    others = sum(held for held in racks if held != lowest)
    found: list[ScoreLine] = []
    for player in tied:
        if len(tied) < len(players):
            found.append(ScoreLine(player, others, "racks", point(variant, BLOCKED)))
        found.append(_own_rack(variant, player, lowest))
    return tuple(found)


def _own_rack(variant: Variant, player: str, held: int) -> ScoreLine:
    return ScoreLine(player, -held, "own-rack", point(variant, BLOCKED))


# -- what the racks held -------------------------------------------------------------------------


def _agreeing(racks: Sequence[int], left: Mapping[int, Left]) -> tuple[int, ...]:
    """The sums of racks that are known, if what was counted agrees."""
    for seat, held in left.items():
        if isinstance(held, int):
            agrees = held == sum_of(racks[seat])
        else:
            agrees = sorted(held) == [tile.name for tile in members(racks[seat])]
        if not agrees:
            raise _odd(gettext_noop("The tiles counted are not those that the racks must hold."))
    return tuple(sum_of(rack) for rack in racks)


def _without(free: int, held: tuple[str, ...]) -> int:
    """The tiles not accounted for yet, less these."""
    for name in held:
        tile = BY_NAME.get(name)
        if tile is None or not tile.bit & free:
            raise _odd(gettext_noop("A tile counted does not exist, lies on the board or is counted twice."))
        free ^= tile.bit
    return free


def _held(deal: Deal, left: Mapping[int, Left], seat: int) -> Left:
    """What was counted for a seat; who went out need not be named."""
    if seat not in left and seat != deal.out:
        raise _odd(gettext_noop("What is left in every other rack is needed to close the deal."))
    return left.get(seat, 0)


def _sum(held: Left, count: int) -> int:
    """The sum of one rack of so many tiles. One given as a sum is believed: only counts are followed."""
    if isinstance(held, tuple):
        if len(held) != count:
            raise _odd(
                gettext_noop("A rack does not hold as many tiles as were dealt and drawn but not laid.")
            )
        return sum(BY_NAME[name].sum for name in held)
    if held < 0 or (held and not count):
        raise _odd(gettext_noop("No rack of that many tiles adds up to that."))
    return held


def _odd(text: str) -> RuleError:
    return RuleError("racks-do-not-add-up", Message(text), field="left")
