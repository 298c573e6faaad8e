"""What the racks held at the end of a deal: a sum for each player, or the tiles themselves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.errors import say
from rules.triominos.tiles import BY_NAME
from tournaments.desk.forms import Actions, DeskForm, tile_name
from tournaments.desk.game import Game
from tournaments.desk.plausible import rack_doubts
from tournaments.fields import WholeNumberField

MOST_SUM = 420
BETWEEN = re.compile(r"[,;\s]+")


@dataclass(frozen=True, slots=True)
class Rack:
    """A rack to be counted: whose it is, how many tiles it must hold, and its two fields."""

    name: str
    number: int
    count: int
    sum: forms.BoundField
    tiles: forms.BoundField


class TilesField(forms.CharField):
    """Tiles as people write them: 344, 3-4-4 or 3/4/4, with commas or blanks between."""

    def to_python(self, value: Any) -> list[str]:  # type: ignore[override]
        typed = [each for each in BETWEEN.split(super().to_python(value) or "") if each]
        names = [tile_name(each) for each in typed]
        if None in names:
            wrong = typed[names.index(None)]
            raise forms.ValidationError(
                gettext("“%s” is no tile. Write each as three numbers: 344 012.") % wrong
            )
        return [name for name in names if name]


class CloseForm(DeskForm):
    """The racks of everybody who still holds tiles."""

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        self.holders = self._sent() or holders_of(game)
        for key, _count in self.holders:
            self.fields[f"sum_{key}"] = WholeNumberField(
                min_value=0,
                max_value=MOST_SUM,
                required=False,
                widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 3}),
                error_messages={"invalid": _("Enter a whole number.")},
            )
            self.fields[f"tiles_{key}"] = TilesField(
                max_length=300, required=False, widget=forms.TextInput(attrs={"autocomplete": "off"})
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for key, _count in self.holders:
            self._clean_rack(cleaned, key)
        return cleaned

    def actions(self) -> Actions:
        return [{"do": "close", "left": {key: self._held(key) for key, _count in self.holders}}]

    def racks(self) -> list[Rack]:
        keys = list(self.game.names)
        return [
            Rack(self.game.names[key], keys.index(key) + 1, count, self[f"sum_{key}"], self[f"tiles_{key}"])
            for key, count in self.holders
        ]

    def doubts(self) -> list[str]:
        """What is odd about the sums typed so far; nothing about tiles, which the rules check."""
        deal = self.game.deal
        if deal is None:
            return []
        counts = [count for _key, count in self.holders]
        sums = [self._sum(key) for key, _count in self.holders]
        return [say(message) for message in rack_doubts(counts, deal.laid, deal.pool, sums)]

    @property
    def waits(self) -> bool:
        """Whether nothing is wrong but that some racks are still to be counted."""
        codes = {error.code for errors in self.errors.as_data().values() for error in errors}
        return codes == {"empty"}

    # -- in detail -------------------------------------------------------------------------------

    def _sent(self) -> list[tuple[str, int]]:
        """The racks that the page asked for: sent again once the deal is closed, it is still the same entry."""
        counts = dict(holders_of(self.game))
        return [(key, counts.get(key, 0)) for key in self.game.names if f"sum_{key}" in self.data]

    def _clean_rack(self, cleaned: dict[str, Any], key: str) -> None:
        total, tiles = cleaned.get(f"sum_{key}"), cleaned.get(f"tiles_{key}")
        if {f"sum_{key}", f"tiles_{key}"} & set(self.errors):
            return
        if total is None and not tiles:
            self.add_error(
                f"sum_{key}", forms.ValidationError(_("Enter what this rack adds up to."), "empty")
            )
        elif total is not None and tiles and total != _sum_of(tiles):
            self.add_error(f"sum_{key}", _("The sum and the tiles do not agree. Clear one of them."))

    def _held(self, key: str) -> int | list[str]:
        tiles: list[str] = self.cleaned_data.get(f"tiles_{key}") or []
        return tiles or int(self.cleaned_data[f"sum_{key}"])

    def _sum(self, key: str) -> int | None:
        tiles: list[str] = self.cleaned_data.get(f"tiles_{key}") or []
        total: int | None = self.cleaned_data.get(f"sum_{key}")
        return _sum_of(tiles) if tiles else total


def holders_of(game: Game) -> list[tuple[str, int]]:
    """Everybody who still holds tiles at the end of the deal, and how many."""
    if game.deal is None:
        return []
    return [
        (player, count) for player, count in zip(game.state.players, game.deal.counts, strict=True) if count
    ]


def _sum_of(tiles: list[str]) -> int:
    return sum(BY_NAME[name].sum for name in tiles if name in BY_NAME)
