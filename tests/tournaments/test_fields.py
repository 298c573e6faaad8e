"""Whole numbers as they come from number pads, word processors and spreadsheets."""

import pytest
from django import forms

from tournaments.fields import WholeNumberField


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("12", 12),
        (" 12 ", 12),
        ("+7", 7),
        ("-5", -5),
        ("−5", -5),
        ("–5", -5),
        ("—5", -5),
        ("‑5", -5),
        ("﹣5", -5),
        ("－5", -5),
        ("- 5", -5),
        ("007", 7),
        ("٣٤", 34),
        ("", None),
        (12, 12),
    ],
)
def test_what_is_meant_is_read(typed, meant):
    assert WholeNumberField(required=False).clean(typed) == meant


@pytest.mark.parametrize(
    "typed",
    ["1.000", "1,000", "1 000", "1.0", "1_0", "1e3", "--5", "5-", "-", "0x10", "½", "²", "NaN", "9" * 5000],
)
def test_what_may_mean_two_things_is_not_a_number(typed):
    with pytest.raises(forms.ValidationError):
        WholeNumberField(required=False).clean(typed)
