"""From “new” to the podium on a phone and a desktop: presets, table sizes, tie-breaks by hand, prizes, closing."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.tables import organiser_of
from tests.browser.test_thin_tournament import (
    DESKTOP,
    PHONE,
    enter_deal,
    final,
    no_sideways_scroll,
)
from tests.hall import Hall

pytestmark = pytest.mark.only_the_page

NAMES = ["Ana", "Bo", "Cleo", "Dirk", "Eva", "Fay", "Gus", "Hanna-Wilhelmiina Väänänen-Lindström"]


@pytest.fixture(params=[PHONE, DESKTOP])
def context(request: pytest.FixtureRequest, browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": request.param, "height": 844})
    complaints: list[str] = []
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield context
    context.close()
    assert complaints == []


def begin_with_a_preset(page: Page, hall: Hall) -> str:
    page.goto(f"{hall.url}/t/new/")
    no_sideways_scroll(page)
    page.get_by_role("link", name="Sunday Swiss").click()
    page.get_by_label("Name").fill("Sunday cup")
    page.get_by_label("Rules").select_option("points")
    page.get_by_label("Rounds").fill("1")
    page.get_by_text("Day, place, language").click()
    page.get_by_label("Place").fill("Town hall")
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_text("What is left to do")).to_be_visible()
    no_sideways_scroll(page)
    return page.url.split("/t/")[1].split("/")[0]


def choose_tables(page: Page) -> None:
    page.get_by_role("link", name="Compare table sizes and choose").click()
    page.get_by_label("People", exact=True).fill("8")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_text("recommended")).to_have_count(1)
    no_sideways_scroll(page)
    page.get_by_role("row", name="2 × 4").get_by_role("button", name="Take this").click()
    expect(page.get_by_text("Swiss · 1 round · tables of 4")).to_be_visible()


def order_tie_breaks(page: Page, hall: Hall, slug: str) -> None:
    """By the keyboard, then by dragging; what is sent is the numbers."""
    page.goto(f"{hall.url}/t/{slug}/tie-breaks/")
    number = page.get_by_label("Match wins", exact=True)
    handle = page.get_by_role("button", name="Drag Match wins, or move it with the arrow keys")
    expect(number).to_have_value("3")
    handle.press("ArrowUp")
    expect(number).to_have_value("2")
    expect(page.get_by_label("Total points", exact=True)).to_have_value("3")
    expect(handle).to_be_focused()
    first = page.locator(".order__row").first
    first.evaluate("(row) => row.scrollIntoView({block: 'center'})")  # or it lies above the screen of a phone
    start, goal = handle.bounding_box(), first.bounding_box()
    assert start
    assert goal
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(start["x"] + 10, goal["y"] + 4, steps=8)
    page.mouse.up()
    expect(number).to_have_value("1")
    expect(page.get_by_label("Placing points", exact=True)).to_have_value("2")
    page.get_by_role("button", name="Keep", exact=True).last.click()
    expect(page.get_by_text("The standings are made so from now on.")).to_be_visible()
    expect(page.locator(".order__name").first).to_have_text("Match wins")


def play_the_round(page: Page, hall: Hall, slug: str) -> None:
    organiser = organiser_of(hall)
    organiser.send(f"/t/{slug}/people/", names="\n".join(NAMES))
    organiser.publish(f"/t/{slug}/")
    for table, points in ((1, [410, 300, 200, 100]), (2, [400, 290, 190, 90])):
        page.goto(f"{hall.url}/t/{slug}/rounds/1/tables/{table}/")
        enter_deal(page, points)
        expect(final(page)).to_be_visible(timeout=20_000)


def find_my_table(visitor: Page, hall: Hall, slug: str) -> None:
    visitor.goto(f"{hall.url}/t/{slug}/")
    visitor.get_by_label("Where do I sit?").fill("hanna")
    visitor.get_by_role("button", name="Find").click()
    expect(visitor.locator(".seat-card__table")).to_have_count(1)
    no_sideways_scroll(visitor)
    # While one types, the answer follows by itself.
    visitor.get_by_label("Where do I sit?").fill("zzz")
    expect(visitor.get_by_text("Nobody called “zzz”")).to_be_visible()
    visitor.get_by_label("Where do I sit?").fill("ana")
    visitor.get_by_role("link", name="All my matches").click()
    expect(visitor.get_by_role("heading", name="Ana")).to_be_visible()
    expect(visitor.locator(".rank-chart__dot")).to_have_count(1)
    no_sideways_scroll(visitor)


def give_prizes_and_close(page: Page, hall: Hall, slug: str) -> str:
    page.goto(f"{hall.url}/t/{slug}/prizes/")
    page.get_by_label("New category").fill("Juniors")
    page.get_by_role("button", name="Add, and say who is in it").click()
    page.get_by_label("Gus").check()
    page.get_by_role("button", name="Keep", exact=True).click()
    page.get_by_label("The first").nth(0).fill("2")
    page.get_by_label("The first").nth(1).fill("1")
    page.get_by_label("of", exact=True).nth(1).select_option(label="Juniors")
    page.get_by_label("What is given").nth(1).fill("Book")
    page.get_by_role("button", name="Keep", exact=True).click()
    page.get_by_role("link", name="Who wins what").click()
    no_sideways_scroll(page)
    winner = page.locator(".standings tr").first.locator("bdi").inner_text()
    page.get_by_role("button", name="Close the tournament").click()
    page.get_by_role("button", name="Close it").click()
    expect(page.get_by_text("The tournament is closed", exact=True)).to_be_visible()
    return winner


def test_from_a_preset_to_the_podium(hall: Hall, context: BrowserContext, browser: Browser) -> None:
    page = context.new_page()
    organiser_of(hall).come_in(page)
    slug = begin_with_a_preset(page, hall)
    choose_tables(page)
    order_tie_breaks(page, hall, slug)
    play_the_round(page, hall, slug)

    width = page.viewport_size or {"width": PHONE, "height": 844}
    public = browser.new_context(viewport=width)
    visitor = public.new_page()
    find_my_table(visitor, hall, slug)
    visitor.goto(f"{hall.url}/t/{slug}/rules/")
    expect(
        visitor.get_by_text("The deal in which somebody gets to 400 points is the last one.")
    ).to_be_visible()
    no_sideways_scroll(visitor)

    winner = give_prizes_and_close(page, hall, slug)
    visitor.goto(f"{hall.url}/t/{slug}/podium/")
    expect(visitor.locator(".honour--1").get_by_text(winner)).to_be_visible()
    expect(visitor.get_by_text("Best: Juniors")).to_be_visible()
    no_sideways_scroll(visitor)
    public.close()

    # Closed is closed, until there is a reason.
    page.goto(f"{hall.url}/t/{slug}/plan/about/")
    page.get_by_label("Name", exact=True).fill("Another name")
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_text("This tournament is closed")).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Another name")
    page.goto(f"{hall.url}/t/{slug}/end/")
    page.get_by_text("Something is wrong after all").click()
    page.get_by_label("Reason").fill("Table 2 was entered wrongly")
    page.get_by_role("button", name="Reopen the tournament").click()
    expect(page.get_by_text("The tournament is open again.")).to_be_visible()
