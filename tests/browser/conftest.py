"""What every test in a real browser shares: patience, and browsers whose complaints fail the test."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests import needs
from tests.browser.devices import MEANT, PHONE, Device, devices
from tests.conftest import opened

PATIENCE_MS = 40_000
"""How long something may take to come: it is there in a moment, but a busy machine has few of them."""


@pytest.fixture(autouse=True, scope="session")
def patience() -> None:
    expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """One for all files that follow each other here: none of them asks the database in this thread."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    needs.need_chromium()
    with opened(playwright, needs.CHROMIUM) as chromium:
        yield chromium


@pytest.fixture(scope="module")
def browser(chromium: Browser) -> Iterator[Browser]:
    """With nothing in it that another file left open."""
    yield chromium
    for context in chromium.contexts:
        context.close()


@pytest.fixture
def device(browser: Browser) -> Iterator[Device]:
    """Phones and desktops; whatever goes wrong in their consoles fails the test."""
    with devices(browser, MEANT) as new:
        yield new


@pytest.fixture
def phone(browser: Browser) -> Iterator[Device]:
    with devices(browser, MEANT, viewport=PHONE, has_touch=True) as new:
        yield new
