"""A draft changed with a finger, the keyboard and the mouse; published, taken back, printed; a rehearsal from birth to bin."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.tables import organiser_of
from tests.browser.test_thin_tournament import DESKTOP, PHONE, no_sideways_scroll
from tests.hall import Hall

pytestmark = pytest.mark.only_the_page

NAMES = ["Ana", "Bo", "Cleo", "Dirk", "Eva", "Fay", "Gus", "Hanna-Wilhelmiina Väänänen-Lindström"]


@pytest.fixture(params=[PHONE, DESKTOP])
def context(request: pytest.FixtureRequest, browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": request.param, "height": 844})
    yield context
    context.close()


def seat(page: Page, table: int, position: int) -> Locator:
    return page.locator(f"#draft-table-{table} .pick:not(.pick--free)").nth(position - 1)


def name_at(page: Page, table: int, position: int) -> str:
    return seat(page, table, position).locator(".pick__name").inner_text()


def drafted(page: Page, hall: Hall, name: str) -> str:
    """The draft of its first round is shown; gives the slug."""
    slug = entered(page, hall, name)
    page.goto(hall.url + organiser_of(hall).pair(f"/t/{slug}/"))
    return slug


def entered(page: Page, hall: Hall, name: str) -> str:
    organiser = organiser_of(hall)
    organiser.come_in(page)
    return organiser.tournament(name, NAMES, rules_key="points", table_size=4, rounds_planned=2).split("/")[2]


def test_a_draft_is_changed_by_hand_published_and_taken_back(hall: Hall, context: BrowserContext) -> None:
    page = context.new_page()
    slug = drafted(page, hall, "Desk")
    no_sideways_scroll(page)
    one, other = name_at(page, 1, 1), name_at(page, 2, 2)

    # Two taps: all seven costs are shown, and nothing is done yet.
    seat(page, 1, 1).click()
    seat(page, 2, 2).click()
    panel = page.locator("#change")
    expect(panel.get_by_text(f"{one} and {other} change places")).to_be_visible()
    expect(panel.locator(".change__row")).to_have_count(7)
    no_sideways_scroll(page)
    assert name_at(page, 1, 1) == one
    panel.get_by_role("button", name="Make this change").click()
    expect(page.get_by_text("Changed by hand once.")).to_be_visible()
    assert (name_at(page, 1, 1), name_at(page, 2, 2)) == (other, one)

    # By the keyboard: a person and a free seat.
    seat(page, 1, 3).locator("input").focus()
    page.keyboard.press("Space")
    page.locator("#draft-table-2 .pick--free input").focus()
    page.keyboard.press("Space")
    expect(panel.get_by_text("moves to table 2")).to_be_visible()
    expect(panel.get_by_text("Odd tables")).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel.get_by_text("Tap two people")).to_be_visible()

    page.get_by_role("button", name="Take the last change back").click()
    expect(page.get_by_text("Changed by hand once.")).to_have_count(0)
    assert (name_at(page, 1, 1), name_at(page, 2, 2)) == (one, other)

    # With a mouse: what it costs is there before it is let go.
    if (page.viewport_size or {"width": 0})["width"] == DESKTOP:
        start, end = seat(page, 1, 2).bounding_box(), seat(page, 2, 1).bounding_box()
        assert start
        assert end
        page.mouse.move(start["x"] + 60, start["y"] + 20)
        page.mouse.down()
        page.mouse.move(end["x"] + 60, end["y"] + 20, steps=8)
        expect(panel.locator(".change__row")).to_have_count(7)
        page.mouse.up()
        expect(panel.get_by_role("button", name="Make this change")).to_be_visible()
        panel.get_by_role("link", name="Leave it").click()
        expect(panel.get_by_text("Tap two people")).to_be_visible()

    page.get_by_role("button", name="Publish round 1").click()
    page.get_by_role("button", name="Take the publication back").click()
    page.get_by_role("button", name="Make it a draft again").click()
    expect(page.get_by_text("The round is a draft again")).to_be_visible()
    page.get_by_role("button", name="Publish round 1").click()
    expect(page.get_by_text("0 of 2 tables final").first).to_be_visible()

    page.goto(f"{hall.url}/t/{slug}/spots/")
    page.get_by_label("Table 1", exact=True).fill("Window, row 2")
    no_sideways_scroll(page)
    page.get_by_role("button", name="Keep").click()
    page.goto(f"{hall.url}/t/{slug}/rounds/1/")
    expect(page.get_by_text("Window, row 2")).to_be_visible()
    no_sideways_scroll(page)


def test_without_scripts_two_are_ticked_and_a_button_shows_what_it_costs(
    hall: Hall, browser: Browser
) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": PHONE, "height": 844})
    page = context.new_page()
    slug = entered(page, hall, "Plain")
    page.goto(f"{hall.url}/t/{slug}/people/")
    page.get_by_role("button", name="Pair round 1").first.click()
    expect(page.get_by_role("button", name="Publish round 1")).to_be_visible(timeout=30_000)
    seat(page, 1, 1).locator("input").check()
    seat(page, 2, 1).locator("input").check()
    page.get_by_role("button", name="Show what it costs").click()
    expect(page.locator(".change__row")).to_have_count(7)
    page.get_by_role("button", name="Make this change").click()
    expect(page.get_by_text("Changed by hand once.")).to_be_visible()
    context.close()


def test_a_rehearsal_is_made_watched_taken_over_and_thrown_away(hall: Hall, context: BrowserContext) -> None:
    page = context.new_page()
    slug = entered(page, hall, "Evening")
    page.goto(f"{hall.url}/t/{slug}/rehearsal/")
    page.get_by_label("Calm: a turn every five seconds").check()
    no_sideways_scroll(page)
    page.get_by_role("button", name="Make a rehearsal").click()
    expect(page.get_by_text("A rehearsal: bots play, nothing counts.")).to_be_visible()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible(timeout=30_000)
    no_sideways_scroll(page)
    page.get_by_role("button", name="Take over").first.click()
    expect(page.get_by_role("button", name="Give back to the bots")).to_have_count(1)
    page.get_by_role("button", name="Throw the rehearsal away").click()
    page.get_by_role("button", name="Throw it away").click()
    expect(page.get_by_text("The rehearsal is gone.")).to_be_visible()
    expect(page.get_by_role("heading", name="Evening", exact=True)).to_be_visible()
