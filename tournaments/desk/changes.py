"""An entry taken back or corrected, however long ago: what it would change is shown before the yes.

Reads; the change itself is made by ``games.services.apply_change``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.errors import Refused
from games.services import Change, Consequences, preview_change
from rules.triominos.explain import signed
from tournaments.desk.drawing import place_text
from tournaments.desk.entries import Entry
from tournaments.desk.game import Game
from tournaments.desk.reading import entries_of


@dataclass(frozen=True, slots=True)
class Moved:
    """A total before and after."""

    name: str
    before: int
    after: int

    @property
    def points(self) -> str:
        return signed(self.after - self.before)


@dataclass(frozen=True, slots=True)
class Effects:
    """What a change would do to the match, in words a judge can weigh."""

    totals: list[Moved]
    bell: str
    """“rings”, “silent”, “moved”, or nothing where it stays as it is."""
    winners_before: str
    winners_after: str
    lost: list[tuple[Entry, str]]
    """Entries that could no longer stand, and why."""
    reopens: bool
    voids: int
    """Signatures that would no longer count."""
    result: dict[str, Any] | None
    """The match's result after it, if it would be over."""


def find_entry(game: Game, event: UUID) -> Entry | None:
    """The entry that counts and that this event belongs to."""
    return next((entry for entry in entries_of(game) if event in entry.events), None)


def game_before(game: Game, entry: Entry) -> Game:
    """The match as it was when the entry was made: what could be tapped then."""
    return replace(game, state=entry.before)


def change_of(entry: Entry, actions: list[dict[str, Any]], also: list[UUID]) -> Change:
    """Other actions in the place of an entry, or none; the draws that belong to it go with it."""
    return Change(entry.id, tuple(actions), (*entry.events[:-1], *also))


def effects_of(game: Game, change: Change) -> Effects:
    """Raises ``Refused`` where the change cannot be at all."""
    found, lost = _until_nothing_is_lost(game, change)
    before, after = found.before, found.after
    return Effects(
        totals=[Moved(name, before.totals[key], after.totals[key]) for key, name in game.names.items()],
        bell=_bell(found),
        winners_before=_names(game, before.winners),
        winners_after=_names(game, after.winners),
        lost=lost,
        reopens=found.reopens,
        # A final sheet that the organiser puts right counts by their decision: nobody signs it again.
        voids=0 if found.reopens else len((game.match.signoffs or {}).get("signed", ())),
        result=after.result,
    )


def initial_of(entry: Entry) -> dict[str, Any]:
    """What the fields of the panel hold when an entry is corrected."""
    last = entry.actions[-1]
    match entry.kind:
        case "turn":
            draws = sum(each["do"] == "draw" for each in entry.actions)
            tile, bonus = "".join(map(str, entry.numbers)), last.get("bonus", "")
            place = place_text(last["cell"], last["corners"]) if "cell" in last else ""
            typed = {"tile": tile, "bonus": bonus, "draws": draws, "passes": last["do"] == "pass"}
            return typed | {"place": place}
        case "close":
            return _racks(last.get("left", {}))
        case "totals":
            points = {f"points_{key}": each for key, each in last["points"].items()}
            return points | {"bell": last.get("bell", False)}
    return {"starter": last.get("starter", "")}


# -- in detail -----------------------------------------------------------------------------------


def _bell(found: Consequences) -> str:
    before, after = found.before.bell, found.after.bell
    if before == after:
        return ""
    if before is None or after is None:
        return "rings" if before is None else "silent"
    return "moved"


def _names(game: Game, winners: tuple[str, ...]) -> str:
    return ", ".join(game.names[key] for key in winners)


Lost = list[tuple[Entry, str]]


def _until_nothing_is_lost(game: Game, change: Change) -> tuple[Consequences, Lost]:
    """A turn of which one action cannot stand goes as a whole, which may take others with it."""
    entries, lost = entries_of(game), dict[UUID, tuple[Entry, str]]()
    while True:
        gone = [event for entry, _why in lost.values() for event in entry.events]
        found = preview_change(game.match.pk, replace(change, also_undo=(*change.also_undo, *gone)))
        why = {each.event: each.refusal for each in found.impossible}
        more = [entry for entry in entries if not why.keys().isdisjoint(entry.events)]
        if not more:
            return found, [lost[entry.id] for entry in entries if entry.id in lost]
        for entry in more:
            refusal = next(why[event] for event in entry.events if event in why)
            lost[entry.id] = (entry, _why_lost(refusal))


def _why_lost(refusal: Refused) -> str:
    """The rules name seats, and the turn as it would be then."""
    return _("It would not be this player’s turn.") if refusal.code == "not-your-turn" else refusal.message


def _racks(left: dict[str, Any]) -> dict[str, Any]:
    return {
        f"tiles_{key}" if isinstance(held, list) else f"sum_{key}": " ".join(
            each.replace("-", "") for each in held
        )
        if isinstance(held, list)
        else held
        for key, held in left.items()
    }
