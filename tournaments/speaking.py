"""The language of a tournament: of its pages for who has not chosen one, and of what is printed for its hall.

Knows no cookie and no browser: whether a visitor has chosen a language is said by the request (config.languages).
"""

from __future__ import annotations

from contextlib import AbstractContextManager

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from tournaments.models import Tournament

PARAMETER = "language"


def speak_for(request: HttpRequest, tournament: Tournament) -> None:
    """The rest of this request is answered in the tournament's language, unless its visitor wants another."""
    if not getattr(request, "language_is_firm", False):
        _speak(request, tournament)


def speak_on_paper(request: HttpRequest, tournament: Tournament) -> None:
    """What hangs in the hall is in the hall's language whoever prints it, unless the address says another."""
    if request.GET.get(PARAMETER) not in dict(settings.LANGUAGES):
        _speak(request, tournament)


def told_in(tournament: Tournament) -> AbstractContextManager[None]:
    """For a job, which nobody asks for in a language: what it writes down is read by those who run the tournament."""
    known = tournament.language in dict(settings.LANGUAGES)
    return translation.override(tournament.language if known else settings.LANGUAGE_CODE)


def _speak(request: HttpRequest, tournament: Tournament) -> None:
    # One that a later version offered, or an earlier one, may stand there.
    if tournament.language in dict(settings.LANGUAGES):
        translation.activate(tournament.language)
        request.LANGUAGE_CODE = tournament.language
