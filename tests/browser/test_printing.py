"""The Print page on a phone and a desktop: what is chosen is what comes, with and without scripts."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.tables import organiser_of
from tests.browser.test_thin_tournament import DESKTOP, PHONE, no_sideways_scroll
from tests.hall import Hall

pytestmark = pytest.mark.only_the_page

NAMES = ["Ana", "Bo", "Cleo", "#Dirk", "Eva", "Fay", "Gus", "Hanna-Wilhelmiina Väänänen-Lindström"]
FINGER = 44


@pytest.fixture(scope="module")
def slug(hall: Hall) -> str:
    organiser = organiser_of(hall)
    here = organiser.tournament("On paper", NAMES, rules_key="points", table_size=4, rounds_planned=2)
    organiser.publish(here)
    return here.split("/")[2]


def pressed(page: Page, document: str) -> tuple[str, str, bytes]:
    """What comes after the button of a document was pressed: its address, its kind and how it begins."""
    with page.expect_response(re.compile(r"\.pdf")) as came:
        page.get_by_role("button", name=f"PDF {document}").click()
    answer = came.value
    assert answer.status == 200
    # Read by another request: the browser hands what it shows to its own viewer.
    again = page.context.request.get(answer.url)
    return answer.url, answer.headers["content-type"], again.body()[:5]


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_a_visitor_prints_where_they_sit(
    width: int, scripts: bool, slug: str, hall: Hall, browser: Browser
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844}, java_script_enabled=scripts)
    page = context.new_page()
    page.goto(f"{hall.url}/t/{slug}/")
    page.get_by_role("navigation", name="Tournament").get_by_role("link", name="Print").click()
    expect(page.get_by_role("heading", name="Print", exact=True)).to_be_visible()
    if scripts:
        no_sideways_scroll(page)
    buttons = page.get_by_role("button", name="PDF")
    expect(buttons).to_have_count(6)
    for button in buttons.all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= FINGER
    page.get_by_label("Paper").select_option("letter")
    address, kind, first = pressed(page, "Pairings by name")
    assert f"/t/{slug}/print/pairings-by-name.pdf?" in address
    assert "round=1" in address
    assert "paper=letter" in address
    assert kind == "application/pdf"
    assert first == b"%PDF-"
    context.close()


def test_the_organiser_finds_the_rest_and_comes_from_the_round(
    slug: str, hall: Hall, browser: Browser
) -> None:
    page = browser.new_page(viewport={"width": DESKTOP, "height": 844})
    organiser_of(hall).come_in(page)
    page.goto(f"{hall.url}/t/{slug}/rounds/1/")
    page.get_by_role("link", name="Print", exact=True).last.click()
    expect(page).to_have_url(re.compile(r"/print/\?round=1$"))
    expect(page.get_by_role("button", name="PDF")).to_have_count(10)
    assert pressed(page, "Table cards")[2] == b"%PDF-"
    # What cannot be printed yet says why, on the same page.
    page.goto(f"{hall.url}/t/{slug}/print/")
    page.get_by_role("button", name="PDF Certificates").click()
    expect(page.get_by_text("Nobody has played yet.")).to_be_visible()
    page.close()
