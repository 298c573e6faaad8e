"""Everything that a page says is marked for translation: read in the templates, and seen on every page."""

import re
from pathlib import Path
from zoneinfo import available_timezones

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from config.signin.models import Letter
from config.signin.wording import NOTICES, words_for
from tests.i18n.pseudo import CODE, OPEN, WORD, Reader, outside, unmarked
from tests.security.stage import addresses, stage
from tests.tournaments.test_endpoints import TABLE, body

TEMPLATES = sorted((Path(settings.ROOT) / "templates").rglob("*.html"))
BRANDS = {"Triomphe", "Triominos", "JSON", "CSV", "Excel", "iCalendar"}
UNREAD = re.compile(
    r"{#.*?#}|{%\s*comment\b.*?{%\s*endcomment\s*%}|{%\s*blocktranslate\b.*?{%\s*endblocktranslate\s*%}"
    r"|{%\s*block \w+_class\s*%}.*?{%\s*endblock",
    re.DOTALL,
)
TAGS = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
DATA = re.compile(
    r"Triomphe|Triominos|JSON|CSV|Excel|ZIP|iCalendar"  # brands
    r"|Autumn Cup|Player \d+|Club \d+|organiser\d+|Juniors|Rules|Late|Why|Xan|Yan|League|a program"  # what somebody typed
    r"|\[\[pseudo\]\]|https?://\S+|\S+@example\.org|autumn-cup-\S+"
    rf"|{'|'.join(name for _code, name in settings.LANGUAGES)}"  # each in its own words
    rf"|\b(?:{'|'.join(sorted(available_timezones(), key=len, reverse=True)).replace('_', '.')})\b"
)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: "/".join(path.parts[-2:]))
def test_no_template_says_anything_that_is_not_marked(path):
    bare = TAGS.sub("", UNREAD.sub("", path.read_text(encoding="utf-8")))
    reader = Reader()
    reader.feed(bare)
    said = [word for text in reader.texts for word in WORD.findall(text) if word not in BRANDS]
    assert said == []


def speaking(client: Client) -> Client:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = CODE
    return client


def complaints(response) -> list[str]:
    content = response.getvalue()  # read to its end, which closes a file behind it
    if not response.headers.get("Content-Type", "").startswith("text/html"):
        return []
    return unmarked(content.decode(), DATA)


@pytest.mark.django_db
@pytest.mark.only_the_page
@pytest.mark.parametrize("board", [False, True], ids=["points", "board"])
@pytest.mark.parametrize("role", ["organiser", "judge", "spectator", "viewer"])
def test_no_page_says_anything_that_is_not_marked(pseudo, role, board):
    with translation.override(CODE):
        here = stage(board=board)
    where, client = addresses(here), speaking(here.client(role))
    wrong = {}
    for name, address in where.items():
        if TABLE[name][0] == "get" and (said := complaints(client.get(address, body(name)))):
            wrong[name] = said
    assert wrong == {}


@pytest.mark.django_db
@pytest.mark.only_the_page
@pytest.mark.parametrize("board", [False, True], ids=["points", "board"])
def test_no_refusal_says_anything_that_is_not_marked(pseudo, board):
    """Every form sent empty, and the page that it leads to."""
    with translation.override(CODE):
        here = stage(board=board)
    where, client = addresses(here), speaking(here.client("organiser"))
    last = ("sign_out", "delete_tournament", "erase_player", "close_tournament")
    wrong = {}
    for name in sorted(where, key=lambda name: (name in last, name)):
        if said := complaints(client.post(where[name], body(name), follow=True)):
            wrong[name] = said
    assert wrong == {}


@pytest.mark.django_db
@pytest.mark.only_the_page
@pytest.mark.parametrize("role", ["organiser", "spectator"])
def test_nothing_that_is_kept_comes_in_another_language(pseudo, role):
    """Every page in brackets first, and then in English: what was made for the one must not be given to the other."""
    here = stage(board=True)
    where, client = addresses(here), speaking(here.client(role))
    asked = {name: address for name, address in where.items() if TABLE[name][0] == "get"}
    for name, address in asked.items():
        client.get(address, body(name)).getvalue()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    wrong = [
        name
        for name, address in asked.items()
        if OPEN in str(client.get(address, body(name)).getvalue(), "utf-8", "replace")
    ]
    assert wrong == []


@pytest.mark.parametrize("what", [*NOTICES, "link", "confirm"])
def test_no_mail_says_anything_that_is_not_marked(pseudo, what):
    kind = Letter.Kind.NOTICE if what in NOTICES else Letter.Kind(what)
    with translation.override(CODE):
        subject, text = words_for(Letter(kind=kind, what=what), "organiser1", "https://example.org/m/x/")
    assert not WORD.search(DATA.sub("", outside(f"{subject} {text}")))
