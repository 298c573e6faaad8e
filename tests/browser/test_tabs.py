"""The rows of tabs are longer than a phone: which page one is on stands in sight in them, and stays there."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import Device
from tests.browser.tables import organiser_of
from tests.browser.test_thin_tournament import enter_deal
from tests.hall import Hall

pytestmark = pytest.mark.only_the_page

NAMES = ["Ana", "Bo", "Cy", "Di"]
OUT_OF_SIGHT = """() => [...document.querySelectorAll(".tabs [aria-current]")].flatMap((each) => {
    const tab = each.getBoundingClientRect(), row = each.closest("ul").getBoundingClientRect();
    return tab.left < row.left - 1 || tab.right > row.right + 1 ? [each.textContent] : [];
})"""
FROM_THE_RIGHT = (
    """addEventListener("readystatechange", () => { document.documentElement.dir = "rtl"; }, true);"""
)
"""Before any script of the page looks at it."""
DRAWN = "() => document.querySelector('.tabs--work ul').scrollLeft"


def current_in_sight(page: Page) -> None:
    expect(page.locator(".tabs [aria-current]")).to_have_count(1)
    assert page.evaluate(OUT_OF_SIGHT) == []


def test_the_current_tab_is_in_sight_and_the_row_stays_where_it_was_drawn(hall: Hall, phone: Device) -> None:
    organiser = organiser_of(hall)
    page = phone().new_page()
    organiser.come_in(page)
    here = organiser.tournament("Tabs", NAMES, rules_key="points", table_size=4, rounds_planned=2)
    organiser.publish(here)
    for where in ("", "print/", "plan/", "cards/", "settings/", "history/"):
        page.goto(f"{hall.url}{here}{where}")
        current_in_sight(page)

    # What comes by itself brings the tabs anew.
    page.goto(f"{hall.url}{here}control/")
    current_in_sight(page)
    assert page.evaluate(DRAWN) == 0
    page.evaluate("() => { document.querySelector('.tabs--work ul').scrollLeft = 60; }")
    page.evaluate("() => { document.querySelector('.tabs--work').dataset.old = ''; }")
    table = page.context.new_page()
    table.goto(f"{hall.url}{here}rounds/1/tables/1/")
    enter_deal(table, [120, 80, 40, 10])
    expect(page.locator(".control__card")).to_contain_text("120")
    expect(page.locator(".tabs--work[data-old]")).to_have_count(0)
    assert page.evaluate(DRAWN) == 60

    # Read from the right, a row is drawn the other way.
    page.add_init_script(FROM_THE_RIGHT)
    page.goto(f"{hall.url}{here}history/")
    current_in_sight(page)
    assert page.evaluate(DRAWN) < 0
