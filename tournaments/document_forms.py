"""The forms that bring in a tournament, and a match record."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.document.parsing import MOST_BYTES
from tournaments.forms import OnceForm
from tournaments.importing.limits import MOST_BYTES as MOST_RECORD


class DocumentForm(OnceForm):
    file = forms.FileField(
        label=_("The document"),
        max_length=200,
        error_messages={"required": _("Choose the file."), "empty": _("This file is empty.")},
        help_text=_("The file that “Export everything” gave, as it is. Its name ends in .json."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise forms.ValidationError(
                gettext("This file is larger than %(most)s MB, and no tournament is.")
                % {"most": MOST_BYTES // 2**20}
            )
        return file


class RecordForm(forms.Form):
    """A match record: the file, or, with the yes, what was read out of it."""

    file = forms.FileField(
        label=_("The record"),
        required=False,
        max_length=200,
        error_messages={"empty": _("This file is empty.")},
        help_text=_("A match record (triominos-match/1), up to 2 MB. Its name ends in .json."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    record = forms.CharField(
        required=False, strip=False, max_length=MOST_RECORD, widget=forms.HiddenInput, initial=""
    )

    @property
    def said_yes(self) -> bool:
        return bool(self.cleaned_data.get("record"))

    def raw(self) -> bytes:
        file = self.cleaned_data.get("file")
        return file.read() if file else str(self.cleaned_data["record"]).encode()

    def clean(self) -> dict[str, Any]:
        if not self.errors and not self.cleaned_data.get("file") and not self.cleaned_data.get("record"):
            self.add_error("file", gettext("Choose the file."))
        return self.cleaned_data

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file and file.size > MOST_RECORD:
            raise forms.ValidationError(
                gettext("This file is larger than %(most)s MB.") % {"most": MOST_RECORD // 2**20}
            )
        return file
