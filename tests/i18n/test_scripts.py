"""The scripts: they say nothing in a language of their own, and ask for everything in that of their page."""

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings
from django.test import Client

from tests import needs
from tests.conftest import launched
from tests.factories import published_round, tournament_of
from tests.i18n.pseudo import CODE
from tests.i18n.test_layout import standing
from tests.i18n.test_marked import speaking

SCRIPTS = sorted((Path(settings.ROOT) / "static" / "js").glob("*.js"))
COMMENT = re.compile(r"(?m)(^|[^:])//.*$|/\*.*?\*/", re.DOTALL)
TEXT = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`]*)`")
SENTENCE = re.compile(r"^[A-Z]?[a-z’']+(?: [a-z’']+)+[.!?…:]?$")
SAID = {"use strict"}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_says_anything_by_itself(path):
    bare = COMMENT.sub(r"\1", path.read_text(encoding="utf-8"))
    texts = {"".join(found) for found in TEXT.findall(bare)}
    assert {text for text in texts if SENTENCE.match(text.strip())} - SAID == set()


@pytest.mark.django_db
@pytest.mark.only_the_page
def test_what_a_page_asks_for_is_asked_for_in_its_language(pseudo):
    needs.need_chromium()
    tournament = tournament_of(8, language="sv")
    published_round(tournament)
    shown = {"page": speaking(Client()).get(f"/t/{tournament.slug}/").content.decode()}
    with standing(shown) as site, launched(needs.CHROMIUM) as chromium:
        page = chromium.new_page()
        with page.expect_request(lambda request: "/live/stream" in request.url) as stream:
            page.goto(f"{site}/page")
        with page.expect_request(lambda request: request.url.endswith("/part")) as part:
            page.evaluate("() => { htmx.ajax('GET', '/part', {target: 'main', swap: 'none'}); }")
        with page.expect_request(lambda request: "/live/fragment" in request.url) as fragment:
            page.evaluate("() => document.dispatchEvent(new Event('resume'))")
        told = [parse_qs(urlsplit(each.value.url).query)["language"] for each in (stream, fragment)]
        header = part.value.headers["page-language"]
    assert (told, header) == ([[CODE], [CODE]], CODE)
