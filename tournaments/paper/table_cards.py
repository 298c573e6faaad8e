"""A card for each table: its number across the room, and the code with which its judge comes in. Two on a page."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.api import gettext_noop
from tournaments.paper.api import Document, NothingToPrint, Sheet, given
from tournaments.paper.matter import Matter, Part
from tournaments.paper.press import template
from tournaments.qr import on_paper


class TableCards(Document):
    key = "table-cards"
    name = gettext_noop("Table cards")
    about = gettext_noop("One for each table: its number, and the code with which its judge scores there.")
    parts = (Part.CARDS,)

    def sheet(self, matter: Matter) -> Sheet:
        cards = given(matter.cards)
        if not cards:
            raise NothingToPrint(
                gettext_noop("The cards are made when the first round is published: one for each table.")
            )
        return Sheet(
            template("table_cards"),
            title=_("Table cards"),
            bare=True,
            data={
                "table": _("Table"),
                "scan": _("Judge: scan to score at this table"),
                "cards": [
                    {"number": card.number, "label": card.label, "qr": on_paper(card.link)} for card in cards
                ],
            },
        )


document = TableCards()
