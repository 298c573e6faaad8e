"""Signing in with a real browser that runs no script: password, address, link, code from the phone, sessions."""

import base64
import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from config.signin import totp
from tests.browser.test_thin_tournament import no_sideways_scroll
from tests.conftest import StartHall
from tests.hall import Hall
from tests.signin.post_office import PostOffice

pytestmark = pytest.mark.only_the_page

PASSWORD = "seven green triangles"
ADDRESS = "ana@example.org"


@pytest.fixture
def post_office() -> Iterator[PostOffice]:
    office = PostOffice()
    yield office
    office.close()


def fresh(browser: Browser) -> Page:
    return browser.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False).new_page()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


def set_a_password(page: Page, hall: Hall) -> None:
    assert hall.link
    page.goto(hall.link)
    press(page, "Sign me in")
    expect(page).to_have_url(f"{hall.url}/")
    page.goto(f"{hall.url}/account/")
    for label in ("New password", "New password confirmation"):
        page.get_by_label(label, exact=True).fill(PASSWORD)
    press(page, "Save password")
    expect(page.get_by_text("Your password is set.")).to_be_attached()


def confirm_an_address(page: Page, hall: Hall, office: PostOffice) -> None:
    page.goto(f"{hall.url}/account/address/")
    page.get_by_label("E-mail address").fill(ADDRESS)
    page.get_by_label("Your password").fill(PASSWORD)
    press(page, "Send a link to it")
    expect(page.get_by_text(f"A link is on its way to {ADDRESS}")).to_be_visible()
    office.wait_for(1)
    page.goto(office.link())
    press(page, "Yes, this is my address")
    expect(page.get_by_text(f"{ADDRESS} is confirmed.")).to_be_attached()


def set_up_the_phone(page: Page, hall: Hall) -> bytes:
    """Gives the key that the phone would hold."""
    page.goto(f"{hall.url}/account/")
    page.get_by_role("link", name="Set up").click()
    no_sideways_scroll(page)
    key = base64.b32decode(page.locator(".secret-key").inner_text().replace(" ", ""))
    page.get_by_label("Code", exact=True).fill(code(key, -1))
    page.get_by_label("Your password").fill(PASSWORD)
    press(page, "Ask for codes from now on")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    assert len(page.locator(".recovery-codes li").all()) == 10
    no_sideways_scroll(page)
    return key


def code(key: bytes, away: int = 0) -> str:
    return totp.hotp(key, totp.step_at(time.time()) + away)


def test_the_whole_way_without_a_script(
    start_hall: StartHall, browser: Browser, post_office: PostOffice
) -> None:
    hall = start_hall(EMAIL_URL=post_office.url).wait_until_up()
    first = fresh(browser)
    set_a_password(first, hall)
    confirm_an_address(first, hall, post_office)
    key = set_up_the_phone(first, hall)

    second = fresh(browser)
    second.goto(f"{hall.url}/sign-in/")
    second.get_by_role("link", name="Send me a link").click()
    second.get_by_label("Your e-mail address").fill(ADDRESS)
    known = len(post_office.wait_for(2))  # that codes are asked for now
    press(second, "Send me a link")
    expect(second.get_by_role("heading", name="Look into your mail")).to_be_visible()
    post_office.wait_for(known + 1)
    second.goto(post_office.link())
    press(second, "Sign me in")
    second.get_by_label("Code", exact=True).fill(code(key))
    press(second, "Sign in")
    expect(second).to_have_url(re.compile(rf"{hall.url}/$"))

    first.goto(f"{hall.url}/account/")
    press(first, "Sign out there")
    expect(first.get_by_text("This browser")).to_be_visible()
    second.goto(f"{hall.url}/account/")
    expect(second).to_have_url(re.compile("/sign-in/"))
