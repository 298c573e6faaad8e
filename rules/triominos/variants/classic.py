"""Tri-Ominos, the classic sheet (French; its paragraphs are numbered)."""

from rules.api import gettext_noop
from rules.triominos.machine import TriominosEngine
from rules.triominos.variant import Variant


class Classic(Variant):
    key = "tri-ominos-classic"
    name = gettext_noop("Tri-Ominos classic")
    summary = gettext_noop(
        "The highest trio opens; two matched sides earn 40; passing on an empty pool costs 10."
    )
    short = "classic"
    sources = {
        "start score": "§3",
        "placement": "§5",
        "bridge": "§11",
        "two or three sides": "§11",
        "hexagon": "§11",
        "triple hexagon": "§11",
        "drawing": "§6",
        "three drawn": "§7",
        "pool empty": "§7",
        "going out": "§8",
        "blocked deal": "§9",
    }

    hands = {2: 9, 3: 7, 4: 7, 5: 6, 6: 6}
    trio_start = True
    zero_may_open = True
    turn_seconds = (30, 60)
    empty_pool_cost = 10
    only_empty_pool_blocks = False
    lowest_rack_wins = True
    bell = "reach"
    two_sides = 40
    two_sides_is_reading = False


engine = TriominosEngine(Classic())
