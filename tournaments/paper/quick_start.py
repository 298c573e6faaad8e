"""The quick start: who does what, for the wall and for every table, on one page with the tournament's address."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.api import gettext_noop
from tournaments.paper.api import Document, Sheet
from tournaments.paper.matter import Matter
from tournaments.paper.press import template
from tournaments.qr import on_paper
from tournaments.quick_start import guides


class QuickStart(Document):
    key = "quick-start"
    name = gettext_noop("Quick start")
    about = gettext_noop("What organiser, judges and players do, on one page, with the address as a code.")
    parts = ()

    def sheet(self, matter: Matter) -> Sheet:
        link = matter.occasion.link
        return Sheet(
            template("quick_start"),
            title=_("Quick start"),
            data={
                "follow": _("Follow it on your phone"),
                "link": link,
                "qr": on_paper(link),
                "guides": [{"title": each.title, "steps": list(each.steps)} for each in guides()],
            },
        )


document = QuickStart()
