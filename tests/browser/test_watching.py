"""Those who watch, in a real browser: the wall in the hall, and a match gone through turn by turn."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.devices import CUT, Device, devices
from tests.hall import Hall
from tests.load.judge import Judge
from tests.load.phone import Phone

pytestmark = pytest.mark.only_the_page

TABLES = 4
SCREEN = {"width": 1280, "height": 720}


@pytest.fixture(scope="module")
def playing(hall: Hall) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(hall.run("-m", "tests.load.prepare", str(TABLES)))
    return told


@pytest.fixture
def judge(hall: Hall, playing: dict[str, Any]) -> Iterator[Judge]:
    judge = Judge(Phone(hall.port), **playing["tables"].pop(0))
    judge.come_in()
    yield judge
    judge.phone.close()


@pytest.fixture
def screen(browser: Browser) -> Iterator[Device]:
    with devices(browser, CUT, viewport=SCREEN) as new:
        yield new


def fits(page: Page) -> bool:
    return bool(
        page.evaluate(
            "() => document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"
        )
    )


def test_a_wall_turns_its_pages_stays_where_it_is_and_comes_back(
    hall: Hall, screen: Device, playing: dict[str, Any], judge: Judge
) -> None:
    page = screen().new_page()
    page.goto(hall.url + playing["home"] + "wall/")
    slide = page.locator("[data-slide]:visible")
    expect(slide).to_have_attribute("data-slide", "standings-1")
    seen = ["standings-1"]
    while seen[-1] != "tables-1":
        assert fits(page)
        page.keyboard.press("ArrowRight")
        seen.append(slide.get_attribute("data-slide") or "")
    assert seen == ["standings-1", "standings-2", "names-1", "tables-1"]
    assert fits(page)

    page.get_by_role("button", name="Pause").click()
    judge.enter_next()
    judge.enter_next()
    expect(slide.locator(".wall-table").first).to_contain_text("25")
    expect(slide).to_have_attribute("data-slide", "tables-1")

    # The server is gone and comes back: nobody touches the projector.
    os.kill(hall.children()["live"], signal.SIGKILL)
    judge.enter_next()
    expect(slide.locator(".wall-table").first).to_contain_text("14")
    expect(page.locator("[data-live-state]")).to_have_text("live")


def test_a_match_is_gone_through_by_slider_and_keys(hall: Hall, device: Device, judge: Judge) -> None:
    for _entry in range(6):
        judge.enter_next()
    page = device(viewport={"width": 390, "height": 844}).new_page()
    page.goto(hall.url + judge.page + "story/")
    now, later = page.locator("[data-now]"), page.locator("tr[data-later]")
    expect(page.locator("polyline")).to_have_count(4)
    expect(later).to_have_count(0)
    last = now.text_content()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(later).to_have_count(2)
    assert now.text_content() != last
    slider = page.get_by_role("slider", name="Turn")
    slider.focus()
    page.keyboard.press("Home")
    expect(later).to_have_count(6)
    expect(now).to_have_text("")
    page.get_by_role("button", name="One turn on").click()
    expect(now).to_contain_text("starts deal 1")
    page.get_by_role("button", name="Play").click()
    expect(later).to_have_count(0)
    expect(now).to_have_text(last or "")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_an_archive_opens_from_a_folder_without_a_server(
    hall: Hall, device: Device, judge: Judge, tmp_path: Path
) -> None:
    for _entry in range(4):
        judge.enter_next()
    hall.run("manage.py", "archive", judge.page.split("/")[2], str(tmp_path / "kept"))
    page = device(viewport=SCREEN).new_page()
    page.goto((tmp_path / "kept/index.html").as_uri())
    page.get_by_role("link", name="Round 1").click()
    number = int(judge.page.rstrip("/").rsplit("/", 1)[1])
    page.get_by_role("link", name=f"Table {number}", exact=True).click()
    expect(page.locator("polyline")).to_have_count(4)
    page.get_by_role("button", name="One turn back").click()
    expect(page.locator("tr[data-later]")).to_have_count(1)
