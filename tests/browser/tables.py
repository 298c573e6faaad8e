"""A table to sit down at, made without a browser: by the same forms, read and sent by a phone without a face.

How an organiser makes one by hand is walked in ``test_thin_tournament.py`` and ``test_keyboard.py``; for what happens at
the table afterwards it took half of each test.
"""

import re
from collections.abc import Sequence
from contextlib import closing

from playwright.sync_api import Page

from tests.browser.test_thin_tournament import PASSWORD
from tests.hall import Hall, eventually
from tests.load.phone import Phone
from tests.security.forms import forms_in

CARD = re.compile(r'href="[^"]*(/j/[^"]*)"')


class Organiser:
    """Signed in by the one-time link the first time, by password from then on, as ``sign_in`` does it with a browser."""

    def __init__(self, hall: Hall) -> None:
        self.phone = Phone(hall.port)
        if hall.link and not getattr(hall, "signed_in", False):
            hall.signed_in = True  # type: ignore[attr-defined]
            self.send(hall.link.removeprefix(hall.url))
            self.send("/account/", "/account/password/", new_password1=PASSWORD, new_password2=PASSWORD)
        else:
            self.send("/sign-in/", username="organiser", password=PASSWORD)

    def send(self, where: str, to: str = "", **values: object) -> str:
        """The form of a page, as it stands there but for these values; gives where that leads."""
        status, _ = self.phone.get(where)
        assert status == 200, (where, status)
        forms = forms_in(self.phone.body.decode(), where)
        form = next(each for each in forms if each.method == "post" and each.action.endswith(to or where))
        fields = {
            name: (held or [""])[0] for name, held in form.fields.items() if form.kinds[name] != "checkbox"
        }
        status, leads_to = self.phone.post(form.action, fields | values)
        assert status == 302, (form.action, status, self.phone.body.decode())
        return leads_to

    def table(self, name: str, rules_key: str, people: Sequence[str]) -> str:
        """Where its tournament is: one round, published."""
        made = self.send("/t/new/", name=name, rules_key=rules_key, table_size=len(people), rounds_planned=1)
        here = f"/t/{made.split('/t/')[1].split('/')[0]}/"
        self.send(f"{here}people/", names="\n".join(people))
        round_ = self.send(here, f"{here}pair/")
        eventually(lambda: self.phone.get(round_) and b"/publish/" in self.phone.body)
        self.send(round_, f"{here}rounds/1/publish/")
        return here

    def card(self, here: str) -> str:
        """The link on the card of table 1, without the host, which is another for this phone."""
        self.phone.get(f"{here}cards/")
        found = CARD.search(self.phone.body.decode())
        assert found
        return found.group(1)


def sit_down(hall: Hall, page: Page, name: str, rules_key: str, people: Sequence[str]) -> str:
    """Brings the organiser's page of a new table; gives the link on its card."""
    organiser = Organiser(hall)
    with closing(organiser.phone):
        here = organiser.table(name, rules_key, people)
        card = organiser.card(here)
    page.context.add_cookies(
        [{"name": name, "value": value, "url": hall.url} for name, value in organiser.phone.cookies.items()]
    )
    page.goto(f"{hall.url}{here}rounds/1/tables/1/")
    return f"{hall.url}{card}"
