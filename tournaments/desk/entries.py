"""An entry of a match as a judge reads it: a turn, a start, an end, in words.

Draws and the tile or pass after them are one entry. Knows nothing of who may take one back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.replay import Played
from rules.api import ScoreLine
from rules.triominos.explain import signed
from rules.triominos.state import Match as State
from tournaments.desk.game import BONUSES, Game
from tournaments.desk.words import bonus_name

KINDS = {
    "start": "start",
    "place": "turn",
    "pass": "turn",
    "draw": "turn",
    "close": "close",
    "deal": "totals",
}
"""On which panel an entry is made, by what ends it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing done at the table. Its words are found when they are read: readers differ in language."""

    events: tuple[UUID, ...]
    """The entries of the log that it consists of; the last one names it."""
    actions: tuple[dict[str, Any], ...]
    before: State = field(repr=False)
    """The match when it was made."""
    deal: int
    seat: int
    """From 1; 0 where it is the whole table’s."""
    name: str
    lines: tuple[ScoreLine, ...] = field(repr=False)
    corrected: bool = False

    @property
    def id(self) -> UUID:
        return self.events[-1]

    @property
    def do(self) -> str:
        return str(self.actions[-1]["do"])

    @property
    def kind(self) -> str:
        return KINDS[self.do]

    @property
    def words(self) -> str:
        return _words(self.actions, self.deal, self.bonus)

    @property
    def bonus(self) -> str:
        """Claimed on a sheet, found on a board."""
        return next((line.reason for line in self.lines if line.reason in BONUSES), "")

    @property
    def points(self) -> str:
        """Signed, where they are one player’s."""
        one = len({line.player for line in self.lines}) == 1
        return signed(sum(line.points for line in self.lines)) if one and self.do != "deal" else ""

    @property
    def numbers(self) -> tuple[int, ...]:
        """Of the tile laid, for drawing it."""
        return numbers_of(self.actions[-1]) if self.do == "place" else ()


def numbers_of(placed: Mapping[str, Any]) -> tuple[int, ...]:
    """Of a tile laid, in ascending order: a sheet names the tile, a board how it is turned."""
    return (
        tuple(sorted(placed["corners"]))
        if "corners" in placed
        else tuple(map(int, placed["tile"].split("-")))
    )


def entry_of(names: Mapping[str, str], deal: int, before: State, turn: Sequence[Played]) -> Entry:
    """Draws and what followed them, as one entry."""
    actions = tuple(step.action for step in turn)
    lines = tuple(line for step in turn for line in step.lines)
    player = _player(actions[-1], lines)
    return Entry(
        events=tuple(dict.fromkeys(step.event for step in turn)),
        actions=actions,
        before=before,
        deal=deal,
        seat=list(names).index(player) + 1 if player else 0,
        name=names.get(player, ""),
        lines=lines,
        corrected=any(step.corrected for step in turn),
    )


def words_of(game: Game, actions: list[dict[str, Any]]) -> str:
    """What somebody wanted to enter, in one line."""
    player = game.names.get(_player(actions[-1], ()), "")
    words = _words(actions, game.number, actions[-1].get("bonus", ""))
    return f"{player}: {words}" if player else words


# -- in detail -----------------------------------------------------------------------------------


def _player(last: dict[str, Any], lines: tuple[ScoreLine, ...]) -> str:
    """Whose entry it is; closing a deal is that of the one it earns something, if it is one."""
    if last["do"] == "close" and len({line.player for line in lines}) == 1:
        return lines[0].player
    return str(last.get("player") or last.get("starter") or "")


def _words(actions: Iterable[dict[str, Any]], deal: int, bonus: str) -> str:
    *before, last = actions
    draws = len(before) + (last["do"] == "draw")
    drawn = ngettext("%(count)s drawn", "%(count)s drawn", draws) % {"count": draws} if draws else ""
    match last["do"]:
        case "place":
            laid = [drawn, "-".join(map(str, numbers_of(last))), bonus_name(bonus)]
            return ", ".join(each for each in laid if each)
        case "pass":
            return f"{drawn}, {_('passed')}" if drawn else _("passed")
        case "draw":
            return drawn
        case "start":
            return _("starts deal %s") % deal
        case "close":
            return _("end of deal %s") % deal
    return _("Deal %s entered as points") % deal
