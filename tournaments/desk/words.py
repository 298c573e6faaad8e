"""Names and sentences of the desk that depend on what the rules said."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.errors import Refused
from tournaments.desk.game import Game

NAMES: dict[str, str | Promise] = {
    "": "",
    "bridge": gettext_lazy("bridge"),
    "two-sides": gettext_lazy("two sides"),
    "hexagon": gettext_lazy("hexagon"),
    "double-hexagon": gettext_lazy("double hexagon"),
    "triple-hexagon": gettext_lazy("triple hexagon"),
}

SHORT: dict[str, str | Promise] = {
    "": pgettext_lazy("no bonus", "none"),
    "bridge": gettext_lazy("bridge"),
    "two-sides": gettext_lazy("2 sides"),
    "hexagon": gettext_lazy("hexagon"),
    "double-hexagon": pgettext_lazy("bonus", "double"),
    "triple-hexagon": gettext_lazy("triple"),
}
"""Under the pictures there is room for one short word."""

PLACES = {
    "tile-already-laid": "tile",
    "no-such-tile": "tile",
    "mirrored-tile": "tile",
    "not-in-rack": "tile",
    "wrong-opening-tile": "tile",
    "must-open": "tile",
    "unknown-bonus": "bonus",
    "cell-occupied": "place",
    "detached": "place",
    "corner-mismatch": "place",
    "draw-limit": "draws",
    "pool-empty": "draws",
    "must-draw": "passes",
    "racks-do-not-add-up": "left",
    "wrong-starter": "starter",
}
"""Where on the page a refusal belongs; anything else stands above it all."""


def bonus_name(bonus: str) -> str:
    return str(NAMES.get(bonus, bonus))


def place_of(refusal: Refused) -> str:
    return PLACES.get(refusal.code, "")


def sentence_of(refusal: Refused, game: Game) -> str:
    """The refusal as a judge reads it: the rules know seats, people have names."""
    if refusal.code == "not-your-turn":
        return _("It is %s’s turn.") % game.names[game.player]
    return refusal.message
