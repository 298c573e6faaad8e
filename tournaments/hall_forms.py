"""Shapes of what comes in from the pages of the hall: settings, PINs, signatures, decisions, calls, clocks."""

from __future__ import annotations

import uuid
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.selectors import Sheet
from rules.api import places_by
from tournaments.fields import WholeNumberField
from tournaments.forms import EntryForm, OnceForm
from tournaments.services.settings import MOST_MINUTES, TURN_SECONDS

MOST_REASON = 200
TURN_WORDS = {0: _("Off"), 30: _("30 seconds"), 60: _("60 seconds")}


def _day(label: Any, help_text: Any = "") -> forms.DateField:
    return forms.DateField(
        label=label,
        help_text=help_text,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


def _reason(label: Any, help_text: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=help_text,
        max_length=MOST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )


class SettingsForm(forms.Form):
    first_day = _day(_("First day"), _("The day on which round 1 is played."))
    last_day = _day(
        _("Last day"), _("Judge cards work from the day before the first to the day after the last.")
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone of the hall"),
        required=False,
        help_text=_("Change it only if the hall is in another one than this machine."),
    )
    signing = forms.BooleanField(
        label=_("Players sign their sheet"),
        required=False,
        help_text=_(
            "A result becomes final when everybody at the table has signed: with a PIN, or with a finger. Who does not agree can appeal to you."
        ),
    )
    double_check = forms.BooleanField(
        label=_("A second person looks each sheet over"),
        required=False,
        help_text=_(
            "A result becomes final when somebody with an account, who entered nothing of it, has compared it: an organiser, or a judge whom the table was given to."
        ),
    )
    round_minutes = WholeNumberField(
        label=_("Round clock, in minutes"),
        min_value=0,
        max_value=MOST_MINUTES,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=_(
            "0 switches it off. It runs from publication, or from when you start it on the round’s page. It only shows; ending a match stays your decision."
        ),
    )
    turn_seconds = forms.TypedChoiceField(
        label=_("Turn clock"),
        coerce=int,
        choices=[(seconds, TURN_WORDS[seconds]) for seconds in TURN_SECONDS],
        help_text=_("Starts again with every turn that is entered."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zone = self.fields["time_zone"]
        assert isinstance(zone, forms.ChoiceField)  # noqa: S101 - declared above
        here = gettext("As this machine: %(zone)s") % {"zone": settings.TIME_ZONE}
        zone.choices = [
            ("", here),
            *((name, name.replace("_", " ")) for name in sorted(available_timezones())),
        ]


class PinForm(forms.Form):
    pin = forms.CharField(
        label=_("PIN, 4 to 6 digits"),
        required=False,
        max_length=20,
        help_text=_("Let the player type one, or leave it empty and one is made up."),
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "pattern": "[0-9]{4,6}"}
        ),
    )


class SheetForm(forms.Form):
    """Something said about a sheet: its own id, and the sheet that was seen."""

    entry_id = forms.UUIDField(widget=forms.HiddenInput)
    sheet = forms.RegexField(r"[0-9a-f]{64}", widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry_id"].initial = uuid.uuid4


class SignForm(SheetForm):
    """A PIN, a drawing, or a typed name; which of them counts is for the service to say."""

    pin = forms.CharField(
        label=_("PIN"),
        required=False,
        max_length=20,
        help_text=_("The PIN you were given at check-in. Forgotten? Ask the organiser for a new one."),
        widget=forms.PasswordInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "pattern": "[0-9]*"}
        ),
    )
    drawn = forms.CharField(required=False, max_length=20_000, widget=forms.HiddenInput)
    name = forms.CharField(
        label=_("Or type your name"),
        required=False,
        max_length=80,
        help_text=_("It counts as a signature."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )


class ObjectForm(SheetForm):
    why = _reason(
        _("What is wrong?"),
        _("For example: “The bridge in deal 2 was not counted.” It is published with the decision."),
    )


class DecideForm(SheetForm):
    why = _reason(_("Reason"), _("It is published with the result."))


class EndForm(EntryForm):
    """How a match is ended before its rules end it."""

    how = forms.ChoiceField(
        label=_("How does it end?"),
        choices=[
            ("stop", _("As it stands: the points decide")),
            ("abandon", _("With places that I decide")),
        ],
        initial="stop",
        help_text=_("Places of your own are for a match that cannot be judged by its points."),
        widget=forms.RadioSelect,
    )
    why = _reason(
        _("Reason"), _("For example: “The time of the round is over.” It is published with the result.")
    )

    def __init__(self, sheet: Sheet, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sheet = sheet
        self.fields["version"].initial = sheet.match.version
        choices = [("", "–"), *((place, str(place)) for place in range(1, len(sheet.seats) + 1))]
        for seat in sheet.seats:
            self.fields[f"place_{seat.key}"] = forms.TypedChoiceField(
                label=seat.name, choices=choices, coerce=int, empty_value=None, required=False
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("how") == "abandon":
            for seat in self.sheet.seats:
                if cleaned.get(f"place_{seat.key}") is None and f"place_{seat.key}" not in self.errors:
                    self.add_error(f"place_{seat.key}", _("Choose a place."))
        return cleaned

    def seats_and_fields(self) -> list[tuple[Any, forms.BoundField]]:
        return [(seat, self[f"place_{seat.key}"]) for seat in self.sheet.seats]

    def places(self) -> dict[str, int]:
        """As typed; shared places are counted as 1, 2, 2, 4 when they are kept."""
        return {seat.key: self.cleaned_data[f"place_{seat.key}"] for seat in self.sheet.seats}

    def outcome(self) -> list[tuple[Any, int]]:
        """Who would be where, the best first."""
        if self.cleaned_data["how"] == "abandon":
            places = places_by(self.places(), lowest_first=True)
        else:
            places = {seat.key: seat.place for seat in self.sheet.seats}
        return sorted(((seat, places[seat.key]) for seat in self.sheet.seats), key=lambda each: each[1])

    @property
    def fingerprint(self) -> str:
        """What was shown before the yes."""
        places = [f"{seat.key}:{place}" for seat, place in self.outcome()]
        return " ".join([self.cleaned_data["how"], *places])

    def on_what_is_there(self) -> None:
        """Let the page go on from the match as it is now, which is what it shows."""
        self.data = {name: self.data[name] for name in self.data} | {"version": str(self.sheet.match.version)}


class CallForm(forms.Form):
    call_id = forms.UUIDField(widget=forms.HiddenInput)
    ready = forms.CharField(required=False, max_length=MOST_REASON)
    reason = forms.CharField(
        label=_("Something else"),
        required=False,
        max_length=MOST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto", "id": "call-reason"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["call_id"].initial = uuid.uuid4

    @property
    def said(self) -> str:
        return str(self.cleaned_data["ready"] or self.cleaned_data["reason"])


class ClockForm(OnceForm):
    """Start the round's clock, or add minutes to it, for all tables or for one."""

    do = forms.ChoiceField(choices=[("start", ""), ("extra", "")])
    minutes = WholeNumberField(required=False)
    table = WholeNumberField(required=False, min_value=1)
