"""Each score line as a sentence: what happened, what it earned, and where the rules say so.

Sentences are marked for translation and filled later. Knows nothing of how a line came about.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.api import Message, ScoreLine, gettext_noop

SENTENCES = {
    "tile": gettext_noop("tile %(tile)s; %(points)s, %(source)s"),
    "start-trio": gettext_noop("opening with the trio %(tile)s; %(points)s, %(source)s"),
    "start-zero": gettext_noop("opening with 0-0-0; %(points)s more, %(source)s"),
    "bridge": gettext_noop(
        "bridge: side %(side)s matched and the opposite %(opposite)s touches %(touches)s;"
        " %(points)s, %(source)s"
    ),
    "two-sides": gettext_noop("%(sides)s sides matched, no hexagon; %(points)s, %(source)s"),
    "hexagon": gettext_noop("hexagon: six tiles meet in a %(around)s; %(points)s, %(source)s"),
    "double-hexagon": gettext_noop(
        "double hexagon: two are completed, around %(around)s; %(points)s, %(source)s"
    ),
    "triple-hexagon": gettext_noop(
        "triple hexagon: three are completed, around %(around)s; %(points)s, %(source)s"
    ),
    "draw": gettext_noop("tile %(draw)s drawn in this turn; %(points)s, %(source)s"),
    "pass-after-draws": gettext_noop("passed after %(draws)s tiles drawn; %(points)s, %(source)s"),
    "pass-empty-pool": gettext_noop("passed, the pool is empty; %(points)s, %(source)s"),
    "going-out": gettext_noop("went out; %(points)s, %(source)s"),
    "racks": gettext_noop("what is left in the other racks; %(points)s, %(source)s"),
    "own-rack": gettext_noop("what is left in the own rack; %(points)s, %(source)s"),
    "totals": gettext_noop("points of the deal, entered as a whole; %(points)s"),
}

AS_CLAIMED = {
    "bridge": gettext_noop("bridge with %(tile)s, as claimed; %(points)s, %(source)s"),
    "two-sides": gettext_noop("two sides matched with %(tile)s, as claimed; %(points)s, %(source)s"),
    "hexagon": gettext_noop("hexagon with %(tile)s, as claimed; %(points)s, %(source)s"),
    "double-hexagon": gettext_noop("double hexagon with %(tile)s, as claimed; %(points)s, %(source)s"),
    "triple-hexagon": gettext_noop("triple hexagon with %(tile)s, as claimed; %(points)s, %(source)s"),
}
"""For a deal of which there is no board to look at."""


def sentence(line: ScoreLine) -> Message:
    """The score line, said."""
    seen = len(line.details) > 1
    claimed = line.reason in AS_CLAIMED and not seen
    text = AS_CLAIMED[line.reason] if claimed else SENTENCES[line.reason]
    return Message(text, {**_plain(line.details), "points": signed(line.points), "source": source(line)})


def source(line: ScoreLine) -> str:
    """The place in the rules, as the line cites it between brackets."""
    return line.point.rpartition("(")[2].rstrip(")")


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def _plain(details: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: ", ".join(map(str, value)) if isinstance(value, list) else value
        for key, value in details.items()
    }
