"""How a page says that it is live, in a real browser: paused, cut off, asleep, and a reveal that everybody watches."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.devices import CUT, Device, devices
from tests.hall import Hall, eventually
from tests.load.judge import Judge
from tests.load.phone import Phone

pytestmark = pytest.mark.only_the_page

TABLES = 14
HOUR = 60 * 60 * 1000


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
def cut_off(browser: Browser) -> Iterator[Device]:
    with devices(browser, CUT) as new:
        yield new


def bar(page: Page) -> Any:
    return page.locator("[data-stream-text]")


def entries(page: Page) -> Any:
    return page.locator("#log .entry")


def of_one_version(page: Page) -> bool:
    """The panel follows the score a moment later, paused or not: they belong together."""
    found: bool = page.evaluate(
        "() => document.getElementById('panel').dataset.token === document.getElementById('score').dataset.token"
    )
    return found


def test_a_page_says_that_it_is_live_and_stands_still_while_it_is_paused(
    hall: Hall, device: Device, judge: Judge
) -> None:
    page = device().new_page()
    page.goto(hall.url + judge.page)
    expect(bar(page)).to_have_text("Live")
    judge.enter_next()
    expect(entries(page)).to_have_count(1)
    eventually(lambda: of_one_version(page))

    page.get_by_role("button", name="Pause").click()
    expect(bar(page)).to_contain_text("Paused, as of")
    expect(page.get_by_role("status").filter(has_text="Paused")).to_have_count(1)
    page.evaluate(
        "window.moves = 0; document.addEventListener('htmx:afterSwap', () => { window.moves += 1; })"
    )
    judge.enter_next()
    judge.enter_next()
    # Another page has it: this one would have had the time.
    other = page.context.new_page()
    other.goto(hall.url + judge.page)
    expect(entries(other)).to_have_count(3)
    other.close()
    assert page.evaluate("window.moves") == 0
    assert entries(page).count() == 1

    page.get_by_role("button", name="Go on").click()
    expect(entries(page)).to_have_count(3)
    expect(bar(page)).to_have_text("Live")
    expect(page.get_by_role("button", name="Pause")).to_be_focused()


def test_where_streams_are_blocked_it_asks_gently_and_says_as_of_when(
    hall: Hall, cut_off: Device, judge: Judge
) -> None:
    page = cut_off().new_page()
    page.route("**/live/stream**", lambda route: route.abort())
    statuses: list[int] = []
    page.on(
        "response",
        lambda answer: statuses.append(answer.status) if "/live/fragment" in answer.url else None,
    )
    page.goto(hall.url + judge.page)
    judge.enter_next()
    expect(entries(page)).to_have_count(1)
    expect(bar(page)).to_contain_text("As of")
    with page.expect_response(lambda answer: "/live/fragment" in answer.url and answer.status == 304):
        pass
    judge.enter_next()
    expect(entries(page)).to_have_count(2)
    assert 304 in statuses


def test_an_answer_that_the_stream_has_overtaken_is_not_shown(
    hall: Hall, cut_off: Device, judge: Judge
) -> None:
    """An old fragment that comes late must not turn the page back."""
    page = cut_off().new_page()
    held: list[tuple[Route, Any]] = []

    def late(route: Route) -> None:
        held.append((route, route.fetch()))

    page.goto(hall.url + judge.page)
    expect(bar(page)).to_have_text("Live")
    page.route("**/live/fragment**", late)
    # A tab that is looked at again asks; its answer is kept back until the stream has brought something newer.
    with page.expect_request("**/live/fragment**"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    judge.enter_next()
    expect(entries(page)).to_have_count(1)
    page.evaluate(
        "new MutationObserver(() => { window.least = Math.min(window.least ?? 9, document.querySelectorAll('#log .entry').length); })"
        ".observe(document.body, { childList: true, subtree: true })"
    )
    route, answer = held[0]
    route.fulfill(response=answer)
    judge.enter_next()
    expect(entries(page)).to_have_count(2)
    assert page.evaluate("window.least") >= 1


def test_a_tab_that_slept_for_an_hour_shows_the_present_at_once(
    hall: Hall, cut_off: Device, judge: Judge
) -> None:
    page = cut_off().new_page()
    page.clock.install()
    page.goto(hall.url + judge.page)
    expect(bar(page)).to_have_text("Live")
    page.context.set_offline(True)
    judge.enter_next()
    page.context.set_offline(False)
    # No stream comes through any more: only what the page asks for by itself when it wakes up.
    page.route("**/live/stream**", lambda route: route.abort())
    page.clock.fast_forward(HOUR)
    expect(entries(page)).to_have_count(1)


def test_a_tab_that_was_frozen_shows_the_present_at_once(hall: Hall, cut_off: Device, judge: Judge) -> None:
    page = cut_off().new_page()
    page.goto(hall.url + judge.page)
    expect(bar(page)).to_have_text("Live")
    browser = page.context.new_cdp_session(page)
    browser.send("Page.setWebLifecycleState", {"state": "frozen"})
    judge.enter_next()
    browser.send("Page.setWebLifecycleState", {"state": "active"})
    expect(entries(page)).to_have_count(1)
    expect(bar(page)).to_have_text("Live")


def test_a_lost_server_is_said_and_the_page_comes_back(hall: Hall, cut_off: Device, judge: Judge) -> None:
    page = cut_off().new_page()
    page.goto(hall.url + judge.page)
    expect(bar(page)).to_have_text("Live")
    page.context.set_offline(True)
    expect(bar(page)).to_contain_text("Reconnecting")
    judge.enter_next()
    page.context.set_offline(False)
    expect(entries(page)).to_have_count(1)
    expect(bar(page)).to_have_text("Live")


def test_places_are_revealed_on_every_screen_by_one_press_each(hall: Hall, device: Device) -> None:
    told = json.loads(hall.run("-m", "tests.load.held"))
    names, home = told["names"], hall.url + told["home"]
    organiser = device()
    organiser.add_cookies([{"name": "sessionid", "value": told["session"], "url": hall.url}])
    desk = organiser.new_page()
    desk.goto(home + "hold/")
    watching = device().new_page()
    watching.goto(home)
    expect(watching.locator(".note--held")).to_contain_text("Results are held")

    desk.get_by_label("One by one from place").fill("3")
    desk.get_by_role("button", name="Begin to reveal").click()
    expect(watching.locator(".standings__hidden")).to_have_count(3)
    expect(watching.locator("#standings")).not_to_contain_text(names[2])
    podium, wall = device().new_page(), device().new_page()
    podium.goto(home + "podium/")
    wall.goto(home + "wall/")
    expect(podium.locator(".honour--hidden")).to_have_count(3)

    for place in (3, 2, 1):
        # Twice in a row: the second press reveals nothing more.
        desk.get_by_role("button", name=f"Reveal place {place}").dblclick()
        for page in (watching, podium, wall):
            expect(page.locator("main")).to_contain_text(names[place - 1])
        assert names[place - 2] not in (podium.text_content("main") or "") or place == 1
        expect(watching.locator(".standings__hidden")).to_have_count(place - 1)

    podium.close()  # not closed yet, it is public only while places are revealed
    desk.get_by_role("button", name="Lift the hold").click()
    expect(watching.locator(".note--held")).to_have_count(0)


def test_a_table_that_is_watched_turns_into_its_held_page_and_back(hall: Hall, device: Device) -> None:
    told = json.loads(hall.run("-m", "tests.load.held"))
    organiser = device()
    organiser.add_cookies([{"name": "sessionid", "value": told["session"], "url": hall.url}])
    desk = organiser.new_page()
    page = device().new_page()
    page.goto(hall.url + told["home"] + "rounds/2/tables/1/")
    expect(page.locator("#held")).to_contain_text("Results are held")
    desk.goto(hall.url + told["home"] + "hold/")
    desk.get_by_role("button", name="Show everything at once").click()
    desk.get_by_role("button", name="Show everything", exact=True).click()
    expect(page.locator("#table")).to_contain_text("450")
