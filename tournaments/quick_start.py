"""How it works in a few sentences for each role: on the help page, on one printed page, and in docs/quick-start.md.

One text for all three, so that they cannot say different things. Knows neither pages nor paper.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from rules.api import gettext_noop


@dataclass(frozen=True, slots=True)
class Guide:
    """What one role does, step by step."""

    key: str
    title: str
    icon: str
    steps: tuple[str, ...]


GUIDES = (
    Guide(
        "organiser",
        gettext_noop("Organiser"),
        "trophy",
        (
            gettext_noop("Sign in and press “New tournament”: a name, the rules, the rounds."),
            gettext_noop("Paste the names under “People”, one a line."),
            gettext_noop("Press “Pair round 1”, look at the draft, then publish it."),
            gettext_noop("Print the table cards under “Print” and lay one on each table."),
            gettext_noop("Keep the control room open: the table that needs you stands first."),
            gettext_noop("When all tables are final, pair the next round. The last one names the winner."),
        ),
    ),
    Guide(
        "judge",
        gettext_noop("Judge"),
        "qr",
        (
            gettext_noop("Scan the card on the table with your phone. You need no account."),
            gettext_noop("Tap who starts, then enter each turn: the tile, its bonus, the tiles drawn."),
            gettext_noop("Or enter only each deal’s points, and tick when the bell rang."),
            gettext_noop("Wrong? Take the entry back with the arrow beside it."),
            gettext_noop("No network? Go on: the phone keeps your entries and sends them later."),
            gettext_noop("Press “Call” when you need the organiser."),
        ),
    ),
    Guide(
        "players",
        gettext_noop("Players and spectators"),
        "users",
        (
            gettext_noop("Open the tournament on your phone: it follows every score by itself."),
            gettext_noop("Type your name under “Where do I sit?” to find your table."),
            gettext_noop("Look at the sheet when the match is over, and sign it if you are asked to."),
            gettext_noop("Is it wrong? Press “I don’t agree” and say why. The organiser decides."),
            gettext_noop("Tap your name in the standings to see why you rank where you do."),
        ),
    ),
)


def guides() -> list[Guide]:
    """In the language that is switched on."""
    return [
        Guide(each.key, gettext(each.title), each.icon, tuple(gettext(step) for step in each.steps))
        for each in GUIDES
    ]
