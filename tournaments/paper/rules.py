"""The rules on one page, in plain words: what the engine says of itself, with the options of this tournament."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.api import gettext_noop
from tournaments.paper.api import Document, Sheet, given
from tournaments.paper.matter import Matter, Part
from tournaments.paper.press import template


class RulesOnPaper(Document):
    key = "rules"
    name = gettext_noop("Rules on one page")
    about = gettext_noop("What these rules say, point by point, as it is played here.")
    parts = (Part.RULES,)

    def sheet(self, matter: Matter) -> Sheet:
        rules = given(matter.rules)
        return Sheet(
            template("rules"),
            title=rules.name,
            subtitle=_("The rules of this tournament"),
            link=f"{matter.occasion.link}rules/",
            data={
                "summary": rules.summary,
                "reading": _("Our reading: the printed rules do not say."),
                "points": [
                    {"title": each.title, "text": each.text, "reading": each.reading, "picture": each.picture}
                    for each in rules.points
                ],
                "options": [] if rules.points else [list(each) for each in rules.options],
            },
        )


document = RulesOnPaper()
