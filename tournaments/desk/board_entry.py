"""A turn entered on the drawn board: the tile, and where it lies. The engine finds the bonus.

Knows forms and the engine's list of placements; nothing of requests, pages or how a board is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import say
from rules.api import RuleError
from rules.triominos.board import Cell
from rules.triominos.explain import signed
from rules.triominos.listing import Offer
from rules.triominos.tiles import Corners, tile_named
from tournaments.desk.drawing import close_up, place_text, tile_at
from tournaments.desk.forms import Actions, DeskForm, TurnForm
from tournaments.desk.game import Game
from tournaments.desk.reading import entries_of
from tournaments.desk.words import bonus_name

PLACE = re.compile(r"(-?\d{1,4}),(-?\d{1,4}),([0-9])([0-9])([0-9])")
DRAWN = "drawn"
"""The field by which a page says that it was one with a board."""

SIDES = {
    (-1, 0): gettext_lazy("right of %s"),
    (1, 0): gettext_lazy("left of %s"),
    (0, -1): gettext_lazy("below %s"),
    (0, 1): gettext_lazy("above %s"),
}
"""Where a tile lies, by where its neighbour does."""
ALONE = gettext_lazy("in the middle of the table")


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to lay the tile, for whoever chooses from a list."""

    value: str
    words: str
    bonus: str
    points: str
    on: bool
    frame: str
    tile: str


class BoardTurnForm(TurnForm):
    """One turn: tiles drawn, then a tile laid on a cell, or a pass."""

    place = forms.CharField(max_length=16, required=False)

    def clean_place(self) -> tuple[Cell, Corners] | None:
        typed: str = self.cleaned_data["place"]
        found = PLACE.fullmatch(typed)
        if typed and not found:
            raise forms.ValidationError(_("Choose where the tile lies."), "invalid")
        if not found:
            return None
        x, y, a, b, c = map(int, found.groups())
        return (x, y), (a, b, c)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        tile, place = cleaned.get("tile"), cleaned.get("place")
        if not tile or self.errors:
            return cleaned
        if place and "-".join(map(str, sorted(place[1]))) == tile:
            return cleaned
        offers = self._offers(tile)
        if len(offers) == 1 and self.checked:
            cleaned["place"] = (offers[0].cell, offers[0].corners)
        elif offers:
            cleaned["place"] = None
            self.add_error("place", forms.ValidationError(_("Choose where the tile lies."), "empty"))
        return cleaned

    def actions(self) -> Actions:
        """The tile is named by its corners: a record of a board says nothing twice."""
        actions, place = super().actions(), self.cleaned_data.get("place")
        if not actions or actions[-1]["do"] != "place":
            return actions
        if not place:
            return actions[:-1]
        (cell, corners), player = place, {"player": self.cleaned_data["player"]}
        return [*actions[:-1], player | {"do": "place", "cell": list(cell), "corners": list(corners)}]

    @property
    def waits(self) -> bool:
        codes = {error.code for errors in self.errors.as_data().values() for error in errors}
        return super().waits or (set(self.errors) == {"place"} and codes == {"empty"})

    @property
    def checked(self) -> bool:
        """Whether somebody without scripts asks: then the placements are listed."""
        return self.is_bound and ("check" in self.data or "place" not in self.data)

    def choices(self) -> list[Choice]:
        """The legal placements of the tile typed, for a page without scripts."""
        tile = getattr(self, "cleaned_data", {}).get("tile") if self.checked else None
        if not tile or "tile" in self.errors:
            return []
        place = self.cleaned_data.get("place")
        return [
            _choice(self.game, each, on=place == (each.cell, each.corners)) for each in self._offers(tile)
        ]

    # -- in detail -------------------------------------------------------------------------------

    def _offers(self, tile: str) -> list[Offer]:
        """All ways to lay it; where there is none, the reason stands beside the tile."""
        offers: list[Offer] = []
        try:
            offers = self.game.engine.offers(self.game.state, [tile_named(tile).name])
        except RuleError as error:
            self.add_error("tile", say(error.message))
            return []
        if tile in self.game.laid:
            self.add_error("tile", _("%(tile)s has already been laid.") % {"tile": tile})
        elif not offers:
            self.add_error("tile", _("%s fits nowhere on the board.") % tile)
        return offers


def turn_form(data: Mapping[str, Any]) -> type[TurnForm]:
    """The form that a page was made with, whatever is played at the table by now."""
    return BoardTurnForm if DRAWN in data else TurnForm


def depth_before(game: Game) -> str:
    """How the last deal that was followed turn by turn was followed; on the sheet if there was none."""
    starts = (entry.actions[-1] for entry in reversed(entries_of(game)) if entry.kind == "start")
    last: dict[str, Any] = next(starts, {"depth": "sheet"})
    return str(last.get("depth", "board"))


def form_for(game: Game, kind: str, known: Mapping[str, type[DeskForm]]) -> type[DeskForm]:
    """The form for what is due: a deal on the board has turns of its own kind."""
    return BoardTurnForm if kind == "turn" and game.drawn else known[kind]


# -- in detail -----------------------------------------------------------------------------------


def _choice(game: Game, offer: Offer, *, on: bool) -> Choice:
    return Choice(
        value=place_text(offer.cell, offer.corners),
        words=_words(game, offer),
        bonus=bonus_name(offer.bonus or ""),
        points=signed(offer.points),
        on=on,
        frame=close_up(offer.cell),
        tile=tile_at(offer.cell, offer.corners),
    )


def _words(game: Game, offer: Offer) -> str:
    """Beside which tiles, and how its numbers stand there."""
    deal, (x, y) = game.deal, offer.cell
    beside = deal.board.neighbours(offer.cell) if deal else []
    sides = [
        str(SIDES[there[0] - x, there[1] - y]) % "-".join(map(str, sorted(numbers)))
        for numbers, there in beside
    ]
    return ", ".join(sides) or str(ALONE)
