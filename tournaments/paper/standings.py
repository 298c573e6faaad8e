"""The standings, with what decides: a column for each tie-break."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.api import gettext_noop
from tournaments.paper.api import Document, NothingToPrint, Sheet, given
from tournaments.paper.matter import Matter, Part
from tournaments.paper.press import template

UPRIGHT = 6
"""More columns than these need the paper lengthwise."""
FEW = 24
"""These have a page to themselves, and larger letters."""


class StandingsOnPaper(Document):
    key = "standings"
    name = gettext_noop("Standings")
    about = gettext_noop("Everybody's rank by the results that are final, with what decides between equals.")
    parts = (Part.STANDINGS,)

    def sheet(self, matter: Matter) -> Sheet:
        standings = given(matter.standings)
        if not standings.rows:
            raise NothingToPrint(gettext_noop("Nobody is entered yet."))
        few = len(standings.rows) <= FEW
        return Sheet(
            template("standings"),
            title=_("Final standings") if standings.final else _("Standings"),
            subtitle=standings.when,
            link=matter.occasion.link,
            landscape=len(standings.columns) > UPRIGHT,
            data={
                "size": 13 if few else 10.5,
                "air": 0.42 if few else 0.3,
                "rank": _("Rank"),
                "name": _("Name"),
                "out": _("disqualified"),
                "hidden": _hidden(standings.hidden),
                "columns": list(standings.columns),
                "rows": [[row.rank, row.name, row.club, list(row.cells), row.out] for row in standings.rows],
            },
        )


def _hidden(count: int) -> str:
    if not count:
        return ""
    return ngettext(
        "%(count)s place above these has not been revealed yet.",
        "%(count)s places above these have not been revealed yet.",
        count,
    ) % {"count": count}


document = StandingsOnPaper()
