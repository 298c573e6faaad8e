"""The tour from the first sign-in to its end, on a phone: every step by what the panel says, and nothing else."""

import re
import uuid

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.devices import Device
from tests.browser.test_thin_tournament import enter_deal, no_sideways_scroll
from tests.hall import Hall

pytestmark = pytest.mark.only_the_page


def come_in(page: Page, hall: Hall) -> None:
    """Somebody who was never here before."""
    name = f"new-{uuid.uuid4().hex[:8]}"
    page.goto(hall.run("manage.py", "sign_in_link", name, "--create", "--at", hall.url).strip())
    page.get_by_role("button", name="Sign me in").click()


def step(page: Page, number: int) -> Locator:
    panel = page.get_by_role("complementary", name="Tour")
    expect(panel).to_contain_text(f"Step {number} of 8")
    no_sideways_scroll(page)
    return panel


def test_from_the_first_sign_in_to_the_winner_by_what_the_panel_says(hall: Hall, phone: Device) -> None:
    page = phone().new_page()
    come_in(page, hall)
    page.goto(hall.url)
    page.get_by_role("button", name="Try it in five minutes").click()

    # It begins where the first thing is done.
    step(page, 1)
    expect(page.get_by_label("Names, one a line")).to_be_in_viewport()
    page.get_by_label("Names, one a line").fill("Me Myself")
    page.get_by_role("button", name="Enter these people").click()

    # Somewhere else, it leads there.
    page.goto(page.url.replace("/people/", "/settings/"))
    step(page, 2).get_by_role("link", name="Show me where").click()
    page.locator(".next").get_by_role("button", name="Pair round 1").click()

    # Nobody reloads the page: the panel follows what the worker does.
    expect(step(page, 3)).to_contain_text("Press “Publish round 1”")
    page.locator(".next").get_by_role("button", name="Publish round 1").click()

    step(page, 4).get_by_role("link", name="Show me where").click()
    enter_deal(page, [120, 80, 60])
    step(page, 5)
    enter_deal(page, [290, 80, 60], bell=True)
    step(page, 6).get_by_role("button", name="Let the bots play").click()
    step(page, 7).get_by_role("link", name="Show me where").click()
    page.locator(".next").get_by_role("button", name="Pair round 2").click()
    expect(step(page, 8)).to_contain_text("Press “Publish round 2”")
    page.locator(".next").get_by_role("button", name="Publish round 2").click()
    panel = page.get_by_role("complementary", name="Tour")
    expect(panel).to_contain_text("That was a whole tournament")

    # Only who takes the tour has seen any of it, and one press leaves nothing behind.
    tournament = re.sub(r"/t/([^/]+)/.*", r"/t/\1/", page.url)
    stranger = phone().new_page()
    stranger.goto(tournament)
    expect(stranger.get_by_role("heading", name="Trial tournament")).to_be_visible()
    expect(stranger.get_by_role("complementary", name="Tour")).to_have_count(0)
    panel.get_by_text("Leave the tour").click()
    panel.get_by_role("button", name="Throw it all away").click()
    expect(page.get_by_text("The rehearsal is gone.")).to_be_visible()
    expect(page.get_by_role("button", name="Try it in five minutes")).to_be_visible()
    # In a page of their own: the one that was watching goes by itself when it hears of it.
    answer = phone().new_page().goto(tournament)
    assert answer
    assert answer.status == 404


def test_without_scripts_the_same_pages_lead_through_the_first_steps(hall: Hall, phone: Device) -> None:
    """What the other test leaves to scripts: the panel is there when a page is loaded, and its buttons are forms."""
    context = phone(java_script_enabled=False)
    page = context.new_page()
    come_in(page, hall)
    page.goto(f"{hall.url}/help/")
    page.get_by_label("Rules").select_option("points")
    page.get_by_role("button", name="Try it in five minutes").click()
    step(page, 1)
    page.get_by_label("Names, one a line").fill("Me Myself")
    page.get_by_role("button", name="Enter these people").click()
    step(page, 2)
    page.get_by_text("Leave the tour").click()
    page.get_by_role("button", name="Throw it all away").click()
    expect(page.get_by_text("The rehearsal is gone.")).to_be_visible()
