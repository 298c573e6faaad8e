"""Shapes of what comes in about seasons. Whether it is allowed is the service's business."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.fields import WholeNumberField
from tournaments.forms import OnceForm
from tournaments.models import MOST_EVENINGS, NAME_LENGTH, Season, Tournament
from tournaments.seasons import PLACES, USUAL
from tournaments.services.seasons import SeasonPlan

DAY = {"type": "date"}
LONGEST_PLACES = 600
LONGEST_WORTH = 6
SEPARATORS = re.compile(r"[\s,;·/–-]+")


class SeasonForm(OnceForm):
    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        help_text=_("For example “League 2026, autumn”."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )
    first_day = forms.DateField(
        label=_("First day"),
        help_text=_("No tournament that begins before it counts."),
        widget=forms.DateInput(attrs=DAY, format="%Y-%m-%d"),
    )
    last_day = forms.DateField(
        label=_("Last day"),
        widget=forms.DateInput(attrs=DAY, format="%Y-%m-%d"),
        help_text=_("Tournaments that begin on these days count as soon as they are closed."),
    )
    scoring = forms.ChoiceField(
        label=_("What an evening is worth"),
        choices=Season.Scoring.choices,
        initial=PLACES,
        help_text=_("If unsure, take points for the ranks."),
        widget=forms.RadioSelect,
    )
    place_points = forms.CharField(
        label=_("Points for the ranks"),
        max_length=LONGEST_PLACES,
        initial=" ".join(map(str, USUAL)),
        help_text=_("The first rank first. Behind the last number there is nothing."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "numeric"}),
    )
    drop = WholeNumberField(
        label=_("Worst evenings that do not count"),
        min_value=0,
        max_value=MOST_EVENINGS,
        initial=0,
        help_text=_("So that who misses an evening can still win. 0: all count."),
    )
    least = WholeNumberField(
        label=_("Evenings needed for a rank"),
        min_value=0,
        max_value=MOST_EVENINGS,
        initial=1,
        help_text=_("Who came less often is listed below, without a rank."),
    )
    public = forms.BooleanField(
        label=_("Everybody may see it"), required=False, help_text=_("Else members of the club alone.")
    )

    def clean_place_points(self) -> list[int]:
        words = [each for each in SEPARATORS.split(self.cleaned_data["place_points"]) if each]
        if any(not (each.isascii() and each.isdigit() and len(each) <= LONGEST_WORTH) for each in words):
            raise forms.ValidationError(gettext("Type whole numbers, one after the other: 25 18 15."))
        return [int(each) for each in words]

    def plan(self) -> SeasonPlan:
        return SeasonPlan(**{name: self.cleaned_data[name] for name in SeasonPlan.__dataclass_fields__})


class SeasonChangeForm(SeasonForm):
    """The same, with the tournaments of its days."""

    left_out = forms.TypedMultipleChoiceField(
        label=_("Left out"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Tournaments of its days that do not count in this season."),
    )

    def __init__(self, *args: Any, tournaments: Iterable[Tournament], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["left_out"].choices = [  # type: ignore[attr-defined]
            (each.pk, f"{each.name}, {date_format(each.first_day, 'DATE_FORMAT')}") for each in tournaments
        ]

    @staticmethod
    def initial_of(season: Season) -> dict[str, Any]:
        told = {name: getattr(season, name) for name in SeasonPlan.__dataclass_fields__}
        return told | {
            "place_points": " ".join(map(str, season.place_points)),
            "left_out": list(season.left_out.values_list("pk", flat=True)),
        }
