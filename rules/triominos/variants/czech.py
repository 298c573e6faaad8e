"""Piatnik's Czech sheet, cited by its own headings."""

from rules.api import gettext_noop
from rules.triominos.machine import TriominosEngine
from rules.triominos.variant import Variant


class Czech(Variant):
    key = "piatnik-czech"
    name = gettext_noop("Piatnik Czech")
    summary = gettext_noop("As the international sheet; among equal drawn tiles only the tied draw again.")
    short = "czech"
    sources = {
        "start score": "“Průběh hry”",
        "placement": "“Body a bonusové body”",
        "bridge": "“Body a bonusové body”",
        "two or three sides": "R6",
        "hexagon": "“Body a bonusové body”",
        "triple hexagon": "“Body a bonusové body”",
        "drawing": "“Dobírání kamene”",
        "three drawn": "“Dobírání kamene”",
        "pool empty": "“Poznámky”",
        "going out": "“Konec hry”",
        "blocked deal": "“Poznámky”",
    }

    only_tied_draw_again = True


engine = TriominosEngine(Czech())
