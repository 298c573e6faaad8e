"""A card with each name, folded so that it stands on the table and is read from both sides. Six on a page."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.api import gettext_noop
from tournaments.paper.api import Document, NothingToPrint, Sheet, given
from tournaments.paper.matter import Matter, Part
from tournaments.paper.press import template


class PlaceCards(Document):
    key = "place-cards"
    name = gettext_noop("Place cards")
    about = gettext_noop("A card to fold for each person: their name on both sides, their club and number.")
    parts = (Part.PEOPLE,)

    def sheet(self, matter: Matter) -> Sheet:
        people = given(matter.people)
        if not people:
            raise NothingToPrint(gettext_noop("Nobody is entered yet."))
        return Sheet(
            template("place_cards"),
            title=_("Place cards"),
            bare=True,
            data={
                "cards": [
                    [person.name, person.club, _("No. %(number)s") % {"number": person.number}]
                    for person in people
                ],
            },
        )


document = PlaceCards()
