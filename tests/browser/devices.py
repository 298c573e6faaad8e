"""Browsers as people hold them. What goes wrong in their consoles fails the test, unless it is meant."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext

Device = Callable[..., BrowserContext]

PHONE = {"width": 390, "height": 844}
MEANT = (
    "status of 4",
    "Error Code 403",
    "ERR_FAILED",
    "htmx:afterRequest",
    "htmx:sendError",
    "htmx:sendAbort",
)
"""To the browser a refused form and a request that was cut are errors; here they are meant."""

CUT = (
    "status of 4",
    "ERR_INTERNET_DISCONNECTED",
    "ERR_FAILED",
    "ERR_CONNECTION_REFUSED",
    "ERR_EMPTY_RESPONSE",
    "ERR_CONNECTION_RESET",
    "ERR_INCOMPLETE_CHUNKED_ENCODING",
    "when fetching the script",
    "htmx:afterRequest",
    "htmx:sendError",
    "htmx:sendAbort",
)
"""To the browser a network that is gone is an error; here it is meant."""


@contextmanager
def devices(browser: Browser, meant: Sequence[str], **common: Any) -> Iterator[Device]:
    """Make as many as a test wants; all are closed, and none may have complained of what was not meant."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def new(**options: Any) -> BrowserContext:
        context = browser.new_context(**common, **options)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        context.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        contexts.append(context)
        return context

    yield new
    for context in contexts:
        context.close()
    assert [each for each in complaints if not any(part in each for part in meant)] == []
