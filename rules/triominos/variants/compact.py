"""Triominos Compact (French, without headings; its figures are lettered)."""

from rules.api import gettext_noop
from rules.triominos.machine import TriominosEngine
from rules.triominos.variant import Variant


class Compact(Variant):
    key = "triominos-compact"
    name = gettext_noop("Triominos Compact")
    summary = gettext_noop("Seven tiles each; the highest trio opens; the lowest rack wins a blocked deal.")
    short = "compact"
    sources = {
        "placement": "fig. a",
        "bridge": "fig. b",
        "two or three sides": "R6",
        "hexagon": "fig. c, d",
        "triple hexagon": "R8",
    }

    # The sheet does not say how many can play: two to six is our reading.
    hands = dict.fromkeys(range(2, 7), 7)
    trio_start = True
    only_empty_pool_blocks = False
    lowest_rack_wins = True
    bell = "reach"


engine = TriominosEngine(Compact())
