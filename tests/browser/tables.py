"""A table to sit down at, made without a browser: by the same forms, read and sent by a phone without a face.

How an organiser makes one by hand is walked in ``test_thin_tournament.py``, ``test_whole_life.py`` and ``test_keyboard.py``;
for what happens afterwards it took half of each test.
"""

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

from tests.hall import Hall, eventually
from tests.load.phone import Phone
from tests.security.forms import forms_in

CARD = re.compile(r'href="[^"]*(/j/[^"]*)"')
PASSWORD = "a long triangle 555"


class Organiser:
    """Signed in by the one-time link the first time, by password from then on, as ``sign_in`` does it with a browser."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.phone = hall, Phone(hall.port)
        if hall.link and not getattr(hall, "signed_in", False):
            hall.signed_in = True  # type: ignore[attr-defined]
            self.send(hall.link.removeprefix(hall.url))
            self.send("/account/", "/account/password/", new_password1=PASSWORD, new_password2=PASSWORD)
        else:
            self.send("/sign-in/", username="organiser", password=PASSWORD)

    def read(self, where: str) -> str:
        """A page. The connection is not kept: nobody says which test is the last."""
        status, _ = self.phone.get(where)
        self.phone.close()
        assert status == 200, (where, status)
        return self.phone.body.decode()

    def send(self, where: str, to: str = "", **values: object) -> str:
        """The form of a page, as it stands there but for these values; gives where that leads."""
        forms = forms_in(self.read(where), where)
        form = next(each for each in forms if each.method == "post" and each.action.endswith(to or where))
        fields = {
            name: (held or [""])[0] for name, held in form.fields.items() if form.kinds[name] != "checkbox"
        }
        status, leads_to = self.phone.post(form.action, fields | values)
        self.phone.close()
        assert status == 302, (form.action, status, self.phone.body.decode())
        return leads_to

    def tournament(self, name: str, people: Sequence[str], **plan: Any) -> str:
        """Where its pages are: its people are entered, no round is paired."""
        made = self.send("/t/new/", name=name, **plan)
        here = f"/t/{made.split('/t/')[1].split('/')[0]}/"
        if people:
            self.send(f"{here}people/", names="\n".join(people))
        return here

    def pair(self, here: str) -> str:
        """Where the draft of its next round is."""
        round_ = self.send(here, f"{here}pair/")
        eventually(lambda: "/publish/" in self.read(round_), every=0.1)
        return round_

    def publish(self, here: str) -> None:
        self.send(self.pair(here), "/publish/")

    def card(self, here: str, number: int = 1) -> str:
        """The link on the card of a table."""
        return self.hall.url + str(CARD.findall(self.read(f"{here}cards/"))[number - 1])

    def come_in(self, page: Page) -> None:
        """The same person with a browser."""
        held = [(name, self.phone.cookies[name]) for name in ("sessionid", "csrftoken")]
        page.context.add_cookies(
            [{"name": name, "value": value, "url": self.hall.url} for name, value in held]
        )


def organiser_of(hall: Hall) -> Organiser:
    """The same one every time: to sign in takes as long as to make a table."""
    if not hasattr(hall, "organiser"):
        hall.organiser = Organiser(hall)  # type: ignore[attr-defined]
    organiser: Organiser = hall.organiser  # type: ignore[attr-defined]
    return organiser


def sit_down(hall: Hall, page: Page, name: str, rules_key: str, people: Sequence[str]) -> str:
    """Brings the organiser's page of a new table; gives the link on its card."""
    organiser = organiser_of(hall)
    here = organiser.tournament(name, people, rules_key=rules_key, table_size=len(people), rounds_planned=1)
    organiser.publish(here)
    organiser.come_in(page)
    page.goto(f"{hall.url}{here}rounds/1/tables/1/")
    return organiser.card(here)
