"""Every setting says beside it what it does: in its form, and on its page, where a screen reader finds it too."""

import importlib
import pkgutil
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django import forms
from django.http import HttpResponse

import config
import tournaments
from tests.factories import tournament_of
from tests.tournaments.test_endpoints import address, client_for
from tournaments.forms import engines_for_tables

NO_SETTINGS = {
    "StartForm": "drawn as keys at the desk, each with its own words",
    "TurnForm": "drawn as keys at the desk, each with its own words",
    "BoardTurnForm": "drawn as keys at the desk, each with its own words",
    "CallForm": "one line to say anything in, under “Something else”",
    "ClockForm": "buttons with minutes on them",
    "HistoryForm": "a search: it changes nothing",
    "PrintForm": "chooses a file: it changes nothing",
    "KindsForm": "boxes that say themselves when one is told",
    "MailForm": "one address, under a paragraph that says what is sent there",
    "DeviceForm": "filled in by a script",
}
"""Forms that hold nothing that stays as it was chosen."""

LONGEST = 190
"""Characters of help beside a field: it is read on a phone, in twelve languages."""

OVERWRITTEN = ("PasswordForm", "new_password1")
"""Django says a list there, which the form puts one sentence in the place of."""

PAGES = (
    *("tournament_new", "about", "change_rules", "stages", "split", "copy", "delete_tournament"),
    *("settings", "tie_breaks", "prizes", "spots", "wall_settings", "door", "person", "people", "pin"),
    *("club", "player_new", "season_new", "account", "password", "address", "two_step_set_up", "club_api"),
)


def our_forms() -> Iterator[type[forms.Form]]:
    for package in (tournaments, config):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if module.name.endswith("forms") or ".views" in module.name or ".desk." in module.name:
                importlib.import_module(module.name)
    return (each for each in below(forms.Form) if each.__module__.startswith(("tournaments", "config")))


def below(form: type[forms.Form]) -> Iterator[type[forms.Form]]:
    for each in form.__subclasses__():
        yield each
        yield from below(each)


def test_every_field_of_every_form_says_what_it_is_for():
    found = {each.__name__: each for each in our_forms()}
    assert set(NO_SETTINGS) <= set(found)
    silent = [
        f"{name}.{field}"
        for name, form in found.items()
        if name not in NO_SETTINGS
        for field, shape in form.base_fields.items()
        if not shape.widget.is_hidden and not shape.help_text
    ]
    assert silent == []


def test_help_is_short():
    long = [
        f"{form.__name__}.{field}"
        for form in our_forms()
        for field, shape in form.base_fields.items()
        if len(str(shape.help_text)) > LONGEST and (form.__name__, field) != OVERWRITTEN
    ]
    assert long == []


def test_every_option_of_every_rule_sheet_says_what_it_is_for():
    silent = [
        f"{engine.key}.{option.key}"
        for engine in engines_for_tables()
        for option in engine.options
        if not option.help
    ]
    assert silent == []


class Fields(HTMLParser):
    """What can be filled in on a page, and what describes it."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.fields: list[tuple[str, str]] = []
        self._sets: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        self.ids.add(said.get("id", ""))
        if tag == "fieldset":
            self._sets.append(said.get("aria-describedby", ""))
        unseen = said.get("type") in ("hidden", "search", "submit") or said.get("readonly") is not None
        if tag in ("input", "select", "textarea") and not unseen:
            described = said.get("aria-describedby") or "".join(self._sets[-1:])
            self.fields.append((said.get("name", "?"), described))

    def handle_endtag(self, tag: str) -> None:
        if tag == "fieldset":
            self._sets.pop()


@pytest.mark.django_db
def test_on_its_page_the_help_is_tied_to_its_field():
    tournament = tournament_of(8, signing=True)
    client = client_for("organiser", tournament)
    loose = {name: loose_on(client.get(address(name, tournament))) for name in PAGES}
    assert {name: fields for name, fields in loose.items() if fields} == {}


def loose_on(response: HttpResponse) -> list[str]:
    """The fields of a page that nothing on it describes."""
    assert response.status_code == 200
    page = Fields()
    page.feed(response.content.decode())
    return [name for name, by in page.fields if not by or not set(by.split()) <= page.ids]
