"""Why somebody stands where they stand, on a phone and a desktop; and the organiser's pages that decide it."""

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
    yield context
    context.close()


def played(page: Page, hall: Hall) -> str:
    """One round of two tables with the same places; the totals of the second are lower. Gives where its pages are."""
    organiser = organiser_of(hall)
    organiser.come_in(page)
    here = organiser.tournament("Why", NAMES, rules_key="points", table_size=4, rounds_planned=2)
    organiser.publish(here)
    for table, points in ((1, [410, 300, 200, 100]), (2, [400, 290, 190, 90])):
        page.goto(f"{hall.url}{here}rounds/1/tables/{table}/")
        enter_deal(page, points)
        expect(final(page)).to_be_visible(timeout=20_000)
    page.goto(f"{hall.url}{here}")
    return here


def test_a_rank_says_why_and_the_organiser_decides_what_counts(hall: Hall, context: BrowserContext) -> None:
    page = context.new_page()
    here = hall.url + played(page, hall)
    narrow = (page.viewport_size or {"width": 0})["width"] == PHONE

    # A phone shows what the standings go by, and under a name what decided; a desktop every column.
    no_sideways_scroll(page)
    columns = page.locator(".standings thead .num")
    expect(columns.first).to_have_text("Placing points")
    expect(columns.filter(visible=True)).to_have_count(1 if narrow else 6)
    first, second = page.locator(".standings tbody tr").nth(0), page.locator(".standings tbody tr").nth(1)
    if narrow:
        expect(first.locator(".standings__sub")).to_have_text("Total points 410")

    # A press on the name opens the reasons, and they stay open when the page refreshes by itself.
    name = second.locator("bdi").inner_text()
    first.locator("summary").click()
    reason = first.get_by_text(f"Ahead of {name} by Total points 410 to 400.")
    expect(reason).to_be_visible()
    no_sideways_scroll(page)
    page.get_by_text("How the standings are made").click()
    expect(page.get_by_text("In each round the average of the placing points")).to_be_visible()
    no_sideways_scroll(page)

    # Arrows move a tie-break: now the standings go by total points.
    page.get_by_role("link", name="Change this").click()
    no_sideways_scroll(page)
    page.get_by_role("button", name="Total points further up").click()
    expect(page.get_by_label("Total points", exact=True)).to_have_value("1")
    page.get_by_label("At a table of 4").fill("5 3 1")
    page.get_by_role("button", name="Keep", exact=True).last.click()
    expect(page.get_by_text("give so many numbers")).to_be_visible()
    expect(page.get_by_label("At a table of 4")).to_have_value("5 3 1")
    page.get_by_label("At a table of 4").fill("5 3 1 0")
    page.get_by_role("button", name="Keep", exact=True).last.click()
    expect(page.get_by_text("The standings are made so from now on.")).to_be_visible()
    page.get_by_role("link", name="To the standings").click()
    expect(page.locator(".standings thead .num").first).to_have_text("Total points")

    # Somebody will be away: the draft is made without them.
    page.goto(f"{here}people/")
    no_sideways_scroll(page)
    page.get_by_role("link", name="Cleo").click()
    no_sideways_scroll(page)
    page.get_by_label("Round 2").check()
    page.get_by_role("button", name="Keep", exact=True).click()
    expect(page.get_by_text("not there next round")).to_be_visible()
    page.get_by_role("button", name="Pair round 2").click()
    expect(page.get_by_role("button", name="Publish round 2")).to_be_visible(timeout=20_000)
    expect(page.locator(".costs")).to_contain_text("people sit out")
    expect(page.locator(".table-card__seats").get_by_text("Cleo")).to_have_count(0)
    no_sideways_scroll(page)

    page.goto(f"{here}stages/")
    no_sideways_scroll(page)
    page.get_by_role("button", name="Add this stage").click()
    expect(page.get_by_role("heading", name="Stage 2")).to_be_visible()


def test_without_scripts_the_order_can_be_changed_too(hall: Hall, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": PHONE, "height": 844})
    page = context.new_page()
    organiser = organiser_of(hall)
    organiser.come_in(page)
    here = organiser.tournament("Plain", [], rules_key="points", table_size=4, rounds_planned=2)
    page.goto(f"{hall.url}{here}tie-breaks/")
    page.get_by_role("button", name="Placing points further down").click()
    expect(page.get_by_label("Placing points", exact=True)).to_have_value("2")
    # Enter in a field keeps what was typed, and moves nothing.
    page.get_by_label("Drawn lots", exact=True).fill("7")
    page.get_by_label("Drawn lots", exact=True).press("Enter")
    expect(page.get_by_label("Drawn lots", exact=True)).to_have_value("7")
    expect(page.get_by_label("Placing points", exact=True)).to_have_value("2")
    context.close()


def test_somebody_on_another_page_of_a_long_list_is_followed_and_found(
    hall: Hall, context: BrowserContext
) -> None:
    page = context.new_page()
    organiser, people = organiser_of(hall), [f"Player {number}" for number in range(1, 105)]
    organiser.come_in(page)
    here = organiser.tournament("Long", people, rules_key="points", table_size=4, rounds_planned=1)
    organiser.publish(here)
    here = hall.url + here

    page.goto(f"{here}?page=2")
    expect(page.locator("tr[data-entrant]")).to_have_count(4)
    last = page.locator("tr[data-entrant]").last
    number, name = last.get_attribute("data-entrant"), last.locator("summary > bdi").inner_text()
    last.locator("summary").click()
    last.get_by_role("button", name="Follow").click()
    page.goto(here)
    elsewhere = page.locator(".standings__elsewhere")
    expect(elsewhere).to_contain_text(name)
    no_sideways_scroll(page)
    elsewhere.get_by_role("link").first.click()
    expect(page.locator(f"#row-{number}")).to_be_visible()
    expect(page.locator(".standings__elsewhere")).to_have_count(0)

    page.goto(f"{here}?q=player+77")
    expect(page.locator(".standings tbody tr summary > bdi")).to_have_text(["Player 77"])
    no_sideways_scroll(page)
