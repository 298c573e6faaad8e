"""The whole way in the running program: asked for in a browser, sent by the worker, pressed, in."""

import re
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar

from tests.conftest import StartHall
from tests.signin.post_office import PostOffice

MAKE = """
import django; django.setup()
from django.contrib.auth.models import User
from django.utils import timezone
from config.signin.models import Mailbox
ana = User.objects.create_user("ana")
Mailbox.objects.create(user=ana, address="ana@example.org", key="ana@example.org", confirmed_at=timezone.now())
"""


class Visitor:
    def __init__(self) -> None:
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar())).open

    def get(self, url: str) -> str:
        with self._open(url, timeout=30) as answer:
            return str(answer.read().decode())

    def press(self, url: str, **said: str) -> str:
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(url))
        assert found
        form = urllib.parse.urlencode({"csrfmiddlewaretoken": found[1]} | said).encode()
        with self._open(url, form, timeout=30) as answer:
            return str(answer.read().decode())


def test_a_link_is_asked_for_sent_and_used(start_hall: StartHall) -> None:
    office = PostOffice()
    try:
        hall = start_hall(EMAIL_URL=office.url, LOG_LEVEL="DEBUG", SWEEP_SECONDS="0.5").wait_until_up()
        hall.run("-c", MAKE)
        visitor = Visitor()
        assert "Look into your mail" in visitor.press(f"{hall.url}/sign-in/link/", address="ana@example.org")
        office.wait_for(1)
        link = office.link()
        assert link.startswith(f"{hall.url}/m/")
        visitor.press(link)
        assert "<strong>ana</strong>" in visitor.get(f"{hall.url}/account/")
        hall.stop()
        assert link.rsplit("/", 2)[1] not in hall.output
    finally:
        office.close()
