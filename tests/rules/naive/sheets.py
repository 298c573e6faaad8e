"""The five rule sheets as a table: what each row of the matrix says for each.

Only what differs stands here; what all five share is in the scorer. Knows no records.
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Sheet:
    """One column of the matrix."""

    hands: dict[int, int]
    """How many tiles each is dealt, by number of players."""
    trio_start: bool
    """The highest trio (or tile) starts and is laid; trios earn a start bonus."""
    zero_beside_trio: bool
    """Who holds the highest trio and 0-0-0 may open with 0-0-0."""
    empty_pool_pass: int
    """What a pass with an empty pool earns."""
    any_pass_blocks: bool
    """Every pass counts towards a block, not only those with the pool empty (R12)."""
    lowest_rack_wins_block: bool
    """A blocked deal pays the lowest rack; else everybody subtracts their own."""
    out_wins: bool
    """Who goes out, or has the lowest rack, wins the deal; else the highest score of it."""
    options: dict[str, Any]
    """What an option is worth when the record does not say."""


NINE_OR_SEVEN = {2: 9, 3: 7, 4: 7}


def _options(bell: str, two_sides: int) -> dict[str, Any]:
    return {
        "limit": 400,
        "bell": bell,
        "two_sides": two_sides,
        "blocked_tie": "each",
        "match_tie": "shared",
    }


SHEETS: dict[str, Sheet] = {
    "tri-ominos-classic": Sheet(
        hands={2: 9, 3: 7, 4: 7, 5: 6, 6: 6},
        trio_start=True,
        zero_beside_trio=True,
        empty_pool_pass=-10,
        any_pass_blocks=True,
        lowest_rack_wins_block=True,
        out_wins=True,
        options=_options("reach", 40),
    ),
    "triominos-compact": Sheet(
        hands={2: 7, 3: 7, 4: 7, 5: 7, 6: 7},
        trio_start=True,
        zero_beside_trio=False,
        empty_pool_pass=0,
        any_pass_blocks=True,
        lowest_rack_wins_block=True,
        out_wins=True,
        options=_options("reach", 0),
    ),
    "goliath-international": Sheet(
        hands=NINE_OR_SEVEN,
        trio_start=False,
        zero_beside_trio=False,
        empty_pool_pass=0,
        any_pass_blocks=False,
        lowest_rack_wins_block=False,
        out_wins=False,
        options=_options("exceed", 0),
    ),
    "goliath-nordic": Sheet(
        hands=NINE_OR_SEVEN,
        trio_start=False,
        zero_beside_trio=False,
        empty_pool_pass=0,
        any_pass_blocks=False,
        lowest_rack_wins_block=False,
        out_wins=False,
        options=_options("reach", 0),
    ),
    "piatnik-czech": Sheet(
        hands=NINE_OR_SEVEN,
        trio_start=False,
        zero_beside_trio=False,
        empty_pool_pass=0,
        any_pass_blocks=False,
        lowest_rack_wins_block=False,
        out_wins=False,
        options=_options("exceed", 0),
    ),
}

BONUS = {"bridge": 40, "hexagon": 50, "double-hexagon": 60, "triple-hexagon": 70}
"""The same in all five; what two sides earn is an option."""


def option_fits(key: str, value: Any) -> bool:
    """Whether an option may have this value."""
    if type(value) is bool:
        return False
    if key == "limit":
        return isinstance(value, int) and value >= 1
    allowed: dict[str, list[Any]] = {
        "bell": ["reach", "exceed"],
        "two_sides": [0, 40],
        "blocked_tie": ["each", "nobody"],
        "match_tie": ["shared", "extra-deal"],
    }
    return any(type(value) is type(each) and value == each for each in allowed.get(key, []))
