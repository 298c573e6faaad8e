"""The list for the tables and the judges: who plays where, in seat order."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.api import gettext_noop
from tournaments.paper.api import Document, NothingToPrint, Sheet, given
from tournaments.paper.matter import Matter, Part
from tournaments.paper.press import template

TWO_COLUMNS = 10
"""So many tables have two columns of large letters."""


class PairingsByTable(Document):
    key = "pairings-by-table"
    name = gettext_noop("Pairings by table")
    about = gettext_noop("Table by table who plays there, in the order of the seats.")
    parts = (Part.SEATING,)

    def sheet(self, matter: Matter) -> Sheet:
        seating = given(matter.seating)
        if not seating.tables:
            raise NothingToPrint(gettext_noop("Nobody plays in this round."))
        few = len(seating.tables) <= TWO_COLUMNS
        return Sheet(
            template("by_table"),
            title=_("Round %(number)s") % {"number": seating.round},
            subtitle=_("Who plays here? By table."),
            link=seating.link,
            note=seating.published,
            draft=seating.draft,
            data={
                "columns": 2 if few else 3,
                "size": 14 if few else 12,
                "out_title": _("Sit out this round"),
                "table": _("Table"),
                "tables": [
                    {"number": each.number, "label": each.label, "names": list(each.names)}
                    for each in seating.tables
                ],
                "out": list(seating.out),
            },
        )


document = PairingsByTable()
