"""Asking to be told, on a phone: by e-mail, and by a push that the real service worker shows.

A browser without a window has no push service, so what that would give, an address and keys, is made up here; the page's
script, the server and the worker are the real ones, and the push reaches the worker as a push.
"""

import os
import sqlite3
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from config.tidings.push.vapid import new_key
from tests import needs
from tests.browser.devices import PHONE
from tests.conftest import opened
from tests.prepared import DATABASE
from tests.signin.post_office import PostOffice

pytestmark = [pytest.mark.only_the_page, pytest.mark.brings_its_own]

SCRIPT = """
import django; django.setup()
from tests.factories import published_round, tournament_of
tournament = tournament_of(4, slug="cup")
published_round(tournament)
print(tournament.entrants.get(number=1).pk)
"""
KEPT = "SELECT channel, on_table, on_start, endpoint FROM tidings_subscription"
# RFC 8291’s own: a point that is on the curve.
POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
ENDPOINT = "https://fcm.googleapis.com/fcm/send/a-browser"
NO_SERVICE = f"""
const octets = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer;
PushManager.prototype.subscribe = async (options) => {{
  window.asked = options;
  const keys = {{ p256dh: "{POINT}", auth: "{urlsafe_b64encode(os.urandom(16)).decode().rstrip("=")}" }};
  return {{ endpoint: "{ENDPOINT}", getKey: (name) => octets(keys[name]) }};
}};
"""


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    needs.need_whole_chromium()
    with opened(playwright, needs.WHOLE_CHROMIUM) as chromium:
        yield chromium


def push(context: BrowserContext, page: Page, data: str) -> None:
    """As a push service would wake the worker."""
    session = context.new_cdp_session(page)
    known: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"]))
    session.send("ServiceWorker.enable")
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    origin = page.evaluate("location.origin")
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": known[0]["registrationId"], "data": data},
    )


def test_a_player_is_told_on_their_phone(start_hall, browser):
    office, key = PostOffice(), new_key()
    pushes = {"WEB_PUSH_KEY": key, "WEB_PUSH_CONTACT": "mailto:hall@example.org"}
    hall = start_hall(EMAIL_URL=office.url, **pushes).wait_until_up()
    person = hall.run("-c", SCRIPT).strip()
    context = browser.new_context(viewport=PHONE, permissions=["notifications"])
    page = context.new_page()
    page.add_init_script(NO_SERVICE)
    page.goto(f"{hall.url}/t/cup/players/{person}/")
    page.get_by_role("link", name="Messages and calendar").click()

    page.get_by_label("when the round begins").uncheck()
    page.get_by_role("button", name="Tell me on this device").click()
    expect(page.get_by_text("This device is told.")).to_be_visible()
    assert page.evaluate("asked.userVisibleOnly && asked.applicationServerKey").startswith("B")
    with closing(sqlite3.connect(hall.data / DATABASE)) as database:
        assert database.execute(KEPT).fetchall() == [("push", True, False, ENDPOINT)]
    page.reload()
    expect(page.get_by_text("This device is told.")).to_be_visible()

    told = '{"title": "Round 2: table 1", "body": "Ana", "url": "/t/cup/", "tag": "x"}'
    for _twice in range(2):
        push(context, page, told)
    shown = """async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((each) => each.title)"""
    page.wait_for_function(f"async () => (await ({shown})()).length > 0")
    assert page.evaluate(shown) == ["Round 2: table 1"]

    page.get_by_label("Your e-mail address").fill("ana@example.org")
    page.get_by_role("button", name="Tell me by e-mail").click()
    expect(page.get_by_text("A letter is on its way.")).to_be_visible()
    office.wait_for(1, timeout=60)
    page.goto(office.link())
    page.get_by_role("button", name="Yes, tell me").click()
    expect(page.get_by_role("heading", name="Your messages")).to_be_visible()
    page.get_by_role("button", name="End all of it").click()
    expect(page.get_by_role("heading", name="Ended")).to_be_visible()
    context.close()
    office.close()
