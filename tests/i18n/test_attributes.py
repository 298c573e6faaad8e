"""Numbers for machines stay numbers for machines: no language may write a comma into a drawing or a thousand into a link."""

import re
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.utils.formats import number_format

from tests.security.stage import addresses, stage
from tests.tournaments.test_endpoints import TABLE, body

NUMBER_HERE = re.compile(r"\d,\d|\d\N{NO-BREAK SPACE}\d")
FREE = {
    "points",
    "d",
    "transform",
    "content",
    "title",
    "aria-label",
    "placeholder",
    "value",
    "alt",
    "pattern",
}
"""Drawn from pairs with commas between them, or read by people."""


class Attributes(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            free = name in FREE and tag not in ("progress", "meter")
            if not free and value and " " not in value and NUMBER_HERE.search(value):
                self.wrong.append(f"<{tag} {name}={value!r}>")


@pytest.mark.django_db
@pytest.mark.only_the_page
@pytest.mark.parametrize("board", [False, True], ids=["points", "board"])
def test_no_attribute_is_written_as_a_language_does(board):
    here = stage(board=board)
    client: Client = here.client("organiser")
    wrong = {}
    for name, address in addresses(here).items():
        if TABLE[name][0] != "get":
            continue
        response = client.get(address, body(name) | {"language": "fr"})
        content = response.getvalue()
        if response.headers.get("Content-Type", "").startswith("text/html"):
            reader = Attributes()
            reader.feed(content.decode())
            if reader.wrong:
                wrong[name] = reader.wrong[:5]
    assert wrong == {}


def test_numbers_on_pages_are_not_grouped_by_themselves():
    """Only points are (tournaments.numbers): a page says its numbers to people and to addresses in one way."""
    assert number_format(12345) == "12345"
