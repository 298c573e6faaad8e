"""Names that would like to be programs, on every page, in a real browser: shown as the text they are, and nothing runs."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page

from tests.browser.devices import PHONE
from tests.browser.test_thin_tournament import type_points
from tests.hall import Hall
from tests.security import counts
from tests.security.corpus import CANARY, NAMES
from tests.tournaments.test_endpoints import ROLES, TABLE

pytestmark = pytest.mark.only_the_page

TRAP = """
    window.__hits = [];
    window.hit = (what) => window.__hits.push(`hit ${what}`);
    for (const name of ["alert", "confirm", "prompt", "print"]) window[name] = () => window.hit(name);
    document.addEventListener("securitypolicyviolation", (event) =>
      window.hit(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""
PLANTED = """() => [...document.querySelectorAll([
    "script:not([src]):not([type='application/json'])", "style", "base", "iframe", "object", "embed", "math", "marquee", "foreignObject", "video",
    "meta[http-equiv]", "form[action*='canary']", "[src*='canary']", "link[href*='canary']", "[data-hx-get]",
    "[onerror],[onload],[onfocus],[onmouseover],[ontoggle],[onbegin],[onstart]", "[href^='javascript' i]",
    "[hx-on\\\\:load]", "[hx-get*='canary']", "[data-stream*='canary']", "[style*='canary']", "template[shadowrootmode]",
].join(","))].map((each) => each.outerHTML.slice(0, 200))"""
NO_PAGES = {"standings_json", "service_worker", "sign_out", "sign_in_by_link"}
ASKED = f"?q={quote(NAMES[13])}&page={quote(NAMES[12])}&reason={quote(NAMES[50])}&next=javascript:hit(99)"


class Walker:
    """Somebody who opens pages; what runs there, or asks for something elsewhere, is written down."""

    def __init__(self, context: BrowserContext) -> None:
        self.context, self.seen = context, 0
        self.wrong: list[str] = []
        context.add_init_script(TRAP)
        context.on("request", self._asked)
        context.on("dialog", self._dialog)
        self.page = context.new_page()

    def _asked(self, request: Any) -> None:
        if CANARY in request.url.split("?")[0]:
            self.wrong.append(f"{self.page.url} asked for {request.url}")

    def _dialog(self, dialog: Any) -> None:
        self.wrong.append(f"{self.page.url} opened a dialog: {dialog.message}")
        dialog.dismiss()

    def look(self, page: Page | None = None) -> None:
        page = page or self.page
        self.seen += 1
        found = [*page.evaluate("window.__hits ?? ['no trap']"), *page.evaluate(PLANTED)]
        self.wrong += [f"{page.url}: {each}" for each in found]

    def visit(self, url: str) -> None:
        try:
            answer = self.page.goto(url)
        except Error as error:
            if "Download is starting" in error.message:
                return  # a file, not a page
            raise
        if answer is not None and "html" in answer.headers.get("content-type", ""):
            self.look()


@pytest.fixture(scope="module")
def told(hall: Hall) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(hall.run("-m", "tests.security.prepare"))
    return made


@contextmanager
def walker(browser: Browser, hall: Hall, session: str = "", **options: Any) -> Iterator[Walker]:
    context = browser.new_context(**options)
    if session:
        context.add_cookies([{"name": "sessionid", "value": session, "url": hall.url}])
    walker = Walker(context)
    yield walker
    context.close()
    assert walker.wrong == []
    counts.tried("pages opened with hostile names in Chromium", walker.seen)


def pages_of(role: str, told: dict[str, Any]) -> list[str]:
    """What this role is answered with a page."""
    return [
        told["addresses"][name]
        for name, (method, answers) in TABLE.items()
        if method == "get" and name not in NO_PAGES and answers[ROLES.index(role)] in (200, 422)
    ]


def test_there_are_enough_of_them(told: dict[str, Any]) -> None:
    assert len(set(NAMES)) == len(NAMES) >= 60
    assert told["columns"] >= 30
    counts.tried("hostile names stored", told["strings"])
    counts.tried("columns they were stored in", told["columns"])


def test_every_page_of_the_organiser(hall: Hall, browser: Browser, told: dict[str, Any]) -> None:
    with walker(browser, hall, told["organiser"]) as organiser:
        for where in pages_of("organiser", told):
            organiser.visit(f"{hall.url}{where}{ASKED}")
        # The walk has been where they are, and they are there to be read.
        organiser.visit(f"{hall.url}{told['addresses']['people']}")
        shown = organiser.page.inner_text("main")
        assert NAMES[0] in shown
        assert "<svg onload=hit(18)>" in shown
    with walker(browser, hall, told["organiser_at_board"]) as organiser:
        for where in (
            told["board"],
            told["board_entry"],
            f"{told['board']}story/",
            f"{told['board']}?enter=points",
        ):
            organiser.visit(f"{hall.url}{where}")


def test_every_page_of_the_public_and_what_comes_to_it_live(
    hall: Hall, browser: Browser, told: dict[str, Any]
) -> None:
    with walker(browser, hall) as public, walker(browser, hall) as judge:
        for where in pages_of("spectator", told):
            public.visit(f"{hall.url}{where}{ASKED}")
        live = [public.context.new_page() for _ in range(3)]
        for page, name in zip(live, ("table", "wall", "embed"), strict=True):
            page.goto(f"{hall.url}{told['addresses'][name]}")
        judge.visit(f"{hall.url}{told['card']}")
        before = [page.locator("[data-seen]").first.get_attribute("data-seen") for page in live]
        type_points(judge.page, [400, 30, 20, 10])
        judge.page.get_by_role("button", name="Enter deal").click()
        for page, seen in zip(live, before, strict=True):
            page.wait_for_function(
                "(seen) => document.querySelector('[data-seen]').dataset.seen !== seen", arg=seen
            )
            public.look(page)
        judge.look()


def test_what_our_own_script_draws_without_a_network(
    hall: Hall, browser: Browser, told: dict[str, Any]
) -> None:
    with walker(browser, hall, viewport=PHONE) as judge:
        judge.visit(f"{hall.url}{told['board_card']}")
        judge.context.set_offline(True)
        judge.page.get_by_role("link", name="Only enter the points of this deal").click()
        for number in range(4):
            judge.page.locator(".points input").nth(number).fill(f"{number + 1}0")
        judge.page.get_by_role("button", name="Enter deal").click()
        judge.page.get_by_text("1 not sent yet").first.wait_for()
        judge.look()
        judge.context.set_offline(False)
        judge.page.get_by_text("All sent").first.wait_for()
        judge.look()


def test_the_archive_opened_from_a_folder_where_no_policy_protects(
    hall: Hall, browser: Browser, told: dict[str, Any], tmp_path: Path
) -> None:
    hall.run("manage.py", "archive", told["slug"], str(tmp_path / "kept"))
    files = sorted((tmp_path / "kept").rglob("*.html"))
    assert len(files) > 10
    with walker(browser, hall) as reader:
        for file in files[:8]:
            reader.visit(file.as_uri())
        assert NAMES[0] in reader.page.content() or any(
            "&lt;script&gt;" in each.read_text() for each in files
        )
