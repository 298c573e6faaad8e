"""Goliath's sheet in Danish, Swedish, Norwegian and Finnish, cited by its Danish headings."""

from rules.api import gettext_noop
from rules.triominos.machine import TriominosEngine
from rules.triominos.variant import Variant


class Nordic(Variant):
    key = "goliath-nordic"
    name = gettext_noop("Goliath Nordic")
    summary = gettext_noop("As the international sheet, but the bell rings when somebody reaches 400.")
    short = "nordic"
    sources = {
        "start score": "“Start spil!”",
        "placement": "“Tæl point efter hver udlagt brik!”",
        "bridge": "“Vind bonuspoint!”",
        "two or three sides": "R6",
        "hexagon": "“Vind bonuspoint!”",
        "triple hexagon": "“Vind bonuspoint!”",
        "drawing": "“Spillet fortsætter”",
        "three drawn": "“Spillet fortsætter”",
        "pool empty": "“Spillet fortsætter”",
        "going out": "“Spillet er færdigt”",
        "blocked deal": "“Spillet er færdigt”",
    }

    bell = "reach"


engine = TriominosEngine(Nordic())
