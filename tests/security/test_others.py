"""What is another club's, another tournament's or another table's: a right number in the wrong hands."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.security import counts
from tests.security.forms import forms_at
from tests.security.snapshot import changed, everything
from tests.security.stage import RELATIVE, addresses, names_in, patterns, place, stage
from tests.standing import standing_for_all
from tests.tournaments.test_endpoints import TABLE
from tournaments.models import Role

pytestmark = [pytest.mark.django_db, pytest.mark.only_the_page]

WITH_AN_ID = [each for each in patterns() if set(names_in(each)) - RELATIVE]
OF_SOMETHING = [each for each in patterns() if "slug" in names_in(each)]
AT_A_TABLE = [each for each in patterns() if "/tables/<int:number>/" in str(each.pattern)]
OPEN = {"enter", "here", "follow"}
"""Pages by which the public itself may change something, as the organiser allows."""
AT_THEIR_OWN_TABLE = {"call", "answer_call", "enter_deal", "take_back", "sign", "desk_entry"}
"""What a judge is there for."""
HEARD_OF = {"Phone"}
REFUSED = (403, 404, 405)


class Sender:
    """Sends what the organiser's own pages would send: the most rightful look that a request can have."""

    def __init__(self, here):
        self.here, self.tried = here, 0
        found = forms_at(here.client("organiser"), addresses(here).values())
        self._sent = {form.action.split("?")[0]: form.filled() for form in found if form.method == "post"}

    def post(self, client, pattern, where=""):
        """To the place of a pattern here, or elsewhere what would be sent to it here."""
        own = place(pattern, self.here, self.here.ids)
        self.tried += 1
        fresh = {"form_id": uuid.uuid4(), "entry_id": uuid.uuid4()}
        return client.post(where or own, self._sent.get(own, {}) | fresh)


def refused(answer):
    """Not theirs, not there, or only for who signs in."""
    return answer.status_code in REFUSED or (
        answer.status_code == 302 and answer["Location"].startswith(reverse("sign_in"))
    )


def told(client, answer):
    """Sent back with a sentence: also a refusal."""
    return (
        answer.status_code == 302
        and "toast--error" in client.get(answer["Location"], follow=True).content.decode()
    )


def test_every_kind_of_number_in_an_address_is_known_here():
    """A new one needs its row in tests/security/stage.py, or must be relative to something."""
    kinds = {name for each in patterns() for name in names_in(each)} - RELATIVE
    assert kinds == set(stage().ids)


@pytest.fixture(scope="module")
def standing(django_db_setup, django_db_blocker):
    """Two clubs alike, and who sends what the pages of the first would send: these are many to look through."""
    with standing_for_all(lambda: (first := stage(), stage(), Sender(first)), django_db_blocker) as made:
        yield made


@pytest.fixture
def clubs(standing):
    """None of them has sent anything yet."""
    first, second, sender = standing
    sender.tried = 0
    return first, second, sender


def test_a_number_of_another_club_is_no_number_here(clubs):
    mine, theirs, sender = clubs
    client = mine.client("organiser")
    before = everything()
    for pattern in WITH_AN_ID:
        for kind in set(names_in(pattern)) - RELATIVE:
            crossed = place(pattern, mine, mine.ids | {kind: theirs.ids[kind]})
            for answer in (client.get(crossed), sender.post(client, pattern, crossed)):
                assert refused(answer) or told(client, answer), f"{crossed}: {answer.status_code}"
    assert changed(before) == []
    counts.tried("numbers of another club refused", 2 * sender.tried)


def test_whoever_works_for_one_club_is_a_stranger_in_another(clubs):
    theirs, mine, sender = clubs
    clients = [mine.client("organiser"), mine.client("judge")]
    before = everything(without=HEARD_OF)
    # A card opens nothing but tables.
    for client, patterns_ in zip(clients, (OF_SOMETHING, AT_A_TABLE), strict=True):
        for pattern in patterns_:
            if pattern.name in OPEN:
                continue
            where = place(pattern, theirs, theirs.ids)
            if TABLE[pattern.name][1][2] not in (200, 302):
                looked = client.get(where)
                assert refused(looked), where
                assert theirs.tournament.organiser.username not in looked.content.decode(), where
            assert refused(sender.post(client, pattern)), where
    assert changed(before, without=HEARD_OF) == []
    counts.tried("addresses of another club tried", sender.tried)


def test_who_may_only_look_changes_nothing_and_a_judge_nothing_at_the_next_table(clubs):
    here, _other, sender = clubs
    only_look(here, sender, OF_SOMETHING)


def test_nor_where_a_deal_is_played_with_its_tiles():
    here = stage(board=True)
    only_look(here, Sender(here), ())


def only_look(here, sender, anywhere):
    """The judge at the next table, and anywhere at all a viewer, the judge and a stranger."""
    judge, viewer = here.client("judge"), here.client(Role.VIEWER)
    before = everything(without=HEARD_OF)
    for pattern in AT_A_TABLE:
        answer = sender.post(judge, pattern, place(pattern, here, here.ids | {"number": 2}))
        assert refused(answer), pattern
    for pattern in anywhere:
        for client in (viewer, judge, Client()):
            if pattern.name in OPEN or (pattern.name in AT_THEIR_OWN_TABLE and client is judge):
                continue
            answer = sender.post(client, pattern)
            assert refused(answer) or answer.status_code == 422, f"{pattern}: {answer.status_code}"
    assert changed(before, without=HEARD_OF) == []
    counts.tried("changes by who may only look refused", sender.tried)
