"""What every test in a real browser shares: patience, and browsers whose complaints fail the test."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.devices import MEANT, PHONE, Device, devices

PATIENCE_MS = 40_000
"""How long something may take to come: it is there in a moment, but a busy machine has few of them."""


@pytest.fixture(autouse=True, scope="session")
def patience() -> None:
    expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture
def device(browser: Browser) -> Iterator[Device]:
    """Phones and desktops; whatever goes wrong in their consoles fails the test."""
    with devices(browser, MEANT) as new:
        yield new


@pytest.fixture
def phone(browser: Browser) -> Iterator[Device]:
    with devices(browser, MEANT, viewport=PHONE, has_touch=True) as new:
        yield new
