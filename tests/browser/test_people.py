"""People in a real browser: a file looked at and entered, the public page, check-in, the club's list, an invitation."""

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.tables import organiser_of
from tests.browser.test_thin_tournament import (
    no_sideways_scroll,
    visitor,  # noqa: F401 - a fixture
)
from tests.hall import Hall

pytestmark = pytest.mark.only_the_page

CSV = "Name;Verein;Minderjährig\nAna Ávila;Köln;\nKim Klein;Köln;ja\nana ávila;;\n=1+1;;\n"


def stranger(browser: Browser, page: Page) -> Page:
    """Somebody with the same screen who is not signed in."""
    return browser.new_context(viewport=page.viewport_size).new_page()


def people_page(page: Page, hall: Hall, name: str) -> str:
    """The organiser's, of a new tournament; gives the slug."""
    organiser = organiser_of(hall)
    organiser.come_in(page)
    here = organiser.tournament(name, [], rules_key="points", table_size=4, rounds_planned=1)
    page.goto(f"{hall.url}{here}people/")
    return here.split("/")[2]


def import_a_file(page: Page) -> None:
    page.get_by_role("link", name="From a file").click()
    page.get_by_label("Or choose a file").set_input_files(
        {"name": "people.csv", "mimeType": "text/csv", "buffer": CSV.encode("cp1252")}
    )
    page.get_by_role("button", name="Look at it first").click()
    expect(page.get_by_text("4 lines were read")).to_be_visible()
    expect(page.get_by_text("Stands in line 2 already")).to_be_visible()
    expect(page.get_by_text("holds a formula")).to_be_visible()
    no_sideways_scroll(page)
    page.get_by_role("button", name="Enter 2 people").click()
    expect(page.get_by_role("heading", name="2 people entered")).to_be_visible()


def open_the_door(page: Page) -> str:
    """Gives the link of the public page."""
    page.get_by_role("link", name="Let people enter themselves").click()
    page.get_by_label("People can enter themselves").check()
    page.get_by_label("Each entry needs a yes").check()
    page.get_by_label("Places").fill("4")
    page.get_by_label("Only who is checked in is paired").check()
    page.get_by_label("People can check in by themselves").check()
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_role("img", name="QR code of the page to enter by")).to_be_visible()
    no_sideways_scroll(page)
    return page.locator(".address a").first.get_attribute("href") or ""


def enter_oneself(page: Page, link: str, name: str) -> None:
    page.goto(link)
    no_sideways_scroll(page)
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Ask to be entered").click()
    expect(page.get_by_role("heading", name="Not answered yet")).to_be_visible()
    no_sideways_scroll(page)


def test_people_come_in_by_every_door(
    hall: Hall,
    visitor: BrowserContext,  # noqa: F811 - the fixture
    browser: Browser,
) -> None:
    page = visitor.new_page()
    slug = people_page(page, hall, "Open Cup")
    import_a_file(page)
    link = open_the_door(page)
    code = page.locator(".pins__pin").inner_text()

    guest = stranger(browser, page)
    enter_oneself(guest, link, "Gus Grün")
    page.goto(f"{hall.url}/t/{slug}/entries/")
    no_sideways_scroll(page)
    page.get_by_role("button", name=re.compile("^Take.*Gus Grün")).click()
    guest.reload()
    expect(guest.get_by_role("heading", name="You are entered")).to_be_visible()

    # By oneself, with the code on the wall; the others by the desk, with a tap each.
    guest.goto(f"{hall.url}/t/{slug}/here/")
    guest.get_by_label("Code").fill(code)
    guest.get_by_label("Your name").fill("gus grün")
    guest.get_by_role("button", name="Check in").click()
    expect(guest.get_by_role("heading", name="You are checked in")).to_be_visible()
    no_sideways_scroll(guest)
    page.goto(f"{hall.url}/t/{slug}/check-in/")
    expect(page.locator("#check-in-count")).to_contain_text("1 here, 2 not yet")
    page.get_by_placeholder("Name, club or number").fill("kim")
    expect(page.locator(".tap__button")).to_have_count(1)
    page.get_by_role("button", name="Kim Klein").click()
    expect(page.get_by_role("button", name="Kim Klein")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#check-in-count")).to_contain_text("2 here, 1 not yet")
    no_sideways_scroll(page)

    # Who is not here is not paired, and a minor's name is short in public.
    organiser_of(hall).publish(f"/t/{slug}/")
    guest.goto(f"{hall.url}/t/{slug}/rounds/1/")
    expect(guest.locator(".table-card__seats li")).to_have_count(2)
    expect(guest.locator(".table-card__seats")).to_contain_text("Kim K.")
    expect(guest.get_by_text("Kim Klein")).to_have_count(0)
    expect(guest.locator(".table-card__seats")).to_contain_text("Gus Grün")


def test_the_club_and_its_list(
    hall: Hall,
    visitor: BrowserContext,  # noqa: F811 - the fixture
    browser: Browser,
) -> None:
    page = visitor.new_page()
    slug = people_page(page, hall, "List Cup")
    page.goto(f"{hall.url}/c/")
    no_sideways_scroll(page)
    page.get_by_label("As", exact=True).select_option("desk")
    page.get_by_label("For whom").fill("Zoe")
    page.get_by_role("button", name="Make a link").click()
    link = page.locator(".address a").get_attribute("href") or ""
    no_sideways_scroll(page)

    guest = stranger(browser, page)
    guest.goto(link)
    name = f"zoe{page.viewport_size['width'] if page.viewport_size else 0}"
    guest.get_by_label("Name to sign in with").fill(name)
    guest.get_by_label("Password").fill("a long triangle 555")
    guest.get_by_role("button", name="Join").click()
    expect(guest.get_by_text("Welcome to")).to_be_visible()
    guest.get_by_role("link", name="Check-in").first.click()
    expect(guest.get_by_role("heading", name="Nobody is entered yet")).to_be_visible()
    expect(guest.get_by_role("link", name="Settings")).to_have_count(0)

    page.goto(f"{hall.url}/c/")
    expect(page.get_by_text(name).first).to_be_visible()
    page.get_by_role("link", name=re.compile(r"\d+ (person|people)$")).click()
    page.get_by_role("link", name="Add somebody").click()
    page.get_by_label("Name", exact=True).fill(f"Ida Iversen {name}")
    page.get_by_label("short name", exact=True).check()
    no_sideways_scroll(page)
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_text("is on the list.")).to_be_visible()
    page.get_by_placeholder("Name or club").fill(f"ida {name}")
    expect(page.locator("#club-people tbody tr")).to_have_count(1)
    no_sideways_scroll(page)

    page.goto(f"{hall.url}/t/{slug}/people/list/?q=ida+{name}")
    page.get_by_role("button", name=re.compile("^Enter.*Ida Iversen")).click()
    expect(page.locator(".tap").get_by_text("No. 1")).to_be_visible()
    no_sideways_scroll(page)

    page.goto(f"{hall.url}/c/")
    page.get_by_role("link", name=re.compile(r"\d+ (person|people)$")).click()
    page.get_by_role("link", name=f"Ida Iversen {name}").click()
    page.get_by_role("link", name="Erase this person’s data").click()
    no_sideways_scroll(page)
    page.get_by_role("button", name="Erase for good").click()
    expect(page.get_by_text("Erased. Results stay, under a number.")).to_be_visible()
    page.goto(f"{hall.url}/t/{slug}/people/")
    expect(page.get_by_role("link", name="No. 1")).to_be_visible()
