"""A form with fields that nobody asked for does what it does without them, and no more."""

from collections import defaultdict

import pytest
from django.db import transaction

from tests.factories import tournament_of
from tests.security import counts
from tests.security.forms import forms_at
from tests.security.snapshot import alike, everything
from tests.security.stage import addresses, stage

# What a form takes does not depend on the database; on SQLite the numbers of what it makes begin anew each time.
pytestmark = [pytest.mark.django_db, pytest.mark.only_the_page]

EXTRA = {
    "id": "1",
    "pk": "1",
    "user": "1",
    "user_id": "1",
    "username": "root",
    "is_staff": "on",
    "is_superuser": "on",
    "is_active": "on",
    "role": "owner",
    "club": "2",
    "club_id": "2",
    "tournament": "2",
    "tournament_id": "2",
    "organiser": "1",
    "organiser_id": "1",
    "slug": "mine",
    "head": "0" * 64,
    "status": "final",
    "state": "closed",
    "totals": "[999]",
    "result": "[999]",
    "actor": "somebody else",
    "given_by": "somebody else",
    "token": "a-token-of-my-own-choosing",
    "pin": "0000",
    "final_rank": "1",
    "late_points": "99",
    "published_at": "2020-01-01",
    "held_at": "2020-01-01",
    "closed_at": "2020-01-01",
    "erased_at": "2020-01-01",
}


BY_THE_WAY = {"Receipt", "ContentType", "Permission"}


class Undone(Exception):
    """Ends a transaction, so that the next form finds what this one found."""


def after(here, form, more):
    try:
        with transaction.atomic():
            # A new password ends the sessions there were.
            answer = here.client("organiser").post(form.action, form.filled() | more)
            found = answer.status_code, alike(everything(without=BY_THE_WAY))
            raise Undone
    except Undone:
        return found


def test_what_was_not_asked_for_is_not_taken():
    here, _theirs = stage(), tournament_of(4)
    client = here.client("organiser")
    untouched = alike(everything(without=BY_THE_WAY))
    changed, tried = 0, 0
    forms = [form for form in forms_at(client, addresses(here).values()) if form.method == "post"]
    asked_for = defaultdict(set)
    for form in forms:
        asked_for[form.action] |= set(form.fields) | {name for name, _value in form.buttons}
    for form in forms:
        if "sign-" in form.action:
            continue
        more = {name: value for name, value in EXTRA.items() if name not in asked_for[form.action]}
        status, plain = after(here, form, {})
        assert after(here, form, more) == (status, plain), form.action
        changed += plain != untouched
        tried += 1
    # Forms that were carried out, not only refused: what they wrote was compared.
    assert changed > 25
    counts.tried("forms sent with fields of nobody's", tried)
