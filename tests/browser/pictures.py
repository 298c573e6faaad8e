"""The pictures of docs/: ``make pictures`` takes those anew whose page has changed (all of them with ``--all``).

What a page shows is told by a fingerprint: its words and elements, without names, numbers and places on the screen,
and the rules of our style sheets that apply to it. No pixel is compared, so fonts and browsers make no difference
(docs/decisions/0025-pictures-know-what-they-show.md).
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests import needs
from tests.browser.devices import PHONE
from tests.browser.prepare_pictures import PEOPLE
from tests.browser.style_rules import applying
from tests.conftest import launched
from tests.hall import ROOT, Hall

FOLDER = ROOT / "docs" / "pictures"
KNOWN = FOLDER / "shown.json"
PATIENCE_SECONDS = 300.0
DESKTOP = {"width": 1280, "height": 760}

Told = Mapping[str, Any]
Fingerprint = dict[str, str]


@dataclass(frozen=True, slots=True)
class Picture:
    """One page, as somebody sees it."""

    name: str
    who: str
    """Whose session; empty for a visitor."""
    path: str
    """With ``{cup}`` and the like for the tournaments that are prepared."""
    wide: bool = False
    top: str = ""
    """What is scrolled to the top, where that is not the page's own."""


PICTURES = (
    Picture("home", "newcomer", "/"),
    Picture("tour", "guided", "/t/{tour}/people/#id_names"),
    Picture("help", "", "/help/"),
    Picture("new-tournament", "organiser", "/t/new/?way=sunday-swiss"),
    Picture("settings", "organiser", "/t/{cup}/settings/", top="#signing-title"),
    Picture("rules-and-options", "organiser", "/t/{draft}/plan/rules/", wide=True),
    Picture("draft", "organiser", "/t/{draft}/rounds/1/", top=".next"),
    Picture("control-room", "organiser", "/t/{cup}/control/", wide=True),
    Picture("print", "organiser", "/t/{cup}/print/", top="main h2"),
    Picture("desk-sheet", "organiser", "/t/{cup}/rounds/2/tables/2/"),
    Picture("desk-board", "organiser", "/t/{cup}/rounds/2/tables/1/"),
    Picture("desk-points", "organiser", "/t/{cup}/rounds/2/tables/3/?enter=totals"),
    Picture("sign", "organiser", "/t/{signed}/rounds/1/tables/1/sign/1/"),
    Picture("standings", "", "/t/{cup}/"),
    Picture("where", "", "/t/{cup}/where/?q=Eva"),
    Picture("wall", "", "/t/{cup}/wall/", wide=True),
    Picture("sign-in", "", "/sign-in/"),
)

STEADY = """() => [...document.querySelectorAll("[data-stream-bar] .live")].every((each) => each.dataset.state === "on")"""
"""A page that is kept true says so a moment after it was loaded."""
SHOWN = """(names) => {
    const plain = (text) => names.reduce((so, name) => so.replaceAll(name, "…"), text)
        .replace(/[-−+]?\\d+([.,:]\\d+)*/g, "0").replace(/\\s+/g, " ")
        .replace(/just now|0 (seconds?|minutes?|min|hours?)( ago)?|0 [ap]\\.m\\.|noon|midnight/g, "0").trim();
    const own = (each) => plain([...each.childNodes].filter((node) => node.nodeType === 3)
        .map((node) => node.data).join(" "));
    const drawn = (each) => each.closest("svg") && each.localName !== "svg" && each.localName !== "use";
    const lines = [...document.body.querySelectorAll("*")]
        .filter((each) => each.checkVisibility() && !drawn(each))
        .map((each) => [each.localName, [...each.classList].filter((one) => !one.startsWith("htmx-")).sort().join("."), own(each),
            each.localName === "use" ? each.getAttribute("href").replace(/.*#/, "#") : ""].join(" ").trim());
    return [...new Set(lines)].filter((line) => !line.includes("backup")).sort();
}"""
"""Each line once and in order: how many people there are, and who is first, is not what the page is like.
Nor is whether a backup has been taken by now."""


def shown_by(page: Page) -> Fingerprint:
    lines = page.evaluate(SHOWN, sorted([*PEOPLE, *(part for name in PEOPLE for part in name.split())]))
    return {"words": _hash(lines), "style": _hash(applying(page))}


def walk(hall: Hall, browser: Browser) -> Iterator[tuple[Picture, Page]]:
    """Every page that is pictured, ready to be looked at."""
    told: Told = json.loads(hall.run("-m", "tests.browser.prepare_pictures"))
    for picture in PICTURES:
        context = browser.new_context(
            viewport=DESKTOP if picture.wide else PHONE,  # type: ignore[arg-type]
            device_scale_factor=1 if picture.wide else 1.25,
            color_scheme="light",
            reduced_motion="reduce",
            locale="en-GB",
        )
        if picture.who:
            cookie = {"name": "sessionid", "value": told["sessions"][picture.who], "url": hall.url}
            context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        answer = page.goto(hall.url + picture.path.format_map(told), wait_until="load")
        assert answer
        assert answer.ok, f"{picture.name}: {answer.status}"
        page.evaluate("document.fonts.ready")
        page.wait_for_function(STEADY)
        if picture.top:
            page.locator(picture.top).first.evaluate("each => each.scrollIntoView({block: 'start'})")
        yield picture, page
        context.close()


def known() -> dict[str, Fingerprint]:
    return json.loads(KNOWN.read_text()) if KNOWN.exists() else {}


def take(hall: Hall, browser: Browser, *, everything: bool) -> None:
    FOLDER.mkdir(exist_ok=True)
    before, now = known(), {}
    for picture, page in walk(hall, browser):
        now[picture.name] = shown_by(page)
        file = FOLDER / f"{picture.name}.png"
        if everything or not file.exists() or before.get(picture.name) != now[picture.name]:
            page.screenshot(path=file, animations="disabled")
            print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1000} kB")
    for file in FOLDER.glob("*.png"):
        if file.stem not in now:
            file.unlink()
    KNOWN.write_text(json.dumps(now, indent=1, sort_keys=True) + "\n")


def main(arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory() as data, launched(needs.CHROMIUM) as browser:
        hall = Hall(Path(data), {})
        try:
            hall.wait_for("Ctrl-C", timeout=PATIENCE_SECONDS)
            take(hall, browser, everything="--all" in arguments)
        finally:
            hall.stop()


def _hash(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


if __name__ == "__main__":
    main(sys.argv[1:])
