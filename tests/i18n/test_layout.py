"""Long words on a narrow phone: every page in the pseudo-locale, 320 pixels wide, with nothing pushed out or cut off."""

import mimetypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.utils import translation
from playwright.sync_api import Page

from tests import needs
from tests.conftest import launched
from tests.i18n.pseudo import CODE
from tests.i18n.test_marked import speaking
from tests.security.stage import addresses, stage
from tests.tournaments.test_endpoints import TABLE, body

NARROW = 320
WRONG = """() => {
  const wrong = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  const slides = (each) => each && (/(auto|scroll)/.test(getComputedStyle(each).overflowX) || slides(each.parentElement));
  const called = (each) => `${each.tagName.toLowerCase()}.${each.className?.baseVal ?? each.className} “${each.textContent.trim().slice(0, 40)}”`;
  if (wide > 0) {
    const out = [...document.body.querySelectorAll("*")].filter((each) => {
      const box = each.getBoundingClientRect();
      return box.width && box.right > innerWidth + 1 && !slides(each.parentElement);
    });
    wrong.push(`${wide} px too wide: ${out.slice(0, 3).map(called).join(", ")}`);
  }
  for (const each of document.querySelectorAll("button, .btn, summary, .chip, .tabs a, label")) {
    if (!each.offsetParent || each.closest(".visually-hidden")) continue;
    const cut = getComputedStyle(each).overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1;
    const spills = each.matches("button, .btn") && each.scrollWidth > each.clientWidth + 1;
    const inner = [...each.querySelectorAll("span, strong")].some((part) => part.scrollHeight > part.clientHeight + 2 && part.clientHeight && getComputedStyle(part).overflowY === "hidden" && !part.closest(".visually-hidden, summary"));
    if (cut || spills || inner) wrong.push(`cut: ${called(each)}`);
  }
  return wrong;
}"""


def pages(role, *, board):
    """What every address shows to this role, by its name."""
    with translation.override(CODE):
        here = stage(board=board)
    where, client = addresses(here), speaking(here.client(role))
    shown = {}
    for name, address in where.items():
        if TABLE[name][0] == "get":
            response = client.get(address, body(name))
            content = response.getvalue()
            # Not a part that is asked for by a page, which brings no style of its own.
            if b"<html" in content:
                shown[name] = content.decode()
    return shown


class Stand(BaseHTTPRequestHandler):
    """In the place of a server: the pages that were made, and our own files, which a browser keeps."""

    protocol_version = "HTTP/1.1"

    def __init__(self, shown: dict[str, str], *request: Any) -> None:
        self.shown = shown
        super().__init__(*request)

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        name = path.strip("/")
        if name in self.shown:
            self.answer(200, self.shown[name].encode(), "text/html; charset=utf-8")
        elif path.startswith("/static/") and (found := finders.find(path.removeprefix("/static/"))):
            kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
            self.answer(200, Path(str(found)).read_bytes(), kind)
        else:
            self.answer(404, b"", "text/plain")

    def answer(self, status: int, content: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=3600")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_said: Any) -> None:
        """Nothing: a browser asks for much."""


@contextmanager
def standing(shown: dict[str, str]) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Stand, shown)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def complaints(page: Page, site: str, shown: dict[str, str]) -> dict[str, list[str]]:
    wrong = {}
    for name in shown:
        answer = page.goto(f"{site}/{name}")
        assert answer
        assert answer.status == 200
        if said := page.evaluate(WRONG):
            wrong[name] = said
    return wrong


@pytest.mark.django_db
@pytest.mark.only_the_page
@pytest.mark.parametrize(("role", "board"), [("organiser", False), ("organiser", True), ("judge", True)])
def test_long_words_fit_on_a_narrow_phone(pseudo, role, board):
    needs.need_chromium()
    # Before a browser is there: while one runs, the database is out of reach in this thread.
    shown = pages(role, board=board)
    assert len(shown) > (60 if role == "organiser" else 10)
    with standing(shown) as site, launched(needs.CHROMIUM) as chromium:
        page = chromium.new_page(viewport={"width": NARROW, "height": 640})
        wrong = complaints(page, site, shown)
    assert wrong == {}
