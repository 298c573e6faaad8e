"""Goliath's sheet in seven languages, cited by its English headings.

It exceeds 400; its Polish text reaches them, so the bell is an option here and its default a reading.
"""

from rules.api import gettext_noop
from rules.triominos.machine import TriominosEngine
from rules.triominos.variant import Variant


class International(Variant):
    key = "goliath-international"
    name = gettext_noop("Goliath international")
    summary = gettext_noop(
        "A drawn tile decides who starts, with any tile; in a blocked deal everybody subtracts."
    )
    short = "international"
    sources = {
        "start score": "“Playing the game”",
        "placement": "“Score and bonuses”",
        "bridge": "“Score and bonuses”",
        "two or three sides": "R6",
        "hexagon": "“Score and bonuses”",
        "triple hexagon": "“Score and bonuses”",
        "drawing": "“Drawing a triomino”",
        "three drawn": "“Drawing a triomino”",
        "pool empty": "“Notes”",
        "going out": "“End of the game”",
        "blocked deal": "“Notes”",
    }

    bell_is_reading = True


engine = TriominosEngine(International())
