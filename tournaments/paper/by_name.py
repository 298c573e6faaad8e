"""The list for the wall: everybody by name, and at which table they sit."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.api import gettext_noop
from tournaments.paper.api import Document, NothingToPrint, Sheet, given
from tournaments.paper.matter import Matter, Part
from tournaments.paper.press import template

ONE_COLUMN = 24
"""So many have a line of the whole width, in the largest letters."""
LARGE = 150
"""More than these are set smaller, so that fewer pages hang on the wall."""


class PairingsByName(Document):
    key = "pairings-by-name"
    name = gettext_noop("Pairings by name")
    about = gettext_noop("For the wall: everybody by name, with their table.")
    parts = (Part.SEATING,)

    def sheet(self, matter: Matter) -> Sheet:
        seating = given(matter.seating)
        if not seating.by_name:
            raise NothingToPrint(gettext_noop("Nobody plays in this round."))
        people = len(seating.by_name)
        return Sheet(
            template("by_name"),
            title=_("Round %(number)s") % {"number": seating.round},
            subtitle=_("Where do I sit? By name."),
            link=seating.link,
            note=seating.published,
            draft=seating.draft,
            data={
                "columns": 1 if people <= ONE_COLUMN else 2,
                "size": 19 if people <= ONE_COLUMN else 15 if people <= LARGE else 13,
                "name": _("Name"),
                "table": _("Table"),
                "out": _("sits out"),
                "rows": [[seat.name, seat.table, seat.label] for seat in seating.by_name],
            },
        )


document = PairingsByName()
