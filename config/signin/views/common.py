"""What these views share: how a refusal is told."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.signin.limits import TooMany
from config.signin.middleware import TOO_MANY
from games.errors import Refused
from tournaments.views.common import UNFIT


def refuse(form: forms.Form, refusal: Refused) -> None:
    """On its field, if the form has it; and how long to wait stays with the form."""
    form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
    if isinstance(refusal, TooMany):
        form.seconds_to_wait = refusal.seconds  # type: ignore[attr-defined]


def page(request: HttpRequest, name: str, form: forms.Form | None = None, /, **context: Any) -> HttpResponse:
    seconds = getattr(form, "seconds_to_wait", 0)
    status = TOO_MANY if seconds else UNFIT if form is not None and form.errors else 200
    response = render(request, name, {"form": form} | context, status=status)
    if seconds:
        response["Retry-After"] = str(seconds)
    return response
