"""The crosstable: for everybody in every round what they made of it, and whom they met."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from rules.api import gettext_noop
from tournaments.paper.api import Document, NothingToPrint, Sheet, given
from tournaments.paper.matter import Matter, Part, Played
from tournaments.paper.press import template

UPRIGHT, ABREAST = 5, 9
"""Rounds beside one another, on upright paper and on paper lengthwise; the others follow on further pages."""


class CrosstableOnPaper(Document):
    key = "crosstable"
    name = gettext_noop("Crosstable")
    about = gettext_noop("For everybody and every round: place, points, and whom they met.")
    parts = (Part.CROSSTABLE,)

    def sheet(self, matter: Matter) -> Sheet:
        table = given(matter.crosstable)
        if not table.rounds:
            raise NothingToPrint(gettext_noop("Nothing has been played yet."))
        starts = range(0, len(table.rounds), ABREAST)
        return Sheet(
            template("crosstable"),
            title=_("Crosstable"),
            subtitle=table.when,
            link=matter.occasion.link,
            landscape=len(table.rounds) > UPRIGHT,
            data={
                "number": _("No."),
                "name": _("Name"),
                "goes_by": table.goes_by,
                "rounds": [_("Round %(number)s") % {"number": number} for number in table.rounds],
                "parts": [[start, min(start + ABREAST, len(table.rounds))] for start in starts],
                "how": _(
                    "In each round: the place at the table, the points, and below them the numbers of those met there."
                ),
                "rows": [[row.name, row.worth, [_cell(each) for each in row.rounds]] for row in table.rows],
            },
        )


def _cell(played: Played) -> dict[str, Any]:
    return {
        "place": played.place,
        "points": played.points,
        "against": " ".join(str(each) for each in played.against),
        "word": played.word,
    }


document = CrosstableOnPaper()
