"""The pseudo-locale, for as long as a test runs."""

from pathlib import Path

import django
import polib
import pytest
from django.conf import settings as now
from django.utils.translation import trans_real

from tests.i18n.pseudo import CODE, Pseudo

OURS = Path(now.ROOT) / "locale" / "fr" / "LC_MESSAGES" / "django.po"
DJANGO = Path(django.__file__).parent
THEIRS = [DJANGO / place / "locale/fr/LC_MESSAGES/django.po" for place in ("conf", "contrib/auth")]


@pytest.fixture(scope="session")
def known():
    """All that the catalogues have a place for."""
    entries = [entry for path in (OURS, *THEIRS) for entry in polib.pofile(str(path))]
    return {text for entry in entries for text in (entry.msgid, entry.msgid_plural) if text}


@pytest.fixture
def pseudo(settings, monkeypatch, known):
    """Its code; offered beside the others until the test ends."""
    settings.LANGUAGES = [*settings.LANGUAGES, (CODE, "[[pseudo]]")]
    monkeypatch.setitem(trans_real._translations, CODE, Pseudo(known))
    return CODE
