"""Shapes of what comes in from the pages about people and clubs."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.fields import WholeNumberField
from tournaments.forms import MOST_TEXT, OnceForm
from tournaments.importing.limits import MOST_BYTES
from tournaments.models import NAME_LENGTH, Door, Player, Role
from tournaments.services.doors import DoorPlan
from tournaments.services.roster import Card

MOST_PACKED = 4_000_000
HTML_DATE_TIME = "%Y-%m-%dT%H:%M"
PLAIN = {"autocomplete": "off", "dir": "auto"}


class ListForm(forms.Form):
    """A list of people: a file, or pasted text."""

    names = forms.CharField(
        label=_("Paste a list"),
        max_length=MOST_TEXT,
        required=False,
        strip=False,
        help_text=_("Straight out of a spreadsheet, or one name a line."),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "dir": "auto"}),
    )
    file = forms.FileField(
        label=_("Or choose a file"),
        required=False,
        max_length=200,
        help_text=_("CSV or Excel (.xlsx), up to 2 MB."),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
    )

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        if not said.get("names", "").strip() and not said.get("file") and not self.errors:
            self.add_error("file", gettext("Choose a file, or paste a list."))
        return said

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file and file.size > MOST_BYTES:
            raise forms.ValidationError(
                gettext("This file is larger than 2 MB. Take only the rows with people, and save it as CSV.")
            )
        return file


class ConfirmForm(OnceForm):
    """The yes to a preview, with the lines that were shown."""

    rows = forms.CharField(widget=forms.HiddenInput, max_length=MOST_PACKED, strip=False)
    seen = forms.CharField(widget=forms.HiddenInput, max_length=40)


class PlayerForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        help_text=_("First and last name."),
        widget=forms.TextInput(attrs=PLAIN),
    )
    home = forms.CharField(
        label=_("Club"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("Shown beside the name. Leave it empty if there is none."),
        widget=forms.TextInput(attrs=PLAIN),
    )
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("Never public. Only who works for the club sees it."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    phone = forms.CharField(
        label=_("Telephone"),
        max_length=40,
        required=False,
        help_text=_("Never public. Only who works for the club sees it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "tel"}),
    )
    minor = forms.BooleanField(
        label=_("Minor"),
        required=False,
        help_text=_("Shown by the short name, unless chosen otherwise below."),
    )
    shown = forms.ChoiceField(
        label=_("In public"),
        required=False,
        widget=forms.RadioSelect,
        help_text=_("On pages that everybody sees, and on cards and lists that are printed for all."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["shown"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = [
            ("", gettext("as usual: the full name, of minors the short one")),
            *((value, label) for value, label in Player.Shown.choices),
        ]

    def card(self) -> Card:
        return Card(**self.cleaned_data)

    @staticmethod
    def initial_of(player: Player) -> dict[str, Any]:
        return {name: getattr(player, name) for name in ("name", "home", "email", "phone", "minor", "shown")}


class AskForm(OnceForm, PlayerForm):
    """The public page: the same, without the choice of a name that everybody sees later."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["shown"]
        self.fields["name"].help_text = gettext("First and last name, as you want to be called up.")
        self.fields["name"].widget.attrs["autocomplete"] = "name"
        self.fields["email"].widget.attrs["autocomplete"] = "email"
        self.fields["phone"].widget.attrs["autocomplete"] = "tel"
        self.fields["minor"].label = gettext("I am a minor, or enter one")
        self.fields["minor"].help_text = gettext("Only the first name and a letter are then shown in public.")

    def card(self) -> Card:
        said = self.cleaned_data
        return Card(said["name"], said["home"], said["email"], said["phone"], said["minor"])


class DoorForm(forms.Form):
    open = forms.BooleanField(
        label=_("People can enter themselves"),
        required=False,
        help_text=_("By a public page with a link and a QR code, though the tournament is not public yet."),
    )
    approval = forms.BooleanField(
        label=_("Each entry needs a yes"),
        required=False,
        help_text=_("From an organiser or the check-in desk."),
    )
    limit = WholeNumberField(
        label=pgettext_lazy("for how many people", "Places"),
        required=False,
        min_value=2,
        help_text=_("Who comes after them waits, and moves up when somebody leaves. Empty: as many as come."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    closes_at = forms.DateTimeField(
        label=_("Closes"),
        required=False,
        input_formats=[HTML_DATE_TIME, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
        help_text=_("Empty: when you switch it off."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=HTML_DATE_TIME),
    )
    check_in = forms.BooleanField(
        label=_("Only who is checked in is paired"),
        required=False,
        help_text=_("Who is entered but has not come does not leave an empty chair."),
    )
    by_oneself = forms.BooleanField(
        label=_("People can check in by themselves"),
        required=False,
        help_text=_("On their own phone, with a code that you put up in the hall."),
    )

    def plan(self) -> DoorPlan:
        return DoorPlan(**self.cleaned_data)

    @staticmethod
    def initial_of(door: Door) -> dict[str, Any]:
        return {name: getattr(door, name) for name in DoorPlan.__dataclass_fields__}


class HereForm(forms.Form):
    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        help_text=_("It stands at the check-in desk."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )
    name = forms.CharField(
        label=_("Your name"),
        max_length=NAME_LENGTH,
        help_text=_("As you were entered."),
        widget=forms.TextInput(attrs={"autocomplete": "name", "dir": "auto"}),
    )


class InviteForm(forms.Form):
    role = forms.ChoiceField(
        label=_("As"),
        choices=Role.choices,
        initial=Role.ORGANISER,
        help_text=_("An organiser plans and pairs. You can change it later."),
    )
    note = forms.CharField(
        label=_("For whom"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("So that you know later whose link this is."),
        widget=forms.TextInput(attrs=PLAIN),
    )


class JoinForm(forms.Form):
    """An account made on the way in."""

    username = forms.CharField(
        label=_("Name to sign in with"),
        max_length=150,
        help_text=_("Choose one. It stands in the history beside what you do."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=1000,
        help_text=_("At least 8 characters. 15 or more are better: several words make a good one."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class ClubForm(forms.Form):
    name = forms.CharField(
        label=_("Name of the club"),
        max_length=NAME_LENGTH,
        help_text=_("As it stands on public pages and on paper."),
        widget=forms.TextInput(attrs=PLAIN),
    )


class DutyForm(forms.Form):
    """Table numbers as people write them: 1-4, 7."""

    tables = forms.CharField(
        label=_("Tables"),
        max_length=200,
        required=False,
        help_text=_("Write table numbers like this: 1-4, 7"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "text", "placeholder": "1-4, 7"}),
    )

    def clean_tables(self) -> list[int]:
        numbers: set[int] = set()
        for part in filter(None, re.split(r"[,;\s]+", self.cleaned_data["tables"].replace("–", "-"))):
            found = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", part)
            if not found:
                raise forms.ValidationError(gettext("Write table numbers like this: 1-4, 7"))
            first, last = int(found[1]), int(found[2] or found[1])
            numbers.update(range(first, last + 1))
        return sorted(numbers)
