"""Numbers and days as each language writes them."""

import datetime
from decimal import Decimal

import pytest
from django.utils import translation
from django.utils.formats import date_format

from tournaments.numbers import as_text

NBSP = "\N{NO-BREAK SPACE}"
WRITTEN = {
    "en": ("1,234.5", "−5"),
    "fr": (f"1{NBSP}234,5", "−5"),
    "nl": ("1.234,5", "−5"),
    "de": ("1.234,5", "−5"),
    "es": (f"1{NBSP}234,5", "−5"),
    "pt": ("1.234,5", "−5"),
    "pl": (f"1{NBSP}234,5", "−5"),
    "da": ("1.234,5", "−5"),
    "sv": (f"1{NBSP}234,5", "−5"),
    "nb": (f"1{NBSP}234,5", "−5"),
    "fi": (f"1{NBSP}234,5", "−5"),
    "cs": (f"1{NBSP}234,5", "−5"),
}


def test_every_language_stands_here(settings):
    assert set(WRITTEN) == {code for code, _name in settings.LANGUAGES}


@pytest.mark.parametrize("code", WRITTEN)
def test_points_are_written_as_the_language_does(code):
    with translation.override(code):
        assert (as_text(Decimal("1234.50")), as_text(-5)) == WRITTEN[code]
        assert as_text(-1234, grouped=False) == "−1234"


def test_days_are_written_as_the_language_does():
    day, seen = datetime.date(2026, 3, 1), {}
    for code in WRITTEN:
        with translation.override(code):
            seen[code] = date_format(day, "DATE_FORMAT")
    assert seen["fr"] == "1 mars 2026"
    assert seen["cs"].replace(NBSP, " ") == "1. března 2026"
    assert len(set(seen.values())) >= 10
