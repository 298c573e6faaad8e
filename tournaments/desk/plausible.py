"""Doubts about numbers that only people know: never a wall, always a second look.

What the 56 tiles and the variant make impossible or rare. Pure: knows no match, no page and no database.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from rules.api import Message, gettext_noop
from rules.triominos.explain import signed
from rules.triominos.tiles import ALL_TILES, TILES, members
from rules.triominos.variant import Variant

ALL_TILES_SUM = sum(tile.sum for tile in TILES)
"""420."""
MOST_LIKELY = 320
"""In simulated deals of two to four nobody came to more."""
LEAST_LIKELY = -60
"""In simulated deals of two to four nobody fell below."""
FALL_AFTER_BELL = 100
"""How far a total can fall in what is left of a deal once the bell has rung."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal's points as they were typed, and what they would lead to."""

    points: Mapping[str, int]
    totals: Mapping[str, int]
    limit: int
    bell: bool = False


def deal_doubts(variant: Variant, deal: Deal) -> list[Message]:
    """What is odd about the points of a whole deal."""
    return [
        *_too_many(deal.points),
        *_too_few(deal.points),
        *_more_than_the_tiles(variant, deal.points),
        *_nobody_went_out(variant, deal.points),
        *bell_doubts(deal),
    ]


def bell_doubts(deal: Deal) -> list[Message]:
    """What is odd about a bell by itself, whatever is played."""
    best = max(deal.totals.values())
    if not deal.bell or best >= deal.limit - FALL_AFTER_BELL:
        return []
    return [Message(NO_BELL, {"best": best, "limit": deal.limit})]


def rack_doubts(counts: Sequence[int], laid: int, pool: int, sums: Sequence[int | None]) -> list[Message]:
    """What is odd about what was counted in the racks. Sums that are not known are left out."""
    free = sorted(tile.sum for tile in members(ALL_TILES & ~laid))
    found = [
        Message(NO_SUCH_RACK, {"count": count, "sum": total, "least": least, "most": most})
        for count, total in zip(counts, sums, strict=True)
        if total is not None
        for least, most in [(sum(free[:count]), sum(free[len(free) - count :]))]
        if not least <= total <= most
    ]
    known = [total for total in sums if total is not None]
    if found or len(known) < len(sums):
        return found
    return [*_all_racks(sum(free), pool, free, sum(known))]


# -- in detail -----------------------------------------------------------------------------------


def _too_many(points: Mapping[str, int]) -> list[Message]:
    return [
        Message(TOO_MANY, {"player": player, "points": each})
        for player, each in points.items()
        if each > MOST_LIKELY
    ]


def _too_few(points: Mapping[str, int]) -> list[Message]:
    return [
        Message(TOO_FEW, {"player": player, "points": signed(each)})
        for player, each in points.items()
        if each < LEAST_LIKELY
    ]


def _more_than_the_tiles(variant: Variant, points: Mapping[str, int]) -> list[Message]:
    """The tiles count once each, laid or left in a rack; beyond that there are only bonuses."""
    opening = max(variant.trio_bonus, variant.zero_bonus)
    without_bonus = ALL_TILES_SUM + opening + variant.going_out
    more = sum(points.values()) - without_bonus
    if more <= 0:
        return []
    bonuses = ceil(more / max(variant.bonuses.values()))
    return [
        Message(MORE_THAN_TILES, {"sum": sum(points.values()), "tiles": ALL_TILES_SUM, "bonuses": bonuses})
    ]


def _nobody_went_out(variant: Variant, points: Mapping[str, int]) -> list[Message]:
    if max(points.values()) >= variant.going_out:
        return []
    return [Message(NOBODY_OUT, {"points": variant.going_out})]


def _all_racks(left: int, pool: int, free: Sequence[int], racks: int) -> list[Message]:
    """Tiles that are neither laid nor in the pool are in the racks."""
    least, most = left - sum(free[len(free) - pool :] if pool else []), left - sum(free[:pool])
    if least <= racks <= most:
        return []
    if not pool:
        return [Message(RACKS_EMPTY_POOL, {"sum": racks, "left": left})]
    return [Message(RACKS_TOGETHER, {"sum": racks, "least": least, "most": most})]


TOO_MANY = gettext_noop("%(player)s: %(points)s points in one deal are very many.")
TOO_FEW = gettext_noop("%(player)s: %(points)s points in one deal are very few.")
MORE_THAN_TILES = gettext_noop(
    "Together %(sum)s points: all 56 tiles come to %(tiles)s, so at least %(bonuses)s bonuses were earned."
)
NOBODY_OUT = gettext_noop("Nobody got %(points)s points, which going out alone earns. Was the deal blocked?")
NO_BELL = gettext_noop("The bell rang, yet the highest total is %(best)s of %(limit)s.")
NO_SUCH_RACK = gettext_noop(
    "%(count)s tiles cannot add up to %(sum)s: those not laid give %(least)s to %(most)s."
)
RACKS_EMPTY_POOL = gettext_noop(
    "The racks hold %(sum)s together. The pool is empty, so all that was not laid is in them: %(left)s."
)
RACKS_TOGETHER = gettext_noop(
    "The racks hold %(sum)s together. What was not laid leaves %(least)s to %(most)s for them."
)
