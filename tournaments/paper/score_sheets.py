"""Score sheets: one for each table of a round, with what the rules pay, and a code that opens the match to type it in.

The front is what counts: the points of each deal. The back, where the rules are followed turn by turn, is for adding up.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.api import gettext_noop
from tournaments.paper.api import Document, NothingToPrint, Sheet, given
from tournaments.paper.matter import Matter, Part, RulePoint
from tournaments.paper.press import template
from tournaments.qr import on_paper

DEALS = 10
TURNS = 34
BEFORE_PLAY = frozenset({"hands", "starter"})
"""What is over when the first score is written down."""


class ScoreSheets(Document):
    key = "score-sheets"
    name = gettext_noop("Score sheets")
    about = gettext_noop(
        "One for each table of a round, with what the rules pay and a code that opens the match."
    )
    parts = (Part.SEATING, Part.RULES)
    for_organiser = True

    def sheet(self, matter: Matter) -> Sheet:
        seating, rules = given(matter.seating), given(matter.rules)
        if not seating.tables:
            raise NothingToPrint(gettext_noop("Nobody plays in this round."))
        bonuses = [each for each in rules.points if each.picture]
        others = [each for each in rules.points if not each.picture and each.key not in BEFORE_PLAY]
        return Sheet(
            template("score_sheets"),
            title=_("Score sheets"),
            draft=seating.draft,
            bare=True,
            data={
                "round": _("Round %(number)s") % {"number": seating.round},
                "table": _("Table"),
                "rules": rules.name,
                "deals": DEALS,
                "deal": _("Deal"),
                "turns": TURNS if rules.by_turns else 0,
                "turn": _("Turn"),
                "points": _("points"),
                "total": _("total"),
                "final": _("Total"),
                "place": _("Place"),
                "sign": _("Signature"),
                "scan": _("Scan to type it in"),
                "back": _("Turn by turn, for adding up"),
                "bonuses": [_told(each) for each in bonuses],
                "others": [_told(each) for each in others],
                "tables": [
                    {
                        "number": each.number,
                        "label": each.label,
                        "names": list(each.names),
                        "qr": on_paper(each.link),
                    }
                    for each in seating.tables
                ],
            },
        )


def _told(point: RulePoint) -> dict[str, str]:
    return {"title": point.title, "text": point.text, "picture": point.picture}


document = ScoreSheets()
