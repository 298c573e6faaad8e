"""Shapes of what comes in from the pages about messages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from config.tidings.following import LONGEST_ENDPOINT, Device
from config.tidings.models import Kind


class KindsForm(forms.Form):
    kinds = forms.MultipleChoiceField(
        label=_("Tell me"),
        choices=Kind.choices,
        required=False,
        initial=Kind.values,
        widget=forms.CheckboxSelectMultiple,
    )


class MailForm(KindsForm):
    """With the address of who has no account, or whose account has none."""

    address = forms.EmailField(
        label=_("Your e-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def __init__(self, *args: Any, own: str = "", **kwargs: Any) -> None:
        """``own``: the confirmed address of an account, which need not be typed."""
        super().__init__(*args, **kwargs)
        if own:
            del self.fields["address"]


class DeviceForm(KindsForm):
    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT)
    p256dh = forms.CharField(max_length=120)
    auth = forms.CharField(max_length=40)

    def device(self) -> Device:
        said = self.cleaned_data
        return Device(said["endpoint"], said["p256dh"], said["auth"])
