"""Shapes of what comes in from the desk: a start, a turn, what the racks held.

A form turns what was tapped into the engine's actions. Whether they may be done is for the rules to say.
"""

from __future__ import annotations

import re
import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.services import NewAction
from tournaments.desk.game import Game
from tournaments.fields import WholeNumberField
from tournaments.forms import EntryForm

MOST_DRAWS = 56
TILE = re.compile(r"([0-9])[\s\-–./,]*([0-9])[\s\-–./,]*([0-9])")

Actions = list[dict[str, Any]]


def tile_name(typed: str) -> str | None:
    """A tile as the rules name it, from three numbers in any order; nothing if it is not three numbers."""
    found = TILE.fullmatch(typed.strip())
    return "-".join(sorted(found.groups())) if found else None


def digits_of(typed: str) -> str:
    return "".join(each for each in typed if each.isdigit())


class DeskForm(EntryForm):
    """An entry made at the desk: its actions get ids of their own, derived from that of the entry.

    So the page makes one id, and the same page sent twice is still the same actions.
    """

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.fields["version"].initial = game.match.version

    def actions(self) -> Actions:
        raise NotImplementedError

    def new_actions(self) -> list[NewAction]:
        entry = self.cleaned_data["entry_id"]
        return [
            NewAction(uuid.uuid5(entry, str(number)), action) for number, action in enumerate(self.actions())
        ]

    @property
    def seen_version(self) -> int:
        version: int = self.cleaned_data["version"]
        return version


class StartForm(DeskForm):
    """Who starts a deal that is followed turn by turn, and whether on the sheet or on the drawn board."""

    depth = forms.CharField(max_length=5, required=False)
    starter = forms.CharField(max_length=3, error_messages={"required": _("Tap who starts.")})

    def actions(self) -> Actions:
        depth = self.cleaned_data["depth"] or "sheet"
        return [{"do": "start", "depth": depth, "starter": self.cleaned_data["starter"]}]


class TurnForm(DeskForm):
    """One turn: tiles drawn, then a tile laid or a pass."""

    player = forms.CharField(max_length=3, widget=forms.HiddenInput)
    tile = forms.CharField(
        max_length=12,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "placeholder": "345"}),
    )
    bonus = forms.CharField(max_length=20, required=False)
    draws = WholeNumberField(min_value=0, max_value=MOST_DRAWS, required=False)
    passes = forms.BooleanField(required=False)

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        self.fields["player"].initial = game.player

    def clean_tile(self) -> str:
        typed: str = self.cleaned_data["tile"]
        if not typed:
            return ""
        name = tile_name(typed)
        if name is None:
            code = "short" if len(digits_of(typed)) < 3 else "invalid"
            raise forms.ValidationError(_("A tile has three numbers, such as 3 4 4."), code)
        return name

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("tile") and cleaned.get("passes"):
            self.add_error("passes", _("Either a tile or a pass, not both."))
        elif not cleaned.get("tile") and not cleaned.get("passes") and not self.errors:
            self.add_error(
                "tile", forms.ValidationError(_("Tap the tile’s three numbers, or pass."), "empty")
            )
        return cleaned

    def actions(self) -> Actions:
        player = {"player": self.cleaned_data["player"]}
        drawn: Actions = [player | {"do": "draw"} for _each in range(self.cleaned_data["draws"] or 0)]
        if self.cleaned_data["passes"]:
            return [*drawn, player | {"do": "pass"}]
        if not self.cleaned_data.get("tile"):
            return drawn
        bonus = self.cleaned_data["bonus"]
        placed = player | {"do": "place", "tile": self.cleaned_data["tile"]}
        return [*drawn, placed | ({"bonus": bonus} if bonus else {})]

    @property
    def waits(self) -> bool:
        """Whether nothing is wrong but that the turn is not typed to its end."""
        errors = self.errors.as_data()
        return set(errors) == {"tile"} and {error.code for error in errors["tile"]} <= {"empty", "short"}

    @property
    def typed(self) -> dict[str, Any]:
        """What stands in the fields, right or wrong, as the page draws it."""
        return {name: self[name].value() for name in ("tile", "bonus", "draws", "passes")}
