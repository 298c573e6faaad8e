"""What a rule sheet decides: each row of the matrix as a value or a short method.

``Variant`` is the standard: what most sheets say. A sheet's own file states only what it changes.
Knows nothing of states, actions or boards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from rules.api import Option, gettext_noop

BONUSES = {"bridge": 40, "hexagon": 50, "double-hexagon": 60, "triple-hexagon": 70}
"""Two sides are not among them: what they earn is an option."""

End = Literal["out", "blocked", "totals"]


class Variant:
    """One rule sheet. Players are seats here, numbered from 0."""

    key: str
    version = "1"
    name: str
    summary: str
    short: str
    """How a score line cites the sheet."""
    sources: Mapping[str, str] = {}
    """For each row of the matrix the place in the sheet that says it."""

    # -- the deal ----------------------------------------------------------------------------------

    hands: Mapping[int, int] = {2: 9, 3: 7, 4: 7}
    """Tiles dealt to each, by the number of players."""
    trio_start = False
    """The highest trio starts and is laid; otherwise a drawing of tiles decides and any tile is laid."""
    zero_may_open = False
    """Who holds the highest trio and 0-0-0 may open with 0-0-0."""
    only_tied_draw_again = False
    """Of those who draw for the start only the equal highest draw again; otherwise everybody does."""
    trio_bonus = 10
    zero_bonus = 30
    turn_seconds: tuple[int, ...] = ()
    """The limits that the sheet proposes for a habitually slow player."""

    # -- the turn ----------------------------------------------------------------------------------

    bonuses: Mapping[str, int] = BONUSES
    draw_limit = 3
    draw_cost = 5
    pass_cost = 10
    """For passing after the last draw that the turn allows."""
    empty_pool_cost = 0
    """For passing because there is nothing to draw."""

    # -- the ends ----------------------------------------------------------------------------------

    going_out = 25
    only_empty_pool_blocks = True
    lowest_rack_wins = False
    """A blocked deal goes to the lowest rack; otherwise everybody subtracts the own rack."""

    # -- defaults of the options -------------------------------------------------------------------

    limit = 400
    bell: Literal["reach", "exceed"] = "exceed"
    bell_is_reading = False
    two_sides: Literal[0, 40] = 0
    two_sides_is_reading = True

    @property
    def options(self) -> tuple[Option, ...]:
        return (
            Option("limit", "number", self.limit, LABELS["limit"], HELP["limit"], minimum=1, maximum=10**18),
            Option(
                "bell", "choice", self.bell, LABELS["bell"], HELP["bell"], BELLS, reading=self.bell_is_reading
            ),
            Option(
                "two_sides",
                "choice",
                self.two_sides,
                LABELS["two_sides"],
                HELP["two_sides"],
                TWO_SIDES,
                reading=self.two_sides_is_reading,
            ),
            Option(
                "blocked_tie",
                "choice",
                "each",
                LABELS["blocked_tie"],
                HELP["blocked_tie"],
                BLOCKED_TIES,
                reading=True,
            ),
            Option(
                "match_tie",
                "choice",
                "shared",
                LABELS["match_tie"],
                HELP["match_tie"],
                MATCH_TIES,
                reading=True,
            ),
        )

    # -- rows that are more than a value -------------------------------------------------------------

    def may_pass(self, draws: int, pool: int) -> bool:
        return draws >= self.draw_limit or pool == 0

    def counts_towards_block(self, pool: int) -> bool:
        """Whether a pass made with so many tiles in the pool is one of those that block the deal."""
        return pool == 0 or not self.only_empty_pool_blocks

    def is_blocked(self, passes: int, players: int) -> bool:
        """Whether so many counting passes in a row end the deal."""
        return passes >= players

    def deal_winners(
        self, end: End, out: int | None, racks: Sequence[int], scores: Sequence[int]
    ) -> tuple[int, ...]:
        """Who wins a deal, given what was left in each rack and what each scored in it."""
        if end == "totals" or not self.lowest_rack_wins:
            return _holders(scores, max(scores))
        return (out,) if out is not None else _holders(racks, min(racks))

    def match_winners(self, totals: Sequence[int], last_deal: Sequence[int], limit: int) -> tuple[int, ...]:
        """Who wins once the deal in which the bell rang is over; ``last_deal`` won that one."""
        return _holders(totals, max(totals))

    def source(self, row: str) -> str:
        """Where the sheet says it, as it is cited."""
        place = self.sources.get(row, "")
        return f"{self.short} {place}" if place else self.short


def _holders(values: Sequence[int], wanted: int) -> tuple[int, ...]:
    return tuple(seat for seat, value in enumerate(values) if value == wanted)


LABELS = {
    "limit": gettext_noop("Points that ring the bell"),
    "bell": gettext_noop("The bell rings when a total"),
    "two_sides": gettext_noop("Two or three sides matched without a hexagon"),
    "blocked_tie": gettext_noop("Tie for the lowest rack in a blocked deal"),
    "match_tie": gettext_noop("Equal totals at the end of a match"),
}
HELP = {
    "limit": gettext_noop("The deal in which a total gets there is the last one."),
    "bell": gettext_noop("It rings once, in the middle of a deal too, and stays rung."),
    "two_sides": gettext_noop(
        "One side matched, with the opposite corner touching, is a bridge and always earns 40."
    ),
    "blocked_tie": gettext_noop("Only where the lowest rack wins a blocked deal."),
    "match_tie": gettext_noop("The published rules do not say."),
}
BELLS = (("reach", gettext_noop("reaches the limit")), ("exceed", gettext_noop("exceeds the limit")))
TWO_SIDES = ((0, gettext_noop("no bonus")), (40, gettext_noop("40 points")))
BLOCKED_TIES = (
    ("each", gettext_noop("each wins against those who are not tied")),
    ("nobody", gettext_noop("the block scores nothing")),
)
MATCH_TIES = (
    ("shared", gettext_noop("a shared win")),
    ("extra-deal", gettext_noop("one more deal until it is decided")),
)
