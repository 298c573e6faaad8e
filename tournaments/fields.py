"""Fields that read what people really type, on phones, in word processors and out of spreadsheets."""

from __future__ import annotations

import re
from typing import Any

from django import forms

MINUS_SIGNS = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d"), "-")
"""Hyphens, dashes and true minus signs: what a keyboard offers beside the digits, or makes of a hyphen."""
SIGN_AND_SPACE = re.compile(r"^([+-])\s+")
WHOLE = re.compile(r"[+-]?\d+")


class WholeNumberField(forms.IntegerField):
    """Digits and a sign, and nothing that could mean two things: 1.000 is a thousand to most, and one to Python."""

    def to_python(self, value: Any) -> int | None:
        if isinstance(value, str):
            value = SIGN_AND_SPACE.sub(r"\1", value.strip().translate(MINUS_SIGNS))
            if value and not WHOLE.fullmatch(value):
                raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)
