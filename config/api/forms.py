"""Shapes of what comes in from the club's page about programs."""

from __future__ import annotations

from datetime import datetime, time

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.api.hooks import EVENTS, MOST_URL
from config.api.models import Token
from config.api.tokens import TokenPlan
from tournaments.models import NAME_LENGTH
from tournaments.roles import Scope

PLAIN = {"autocomplete": "off", "dir": "auto"}


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("What it is for"),
        max_length=NAME_LENGTH,
        help_text=_("So that you know later which one to call back."),
        widget=forms.TextInput(attrs=PLAIN),
    )
    scope = forms.ChoiceField(
        label=_("It may"),
        choices=Token.SCOPES,
        initial=Scope.READ.value,
        help_text=_("Give no more than the program needs."),
        widget=forms.RadioSelect,
    )
    expires = forms.DateField(
        label=_("Works until the end of"),
        required=False,
        help_text=_("Left empty: until you call it back."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def plan(self) -> TokenPlan:
        last = self.cleaned_data["expires"]
        until = timezone.make_aware(datetime.combine(last, time.max)) if last else None
        return TokenPlan(self.cleaned_data["name"], self.cleaned_data["scope"], until)


class HookForm(forms.Form):
    url = forms.CharField(
        label=_("Address"),
        max_length=MOST_URL,
        help_text=_("Where your own program listens, beginning with https://."),
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )
    events = forms.MultipleChoiceField(
        label=_("Tell it when"),
        choices=list(EVENTS.items()),
        initial=list(EVENTS),
        help_text=_("If unsure, leave all ticked: your program can pass over what it does not need."),
        widget=forms.CheckboxSelectMultiple,
    )
