"""A certificate for everybody who played: name, place, what they won, room for a signature."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.api import gettext_noop
from tournaments.paper.api import Document, NothingToPrint, Sheet, given
from tournaments.paper.matter import Certificate, Matter, Part
from tournaments.paper.press import template


class Certificates(Document):
    key = "certificates"
    name = gettext_noop("Certificates")
    about = gettext_noop("One for everybody who played: their name, place, points and prizes, to be signed.")
    parts = (Part.CERTIFICATES,)

    def sheet(self, matter: Matter) -> Sheet:
        certificates = given(matter.certificates)
        if not certificates:
            raise NothingToPrint(gettext_noop("Nobody has played yet."))
        return Sheet(
            template("certificates"),
            title=_("Certificate"),
            landscape=True,
            bare=True,
            data={
                "sign": _("For the organisers"),
                "where": matter.occasion.place,
                "club": matter.occasion.club,
                "people": [_told(each) for each in certificates],
            },
        )


def _told(each: Certificate) -> dict[str, object]:
    place = (
        _("Shared place %(rank)s of %(people)s") if each.shared else _("Place %(rank)s of %(people)s")
    ) % {"rank": each.rank, "people": each.people}
    made = _("%(placing)s placing points, %(points)s points") % {
        "placing": each.placing,
        "points": each.points,
    }
    return {
        "name": each.name,
        "club": each.club,
        "rank": each.rank,
        "place": place,
        "made": made,
        "won": [each for each in (each.categories, *each.prizes.split("; ")) if each],
        "day": each.day,
    }


document = Certificates()
