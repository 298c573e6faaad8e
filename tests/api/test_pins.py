"""A PIN is tried by a program as on the page: the same counts, the same pause, and nothing of it is told or kept."""

import json
import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.api.models import Answer
from config.signin.limits import PINS, Try
from config.signin.models import Tally
from tests.api.asking import caller_of, card_caller, deal, table_path
from tests.digits import stands_in
from tests.factories import organiser_of, published_round, tournament_of
from tournaments.services.pins import set_pin

pytestmark = pytest.mark.django_db
PIN = "7391"


class Desk:
    """Table 1, over and to be signed; who sits at seat 1 has a PIN."""

    def __init__(self):
        self.tournament = tournament_of(4, signing=True)
        self.table = published_round(self.tournament).tables.get()
        self.entrant = self.table.seating.get(position=1).entrant
        set_pin(organiser_of(self.tournament), self.tournament, self.entrant.pk, PIN)
        self.caller = card_caller(self.tournament)
        over = {"version": 0, "events": [deal([400, 3, 2, 1], bell=True)]}
        self.sheet = self.post("events", over).json()["agreement"]["sheet"]

    def post(self, what, body, **headers):
        return self.caller.post(f"{table_path(self.table)}/{what}", body, **headers)

    def sign(self, pin=None, where="", **headers):
        said = {"id": str(uuid.uuid4()), "seat": "1", "sheet": self.sheet, "name": "Player 1"}
        return self.post(where or "sign", said | ({"pin": pin} if pin is not None else {}), **headers)

    def failures(self):
        self.entrant.refresh_from_db()
        return self.entrant.pin_failures

    def tally(self):
        return Tally.objects.filter(key=Try(PINS, f"{self.tournament.slug} 1").key)


@pytest.fixture
def desk():
    return Desk()


def test_who_has_a_pin_signs_with_it_and_with_nothing_else(desk):
    told = desk.caller.get(table_path(desk.table)).json()["agreement"]["seats"]
    assert [each["asks_pin"] for each in told] == [True, False, False, False]
    assert desk.sign().json()["code"] == "pin-missing"
    wrong = desk.sign("1111")
    assert (wrong.status_code, wrong.json()["code"], wrong.json()["field"]) == (422, "wrong-pin", "pin")
    signed = desk.sign(PIN)
    assert signed.status_code == 200
    seat = signed.json()["agreement"]["seats"][0]
    assert (seat["state"], seat["how"]) == ("signed", "pin")
    assert desk.failures() == 0


def test_nobody_else_is_told_who_has_one(desk):
    read = caller_of(organiser_of(desk.tournament), desk.tournament.club, "read")
    told = read.get(table_path(desk.table)).json()["agreement"]["seats"]
    assert [each["asks_pin"] for each in told] == [None] * 4


def test_wrong_ones_are_counted_together_with_those_of_the_page(desk):
    assert desk.sign("1111").status_code == 422
    judge = Client()
    judge.get(reverse("scan_card", args=[desk.tournament.cards.get().token]))
    typed = {"entry_id": uuid.uuid4(), "sheet": desk.sheet, "pin": "1112"}
    assert judge.post(reverse("sign", args=[desk.tournament.slug, 1, 1, 1]), typed).status_code == 422
    assert (desk.failures(), desk.tally().get().count) == (2, 2)
    for pin in ("1113", "1114", "1115"):
        assert desk.sign(pin).json()["code"] == "wrong-pin"
    assert desk.sign(PIN).json()["code"] == "pin-paused"


def test_a_key_does_not_make_a_wrong_one_free(desk):
    """What is refused under a key is not kept; that it was wrong is."""
    desk.caller = caller_of(organiser_of(desk.tournament), desk.tournament.club, "score")
    for number, pin in enumerate(("1111", "1112", "1113"), 1):
        assert desk.sign(pin, Idempotency_Key="k").json()["code"] == "wrong-pin"
        assert desk.failures() == number
    assert not Answer.objects.exists()
    assert desk.sign(PIN, Idempotency_Key="k").status_code == 200
    kept = Answer.objects.get()
    assert not stands_in(PIN, kept.body)


@pytest.mark.parametrize("spelled", ["", "rounds/1/tables/01/sign", "rounds/1/tables/1.0/sign"])
def test_after_too_many_at_a_table_none_is_looked_at_however_it_is_spelled(desk, spelled):
    desk.sign("1111")
    assert desk.tally().get().count == 1
    Tally.objects.update(count=30, last_at=timezone.now())
    assert desk.sign("1112").json()["code"] == "wrong-pin"
    waits = desk.sign(PIN)
    assert (waits.status_code, waits.json()["code"]) == (429, "too-many")
    assert "Too many wrong PINs at this table" in waits.json()["detail"]
    assert int(waits["Retry-After"]) > 0
    if spelled:
        said = {"id": str(uuid.uuid4()), "seat": "1", "sheet": desk.sheet, "pin": "1113"}
        desk.caller.post(f"/tournaments/{desk.tournament.slug}/{spelled}", said)
        others = Tally.objects.exclude(pk=desk.tally().get().pk)
        # What is spelled otherwise is at most one more count, never a fresh one each time.
        assert [each.key for each in others] in ([], [Try(PINS, f"{desk.tournament.slug} 0").key])
    # By hand, nobody has to wait.
    by_hand = {"id": str(uuid.uuid4()), "seat": "2", "sheet": desk.sheet, "name": "Player 2"}
    assert desk.post("sign", by_hand).status_code == 200
    Tally.objects.update(wait_until=None)
    assert desk.sign(PIN).status_code == 200


def test_a_pin_hidden_in_the_spelling_waits_too(desk):
    desk.sign("1111")
    Tally.objects.update(count=31, wait_until=timezone.now() + timedelta(minutes=1))
    said = {"id": str(uuid.uuid4()), "seat": "1", "sheet": desk.sheet, "pin": PIN}
    hidden = json.dumps(said).replace('"pin"', '"p\\u0069n"')
    sent = desk.caller.client.generic(
        "POST",
        f"/api/v1{table_path(desk.table)}/sign",
        hidden,
        "application/json",
        headers=desk.caller.headers,
    )
    assert sent.status_code == 429


def test_what_cannot_be_read_is_no_pin(desk):
    for text in ("[" * 100_000, "{", "[]", '"pin"', '{"pin": {"a": 1}}'):
        sent = desk.caller.client.generic(
            "POST",
            f"/api/v1{table_path(desk.table)}/sign",
            text,
            "application/json",
            headers=desk.caller.headers,
        )
        assert sent.status_code in (400, 422)


def test_it_is_told_back_to_nobody(desk):
    late = {"id": str(uuid.uuid4()), "seat": "1", "sheet": "0" * 64, "pin": PIN}
    stale = desk.post("sign", late)
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    assert "pin" not in stale.json()["sent"]
    assert not stands_in(PIN, stale.content.decode())
