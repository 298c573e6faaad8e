"""The organiser walks the hall: the control room by itself, a mistake put right, a penalty given and taken back."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_hall import a_tournament, card, publish
from tests.browser.test_thin_tournament import enter_deal, no_sideways_scroll, type_points
from tests.hall import Hall

pytestmark = pytest.mark.only_the_page

EIGHT = ["Ana", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal"]


def own_phone(page: Page, link: str) -> Page:
    """Somebody else, who has scanned a card."""
    browser = page.context.browser
    assert browser
    judge = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    judge.goto(link)
    return judge


def names_at(page: Page) -> list[str]:
    return page.locator(".seat__name").all_inner_texts()


def ranked(page: Page) -> list[str]:
    return [text.split("\n")[0].strip() for text in page.locator(".standings__name bdi").all_inner_texts()]


@pytest.mark.parametrize("page", [390, 1280], indirect=True)
def test_from_a_call_to_a_correction_and_a_penalty_taken_back(hall: Hall, page: Page) -> None:
    width = page.viewport_size["width"] if page.viewport_size else 0
    here = a_tournament(page, hall, f"Control {width}", people=EIGHT, round_minutes="30")
    publish(hall, here)
    control = page.context.new_page()
    control.goto(f"{here}control/")
    no_sideways_scroll(control)
    expect(control.locator(".control__card")).to_have_count(2)
    expect(control.get_by_text("no judge yet").first).to_be_visible()

    # A deal at table 2 shows by itself, and so does a call, whose table comes first.
    page.goto(f"{here}rounds/1/tables/2/")
    enter_deal(page, [120, 80, 40, 10])
    second = control.locator(".control__card", has=control.get_by_role("link", name="Table 2"))
    expect(second).to_contain_text("120")
    expect(second).to_contain_text("deal 2")
    judge = own_phone(page, card(hall, here, 2))
    judge.locator("summary", has_text="Call").click()
    judge.get_by_role("button", name="A question about the rules").click()
    expect(
        judge.get_by_text("The organiser has been called")
    ).to_be_visible()  # else it may go with its phone
    judge.context.close()
    expect(control.locator(".control__card").first).to_contain_text("A question about the rules")
    expect(control.locator(".control__card").first).to_contain_text("calls")
    control.locator(".control__card").first.get_by_role("button", name="Done").click()
    expect(control.get_by_text("A question about the rules")).to_have_count(0)

    # Extra time for one table.
    control.get_by_role("button", name="+5 min for table 1").click()
    expect(control.get_by_text("(5 so far)")).to_be_visible()

    # Both tables end; those that are done are folded away.
    page.goto(f"{here}rounds/1/tables/2/")
    enter_deal(page, [300, 100, 50, 10])
    page.goto(f"{here}rounds/1/tables/1/")
    names = names_at(page)
    enter_deal(page, [410, 300, 200, 100])
    expect(
        control.get_by_text("2 tables are done").or_(control.get_by_text("No round is being played"))
    ).to_be_visible()

    # The first column was swapped with the last: shown first, then put right, and everything follows.
    page.reload()
    page.get_by_role("link", name="Correct deal 1").click()
    type_points(page, [100, 300, 200, 410])
    page.get_by_role("button", name="Show what it would change").click()
    expect(page.get_by_text("What it changes in the tournament")).to_be_visible()
    no_sideways_scroll(page)
    page.get_by_role("button", name="Correct it so").click()
    expect(page.get_by_text("Say why")).to_be_visible()
    page.get_by_label("Why is it changed?").fill("Two columns were swapped")
    page.get_by_role("button", name="Correct it so").click()
    expect(page.get_by_text("Put right.")).to_be_visible()
    expect(page.locator("#sheet").get_by_text("Final", exact=True)).to_be_visible()
    page.goto(here)
    # Both winners have 3 placing points: 420 at table 2 beat the 410 of whom the correction made first.
    assert ranked(page)[1] == names[3]
    winner = ranked(page)[0]

    # A penalty puts the leader third behind the other winner; taken back, all is as before.
    page.goto(f"{here}penalties/")
    page.get_by_label("Who?").select_option(winner)
    page.get_by_label("placing points off").check()
    page.get_by_label("How many points?").fill("0.5")
    page.get_by_label("Why?").fill("Looked into the pool")
    page.get_by_role("button", name="Show what it means").click()
    expect(page.get_by_text("Standings: 2 lines change")).to_be_visible()
    no_sideways_scroll(page)
    page.get_by_role("button", name="Give it").click()
    expect(page.get_by_text("Given. It counts")).to_be_visible()
    page.goto(here)
    assert ranked(page)[:2] == [names[3], winner]
    page.goto(f"{here}penalties/")
    page.get_by_role("link", name=re.compile("Take back")).click()
    page.get_by_label("Why?").fill("It was somebody else")
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("Taken back. It no longer counts.")).to_be_visible()
    page.goto(here)
    assert ranked(page)[:2] == [winner, names[3]]

    # All of it stands in the history, and is found.
    page.goto(f"{here}history/")
    no_sideways_scroll(page)
    page.get_by_label("Search").fill("swapped")
    expect(page.locator(".history__line")).to_have_count(1)
    expect(page.locator(".history__line")).to_contain_text("corrected an entry at table 1")
