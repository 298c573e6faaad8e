"""No other site can make a browser change anything, and nothing is ever changed by looking."""

import pytest
from django.test import Client

from tests.security import counts
from tests.security.forms import TOKEN, forms_at
from tests.security.snapshot import changed, everything
from tests.security.stage import addresses, stage

pytestmark = [pytest.mark.django_db, pytest.mark.only_the_page]

CHANGING = ("post", "put", "patch", "delete")
HEARD_OF = {"Phone"}
"""That a judge's phone was heard of is written down when it looks: no act of anybody."""
REST = ("/healthz", "/readyz")
ONE_CLICK = "stop_messages"
"""Pressed by mail programs, which have no token of ours (RFC 8058); its signed link ends messages and does nothing else."""


@pytest.fixture
def here():
    return stage()


def test_every_change_needs_the_token_of_our_own_pages(here):
    where = [each for name, each in addresses(here).items() if name != ONE_CLICK] + [*REST]
    client = Client(enforce_csrf_checks=True)
    client.force_login(here.tournament.organiser)
    token = client.get("/account/").cookies["csrftoken"].value
    ways = {
        "no token": {},
        "another token": {"x-csrftoken": "b" * 32},
        "another site": {"x-csrftoken": token, "origin": "https://evil.example"},
        "no site": {"x-csrftoken": token, "origin": "null"},
        "almost our site": {"x-csrftoken": token, "origin": "http://testserver.evil.example"},
    }
    before, tried = everything(), 0
    everywhere = [("post", "no token"), ("delete", "no token"), ("post", "another site")]
    once = [(method, way) for method in CHANGING for way in ways]
    for number, each in enumerate(where):
        for method, way in everywhere if number else once:
            answer = getattr(client, method)(each, headers=ways[way])
            assert answer.status_code == 403, f"{method} {each} with {way}"
            tried += 1
    assert changed(before) == []
    counts.tried("forged requests refused", tried)


def test_our_own_pages_are_let_through(here):
    """Or the test above would prove nothing."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(here.tournament.organiser)
    token = client.get("/account/").cookies["csrftoken"].value
    where = f"/t/{here.tournament.slug}/calls/{here.ids['call_id']}/"
    answer = client.post(where, headers={"x-csrftoken": token, "origin": "http://testserver"})
    assert answer.status_code == 302


def test_every_form_that_changes_something_carries_the_token(here):
    found = forms_at(here.client("organiser"), addresses(here).values())
    posts = [form for form in found if form.method == "post"]
    assert len(posts) > 60
    assert [form.action for form in posts if TOKEN not in form.fields] == []
    assert [form.action for form in found if form.method != "post" and TOKEN in form.fields] == []


@pytest.mark.parametrize("role", ["organiser", "judge"])
def test_nothing_is_changed_by_looking(here, role):
    where = addresses(here)
    client, before = here.client(role), everything(without=HEARD_OF)
    del where["scan_card"]  # when a card was last scanned is kept
    for each in where.values():
        for method in ("get", "options"):
            answer = getattr(client, method)(each, {"do": "undo", "yes": "1", "clear": "1", "remove": "1"})
            assert answer.status_code < 500
            answer.getvalue()  # read to its end, which closes a file behind it
    assert changed(before, without=HEARD_OF) == []
    counts.tried("looks that changed nothing", 2 * len(where))
