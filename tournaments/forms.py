"""Shapes of what comes in from pages. Whether it is allowed is the services' business."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.selectors import SeatView, Sheet
from rules.api import Engine
from rules.points import MOST_POINTS
from rules.registry import registry
from tournaments.fields import WholeNumberField
from tournaments.models import LANGUAGES, MOST_ENTRANTS, MOST_ROUNDS, NAME_LENGTH
from tournaments.names import clean_name, name_problem
from tournaments.pairing.api import LARGEST_TABLE, SMALLEST_TABLE
from tournaments.presets import PRESETS
from tournaments.systems import all_systems

MOST_TEXT = 400_000
"""Characters in a pasted list: two thousand long names and room to spare."""

RULES_HELP = _("Take the sheet that lies in your box of tiles.")
SYSTEM_HELP = _("How the tables are made up. If unsure, take Swiss.")
PLACE_HELP = _("As somebody would look for it: the hall and the town.")
LANGUAGE_HELP = _("For visitors who have not chosen one, and for what is printed.")


def engines_for_tables() -> list[Engine[Any]]:
    """The rules a tournament can be played by: two or more at a table, deals entered as points."""
    engines = registry().engines.values()
    return [each for each in engines if each.seats[-1] >= SMALLEST_TABLE and "totals" in each.entry_modes]


def broken_page(form: forms.Form) -> str:
    """A sentence for when what the page sends unseen did not come through, else nothing."""
    if any(field.errors for field in form.hidden_fields()):
        return gettext("This page did not send all it should. Reload it, then try again.")
    return ""


class OnceForm(forms.Form):
    """A form with an id of its own, so that the same one sent twice is carried out once."""

    form_id = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["form_id"].initial = uuid.uuid4

    def renew(self) -> None:
        """Let what was typed be sent as a form of its own."""
        self.data = (
            {**self.data.dict(), "form_id": str(uuid.uuid4())} if isinstance(self.data, QueryDict) else {}
        )


class TournamentForm(OnceForm):
    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        help_text=_("As it will stand on the wall, for example “Autumn Cup 2026”."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
    )
    rules_key = forms.ChoiceField(label=_("Rules"), help_text=RULES_HELP)
    table_size = forms.TypedChoiceField(
        label=_("Players at a table"),
        coerce=int,
        initial=4,
        choices=[(size, str(size)) for size in range(SMALLEST_TABLE, LARGEST_TABLE + 1)],
        help_text=_("When the numbers do not fit, some tables get one more or one fewer."),
    )
    system = forms.ChoiceField(label=_("System"), required=False, help_text=SYSTEM_HELP)
    preset = forms.ChoiceField(required=False, widget=forms.HiddenInput)
    place = forms.CharField(
        label=pgettext_lazy("where it is held", "Place"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=PLACE_HELP,
        widget=forms.TextInput({"dir": "auto"}),
    )
    day = forms.DateField(
        label=_("Day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("Left empty: today. More days can be set later."),
    )
    language = forms.ChoiceField(
        label=_("Language of its public pages"),
        required=False,
        choices=[("", _("each visitor’s own")), *LANGUAGES],
        help_text=LANGUAGE_HELP,
    )
    expected = WholeNumberField(
        label=_("People expected"),
        required=False,
        min_value=1,
        max_value=MOST_ENTRANTS,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        help_text=_("A guess is enough, to compare table sizes with."),
    )
    rounds = WholeNumberField(
        label=_("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        initial=5,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=_("How often everybody plays. Three to five fill an evening."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["rules_key"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = [(engine.key, gettext(engine.name)) for engine in engines_for_tables()]
        system = self.fields["system"]
        assert isinstance(system, forms.ChoiceField)  # noqa: S101 - declared above
        system.choices = [(key, gettext(each.name)) for key, each in all_systems().items()]
        preset = self.fields["preset"]
        assert isinstance(preset, forms.ChoiceField)  # noqa: S101 - declared above
        preset.choices = [("", ""), *((key, str(each.name)) for key, each in PRESETS.items())]

    def clean_system(self) -> str:
        """A form that does not ask for the system means the usual one."""
        return self.cleaned_data["system"] or "swiss"

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"])
        if problem := name_problem(name):
            raise forms.ValidationError(problem)
        return name


class NamesForm(OnceForm):
    names = forms.CharField(
        label=_("Names, one a line"),
        max_length=MOST_TEXT,
        required=False,
        strip=False,
        help_text=_("First and last name. You can add more at any time."),
        widget=forms.Textarea(
            attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "words", "dir": "auto"}
        ),
    )


class EntryForm(forms.Form):
    """An entry of a match's log: its own id, and the version of the match it was made on."""

    entry_id = forms.UUIDField(widget=forms.HiddenInput)
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry_id"].initial = uuid.uuid4


class PointsField(WholeNumberField):
    """Points as people type them: a key for the sign beside it, so the phone shows its number pad."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 6})
    default_error_messages = {
        "required": _("Enter this player’s points."),
        "invalid": _("Enter a whole number."),
    }


class DealForm(EntryForm):
    """What each player got in a deal."""

    bell = forms.BooleanField(
        label=_("The bell rang in this deal"),
        required=False,
        help_text=_(
            "Somebody got to the limit, even if they fell below it again. This deal is then the last."
        ),
    )

    def __init__(self, sheet: Sheet, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sheet = sheet
        self.fields["version"].initial = sheet.match.version
        if sheet.counts_places:
            least, most = 1, len(sheet.seats)
            sentence = gettext("A place is a number from 1 to %(most)s.") % {"most": most}
        else:
            least, most = -MOST_POINTS, MOST_POINTS
            sentence = gettext("Enter a number between −%(most)s and %(most)s.") % {"most": most}
        said = {"min_value": sentence, "max_value": sentence}
        for seat in sheet.seats:
            self.fields[f"points_{seat.key}"] = PointsField(
                label=seat.name, min_value=least, max_value=most, error_messages=said
            )
        if sheet.limit is None:
            del self.fields["bell"]

    def begin_at_the_first(self) -> None:
        """For the next deal the first field is where to go on."""
        first = self.fields[f"points_{self.sheet.seats[0].key}"]
        first.widget.attrs["autofocus"] = True

    def points(self) -> dict[str, int]:
        """The typed points by seat."""
        return {
            name.removeprefix("points_"): value
            for name, value in self.cleaned_data.items()
            if name.startswith("points_")
        }

    def seats_and_fields(self) -> list[tuple[SeatView, forms.BoundField]]:
        return [(seat, self[f"points_{seat.key}"]) for seat in self.sheet.seats]
