"""The part of the desk where something is entered: which form stands there, and what it already says."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from django import forms

from games.selectors import sheet_of
from tournaments.desk.board_entry import ALONE, SIDES, BoardTurnForm, form_for
from tournaments.desk.changes import Effects
from tournaments.desk.entries import Entry
from tournaments.desk.forms import DeskForm, StartForm, TurnForm
from tournaments.desk.game import Game
from tournaments.desk.preview import (
    COUNT_THE_RACKS,
    HINTS,
    TAP_THE_TILE,
    Preview,
    preview_close,
    preview_turn,
)
from tournaments.desk.racks import CloseForm
from tournaments.desk.words import NAMES, SHORT
from tournaments.forms import DealForm
from tournaments.selectors.whatif import TournamentEffects

FORMS: dict[str, type[DeskForm]] = {"start": StartForm, "turn": TurnForm, "close": CloseForm}


@dataclass
class Panel:
    """What is to be entered now."""

    kind: str
    """start, totals, turn, close, undo or over."""
    form: forms.Form | None = None
    preview: Preview = field(default_factory=Preview)
    refusal: str = ""
    typed: str = ""
    """In words, what was typed on a page that was too old."""
    weighed: str = ""
    """The numbers that were shown with their doubts, as one text."""
    entry: Entry | None = None
    """The entry that is being taken back or corrected."""
    effects: Effects | None = None
    """What that would change."""
    wider: TournamentEffects | None = None
    """What it would change in the tournament, where the result is final."""
    asks_why: bool = False
    """Whether a reason has to be given: for a final result."""
    reason: str = ""
    second: bool = False
    """Whether somebody else has to confirm it."""
    kept: bool = False
    """Whether the fields hold something that was typed: no refresh may take it away."""


def panel_of(game: Game, mode: str = "", typed: dict[str, Any] | None = None) -> Panel:
    """A fresh panel for what comes next, with what was typed before if it still has a place."""
    kind = kind_of(game, mode)
    if kind == "totals":
        return Panel(kind, DealForm(sheet_of(game.match), initial=typed), kept=bool(typed))
    if kind not in FORMS:
        return Panel(kind)
    form = form_for(game, kind, FORMS)(game, initial=typed)
    preview = _preview_again(game, form, typed) if typed else empty_preview(kind)
    return Panel(kind, form, preview=preview, kept=bool(typed))


def kind_of(game: Game, mode: str) -> str:
    """A deal is entered as the one before was, unless something else is asked for."""
    if game.phase != "start":
        return game.phase
    before = game.state.deals[-1].end if game.state.deals else ""
    return mode if mode in ("start", "totals") else ("totals" if before == "totals" else "start")


def empty_preview(kind: str) -> Preview:
    """What is to be done first, before anything is typed."""
    return {"turn": Preview(hint=TAP_THE_TILE), "close": Preview(hint=COUNT_THE_RACKS)}.get(kind, Preview())


def preview_of(game: Game, form: forms.Form) -> Preview:
    if isinstance(form, TurnForm):
        return preview_turn(game, form)
    return preview_close(game, form) if isinstance(form, CloseForm) else Preview()


def _preview_again(game: Game, form: DeskForm, typed: dict[str, Any]) -> Preview:
    """What was typed on an older page would bring this now."""
    hidden = {field.html_name: field.initial for field in form.hidden_fields()}
    return preview_of(game, type(form)(game, hidden | typed))


def choices(game: Game, form: TurnForm) -> dict[str, Any]:
    """What the keys of a turn show, and which of them are down."""
    typed = form.typed
    drawn = str(typed["draws"] or 0)
    bonuses = {"": 0} | game.bonuses if game.bonuses else {}
    return {
        "numbers": range(6),
        "corners": corners(str(typed["tile"] or "")),
        "bonuses": [
            {
                "key": key,
                "name": NAMES[key],
                "short": SHORT[key],
                "points": points,
                "on": key == (typed["bonus"] or ""),
            }
            for key, points in bonuses.items()
        ],
        "draws": [(number, str(number) == drawn) for number in range(game.draws_left + 1)],
        "passes": bool(typed["passes"]),
        "may_pass": not game.opens,
        "laid": " ".join(game.laid),
        "hints": HINTS,
    } | (_board_choices(game, form) if isinstance(form, BoardTurnForm) else {})


def _board_choices(game: Game, form: BoardTurnForm) -> dict[str, Any]:
    """What a script needs to light the places up, and the list of them where there is no script."""
    pays = {key: [points, str(NAMES[key])] for key, points in game.bonuses.items()}
    sides = {f"{x},{y}": str(words) for (x, y), words in SIDES.items()} | {"": str(ALONE)}
    return {"pays": json.dumps(pays), "sides": json.dumps(sides), "places": form.choices()}


def corners(typed: str) -> list[str]:
    """The numbers typed so far, top first and clockwise; turned so that no tile is drawn that does not exist."""
    found = [each for each in typed if each.isdigit()][:3]
    ordered = sorted(found)
    turns = [ordered[at:] + ordered[:at] for at in range(3)]
    if len(found) == 3 and found not in turns:
        found = [found[0], found[2], found[1]]
    return found + [""] * (3 - len(found))
