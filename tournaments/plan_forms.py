"""Shapes of what the organiser sends about the plan and the end. Whether it is allowed is the services' business."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.api import Engine, Option
from tournaments.fields import WholeNumberField
from tournaments.forms import LANGUAGE_HELP, PLACE_HELP, RULES_HELP, OnceForm, engines_for_tables
from tournaments.models import LANGUAGES, MOST_ENTRANTS, MOST_ROUNDS, NAME_LENGTH, Tournament
from tournaments.services.about import About
from tournaments.services.history import LONGEST_REASON
from tournaments.services.prizes import MOST_PLACES, MOST_PRIZES, PrizePlan

NUMERIC = {"inputmode": "numeric", "autocomplete": "off"}
DESCRIBED = {"aria-describedby": "prizes-help"}
"""One sentence above the list says what its lines mean."""
SPARE_LINES = 3
LANGUAGE_CHOICES = [("", _("each visitor’s own")), *LANGUAGES]


class AboutForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        help_text=_("As it will stand on the wall, for example “Autumn Cup 2026”."),
        widget=forms.TextInput({"dir": "auto"}),
    )
    place = forms.CharField(
        label=pgettext_lazy("where it is held", "Place"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=PLACE_HELP,
        widget=forms.TextInput({"dir": "auto"}),
    )
    language = forms.ChoiceField(
        label=_("Language of its public pages"),
        required=False,
        choices=LANGUAGE_CHOICES,
        help_text=LANGUAGE_HELP,
    )
    expected = WholeNumberField(
        label=_("People expected"),
        required=False,
        min_value=1,
        max_value=MOST_ENTRANTS,
        widget=forms.TextInput(attrs=NUMERIC),
        help_text=_("A guess to plan with, until they are entered."),
    )

    def __init__(self, tournament: Tournament, sent: QueryDict | None = None) -> None:
        now = {name: getattr(tournament, name) for name in About.__dataclass_fields__}
        super().__init__(sent, initial=now)


class RulesForm(forms.Form):
    rules_key = forms.ChoiceField(label=_("Rules"), widget=forms.RadioSelect, help_text=RULES_HELP)

    def __init__(self, chosen: str, sent: QueryDict | None = None) -> None:
        super().__init__(sent, initial={"rules_key": chosen})
        field = self.fields["rules_key"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = [
            (each.key, f"{gettext(each.name)}. {gettext(each.summary)}") for each in engines_for_tables()
        ]


class OptionsForm(forms.Form):
    """A field for each option of an engine."""

    def __init__(self, engine: Engine[Any], chosen: dict[str, Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.engine = engine
        for option in engine.options:
            field = _field_for(option)
            field.initial = chosen.get(option.key, option.default)
            self.fields[option.key] = field

    def options(self) -> dict[str, Any]:
        return {option.key: self.cleaned_data[option.key] for option in self.engine.options}


def _field_for(option: Option) -> forms.Field:
    label, note = gettext(option.label), gettext(option.help) if option.help else ""
    if option.kind == "flag":
        return forms.BooleanField(label=label, help_text=note, required=False)
    if option.kind == "number":
        return WholeNumberField(
            label=label,
            help_text=note,
            min_value=option.minimum,
            max_value=option.maximum,
            widget=forms.TextInput(attrs=NUMERIC),
        )
    values = {str(value): value for value, _word in option.choices}
    return forms.TypedChoiceField(
        label=label,
        help_text=note,
        choices=[(str(value), gettext(word)) for value, word in option.choices],
        coerce=lambda text: values[text],
    )


class SplitForm(forms.Form):
    """What the planner compares for: sent as a question, kept nowhere."""

    people = WholeNumberField(
        label=_("People"),
        min_value=1,
        max_value=MOST_ENTRANTS,
        help_text=_("As many as you expect."),
        widget=forms.TextInput(attrs=NUMERIC),
    )
    rounds = WholeNumberField(
        label=_("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=_("How often everybody plays. Three to five fill an evening."),
        widget=forms.TextInput(attrs=NUMERIC),
    )
    allow = forms.TypedMultipleChoiceField(
        label=_("Allowed table sizes"),
        coerce=int,
        help_text=_("If unsure, tick 3 and 4."),
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, sizes: list[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["allow"]
        assert isinstance(field, forms.TypedMultipleChoiceField)  # noqa: S101 - declared above
        field.choices = [(size, str(size)) for size in sizes]


class CopyForm(OnceForm):
    name = forms.CharField(
        label=_("Name of the copy"),
        max_length=NAME_LENGTH,
        help_text=_("As it will stand on the wall, for example “Autumn Cup 2026”."),
        widget=forms.TextInput({"dir": "auto"}),
    )
    people = forms.BooleanField(
        label=_("With its people"),
        required=False,
        help_text=_("Everybody who has not withdrawn, with club, fixed table and categories."),
    )


class DeleteForm(forms.Form):
    name = forms.CharField(
        label=_("Type its name"),
        max_length=NAME_LENGTH,
        help_text=_("So that nothing is deleted by mistake."),
        widget=forms.TextInput({"autocomplete": "off", "dir": "auto"}),
    )


class ReopenForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("For example: “Table 3 of round 4 was entered wrongly.” It stands in the history."),
        widget=forms.TextInput({"autocomplete": "off", "dir": "auto"}),
    )


class CategoryForm(forms.Form):
    name = forms.CharField(
        label=_("New category"),
        max_length=NAME_LENGTH,
        help_text=_("Your own words: juniors, newcomers, guests."),
        widget=forms.TextInput({"autocomplete": "off", "dir": "auto"}),
    )


class PrizesForm(forms.Form):
    """The list of prizes, a few lines longer than it is."""

    once = forms.BooleanField(
        label=_("One prize a person"),
        required=False,
        help_text=_("Whoever has won by a line above is passed over in the lines below."),
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["once"].initial = tournament.one_prize_each
        there = list(tournament.prizes.order_by("number"))
        self.lines = range(min(MOST_PRIZES, max(len(there) + SPARE_LINES, self._sent())))
        choices = [
            ("", gettext("everybody")),
            *((str(each.pk), each.name) for each in tournament.categories.all()),
        ]
        for at in self.lines:
            prize = there[at] if at < len(there) else None
            self.fields[f"first_{at}"] = WholeNumberField(
                label=gettext("The first"),
                required=False,
                min_value=1,
                max_value=MOST_PLACES,
                initial=prize.first if prize else None,
                widget=forms.TextInput(attrs=NUMERIC | DESCRIBED | {"maxlength": 3}),
            )
            self.fields[f"category_{at}"] = forms.ChoiceField(
                label=gettext("of"),
                required=False,
                choices=choices,
                initial=str(prize.category_id or "") if prize else "",
                widget=forms.Select(attrs=DESCRIBED),
            )
            self.fields[f"what_{at}"] = forms.CharField(
                label=gettext("What is given"),
                required=False,
                max_length=NAME_LENGTH,
                initial=prize.what if prize else "",
                widget=forms.TextInput(DESCRIBED | {"dir": "auto"}),
            )

    def _sent(self) -> int:
        """How many lines the page had, so that none that was typed is lost."""
        return sum(name.startswith("first_") for name in self.data)

    def rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField, forms.BoundField]]:
        return [
            (at + 1, self[f"first_{at}"], self[f"category_{at}"], self[f"what_{at}"]) for at in self.lines
        ]

    def prizes(self) -> list[PrizePlan]:
        """Lines without a number are left out."""
        sent = self.cleaned_data
        return [
            PrizePlan(
                category=int(sent[f"category_{at}"]) if sent[f"category_{at}"] else None,
                first=sent[f"first_{at}"],
                what=sent[f"what_{at}"],
            )
            for at in self.lines
            if sent[f"first_{at}"]
        ]
