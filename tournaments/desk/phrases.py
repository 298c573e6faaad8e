"""What the page says by itself while it cannot ask: every sentence that the scripts of the desk need.

``%s`` is filled in by the script, names as text and never as markup.
"""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.desk.words import bonus_name


def phrases() -> dict[str, object]:
    return {
        "sent": _("All sent"),
        "unsent": _forms(lambda n: ngettext("%s not sent yet", "%s not sent yet", n)),
        "sending": _("Sending …"),
        "held": _forms(lambda n: ngettext("%s refused, please look", "%s refused, please look", n)),
        "offline": _("offline, points are provisional"),
        "kept": _("Offline. What you enter is kept on this phone."),
        "here": _("Worked out on this phone, provisional until it is sent."),
        "opens": _("%s opens"),
        "plays": _("%s to play"),
        "opening": _("opens"),
        "playing": _("to play"),
        "drawn": _("to play, %s drawn already"),
        "deal": _("Deal %s"),
        "end": _("End of deal %s"),
        "pool": _("%s in the pool"),
        "out": _("%s went out"),
        "blocked": _("Blocked"),
        "others": _("What is left in the other racks?"),
        "everybody": _("Nobody can play. What is left in each rack?"),
        "rack": _forms(lambda n: ngettext("sum of %s tile", "sum of %s tiles", n)),
        "sofar": _("%s so far"),
        "togo": _("%s to go"),
        "over": _("over the limit"),
        "winner": _("winner"),
        "rang": _("The bell rings: this is the last deal."),
        "goesOut": _("%s goes out. Then count the other racks."),
        "nobody": _("Nobody can play: the deal is blocked. Then count the racks."),
        "won": _("The match is over. It is won by %s."),
        "behind": _("Entered after one that was refused."),
        "shut": _("The server did not take it (%s)."),
        "again": _("Send it again on what is there now"),
        "anyway": _("Enter it all the same"),
        "retry": _("Send it"),
        "starts": _("%s starts"),
        "passed": _("passed"),
        "draws": _("%s drawn"),
        "racks": _("racks"),
        "codes": _codes(),
        "bonuses": {name: bonus_name(name) for name in BONUS_NAMES},
    }


BONUS_NAMES = ("bridge", "two-sides", "hexagon", "double-hexagon", "triple-hexagon")


def _codes() -> dict[str, str]:
    """Why not, where the phone itself has to say so."""
    return {
        "empty": _("Tap the tile’s three numbers, or pass."),
        "both": _("Either a tile or a pass, not both."),
        "no-such-tile": _("There is no such tile among the 56."),
        "tile-already-laid": _("This tile has already been laid."),
        "unknown-bonus": _("This bonus earns nothing here."),
        "draw-limit": _("No more tiles may be drawn in this turn."),
        "pool-empty": _("The pool is empty."),
        "must-draw": _("Draw before you pass: there are tiles in the pool."),
        "racks-missing": _("Enter what each rack adds up to."),
        "racks-do-not-add-up": _("These racks cannot be: look at the tiles and sums again."),
        "points-missing": _("Enter everybody’s points."),
        "": _("This cannot be entered here."),
    }


def _forms(counted: Callable[[int], str]) -> dict[str, str]:
    """For each kind of number that browsers tell apart (Intl.PluralRules), how our languages count such a one."""
    return {kind: counted(number) for kind, number in KINDS.items()}


KINDS = {"zero": 0, "one": 1, "two": 2, "few": 3, "many": 5, "other": 5}
"""An example of each; where a language has no such kind, its browser never asks for it."""
