"""Every page of every role, looked at by axe on a phone: nothing that WCAG 2.2 at level AA forbids.

One browser, plain loading. Each page is loaded once, in the light theme, and looked at as people make it for themselves: in
the dark one, with colours of their own, with wider lines and letters, as large as two, without motion.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.devices import PHONE
from tests.hall import Hall
from tests.tournaments.test_endpoints import AT_THE_DESK, ROLES, TABLE

pytestmark = pytest.mark.only_the_page

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]
LOOK = """async (tags) => {
    const found = await axe.run({runOnly: {type: "tag", values: tags}, resultTypes: ["violations"]});
    return [found.violations.map((each) =>
        `${each.id} (${each.nodes.length}): ${each.nodes.slice(0, 3).map((one) => one.html.slice(0, 160)).join(" | ")}`
    ), found.passes.length];
}"""
CONTRAST = """async () => {
    const found = await axe.run({runOnly: ["color-contrast"], resultTypes: ["violations"]});
    return found.violations.flatMap((each) => each.nodes.map((one) => `dark: ${one.html.slice(0, 160)}`)).slice(0, 3);
}"""
SPACED = "*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-block-end:2em!important}"
"""What whoever reads with difficulty may ask for (1.4.12)."""
WIDE = """(name) => {
    const by = document.documentElement.scrollWidth - innerWidth;
    return by > 0 ? [`${name}: ${by} px too wide`] : [];
}"""
SMALL = """() => [...document.querySelectorAll(".desk-page main :is(a[href], button, summary, select, textarea, input:not([type=hidden]))")]
    .filter((each) => each.checkVisibility({visibilityProperty: true}) && !each.closest(".visually-hidden") && !each.matches("p a:not(.btn)"))
    .map((each) => [each, (each.matches("input") && each.closest("label") || each).getBoundingClientRect()])
    .filter(([, box]) => Math.min(box.width, box.height) < 43.9)
    .map(([each, box]) => `too small, ${box.width.toFixed()} × ${box.height.toFixed()}: ${each.outerHTML.slice(0, 120)}`)"""
"""What a judge presses is 44 pixels wide and high."""
MOVES = """() => document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime > 1)
    .map((each) => `moves: ${each.effect.target.className}`)"""
NO_PAGES = {
    "archive",
    "export_tournament",
    "standings_json",
    "service_worker",
    "record",
    "report",
    "calendar",
    "player_calendar",
    "paper",
}
NO_PAGES |= {"desk_preview", "hall", "calls"}
"""Files, and parts of a page, which are looked at as parts of it."""


@pytest.fixture(scope="module")
def told(hall: Hall) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(hall.run("-m", "tests.browser.prepare_axe"))
    return made


@contextmanager
def visitor(browser: Browser, hall: Hall, told: dict[str, Any], role: str) -> Iterator[tuple[Page, Page]]:
    """Two pages of one person: in the tournament by points, and in the one by tiles."""
    contexts: list[BrowserContext] = []
    pages = []
    for kind in ("points", "board"):
        context = browser.new_context(viewport=PHONE, color_scheme="light", reduced_motion="reduce")  # type: ignore[arg-type]
        contexts.append(context)
        context.add_init_script(path=AXE)
        if role == "organiser":
            cookie = {"name": "sessionid", "value": told[kind]["organiser"], "url": hall.url}
            context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        if role == "judge":
            page.goto(f"{hall.url}{told[kind]['card']}")
        pages.append(page)
    yield pages[0], pages[1]
    for context in contexts:
        context.close()


def names_for(role: str) -> list[str]:
    """What this role is answered with a page."""
    return [
        name
        for name, (method, answers) in TABLE.items()
        if method == "get"
        and name not in NO_PAGES
        and not name.endswith(("_csv", "_xlsx"))
        and answers[ROLES.index(role)] in (200, 422)
    ]


def complaints(page: Page, url: str) -> list[str]:
    answer = page.goto(url, wait_until="load")
    assert answer is not None
    if "html" not in answer.headers.get("content-type", ""):
        return []
    found, passed = page.evaluate(LOOK, TAGS)
    assert passed, url  # axe has looked at something
    return [f"{url}: {each}" for each in found + as_people_make_it(page)]


def as_people_make_it(page: Page) -> list[str]:
    wrong: list[str] = page.evaluate(MOVES) + page.evaluate(SMALL)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    wrong += page.evaluate(CONTRAST)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    if page.url.endswith("/overlay/"):  # made for a video picture, and never read by itself
        return wrong
    page.set_viewport_size({"width": 640, "height": 400})  # 1280 at 200 %
    wrong += page.evaluate(WIDE, "at 200 %")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.evaluate(
        "(rules) => { const made = new CSSStyleSheet(); made.replaceSync(rules); document.adoptedStyleSheets = [made]; }",
        SPACED,
    )
    wrong += page.evaluate(WIDE, "with wider letters")
    return wrong


def walk(
    hall: Hall, told: dict[str, Any], pages: tuple[Page, Page], names: list[str]
) -> tuple[list[str], int]:
    wrong, seen = [], 0
    by_points, by_tiles = pages
    for name in names:
        kinds = [("board", by_tiles)] if name in AT_THE_DESK or name == "table" else []
        if name not in AT_THE_DESK:
            kinds.append(("points", by_points))
        for kind, page in kinds:
            wrong += complaints(page, f"{hall.url}{told[kind]['addresses'][name]}")
            seen += 1
    return wrong, seen


@pytest.mark.parametrize("role", ["organiser", "judge", "spectator"])
def test_every_page(role: str, hall: Hall, browser: Browser, told: dict[str, Any]) -> None:
    with visitor(browser, hall, told, role) as pages:
        names = names_for(role)
        if role == "judge":
            # Where a judge is no more than somebody who watches, the page is the same.
            names = [name for name in names if TABLE[name][1][2] != 200] + ["table"]
        wrong, seen = walk(hall, told, pages, names)
        assert not wrong, "\n".join(wrong)
        assert seen >= len(names)


def test_axe_would_find_what_is_wrong(hall: Hall, browser: Browser, told: dict[str, Any]) -> None:
    with visitor(browser, hall, told, "spectator") as (page, _other):
        page.goto(f"{hall.url}{told['points']['addresses']['standings']}")
        page.evaluate("document.querySelector('main').append(new Image())")
        found, _passed = page.evaluate(LOOK, TAGS)
        assert [each.split()[0] for each in found] == ["image-alt"]
