"""Guessing passwords at the real page: whoever guesses waits, whoever does not is not held up."""

import time
from datetime import timedelta

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher, make_password
from django.contrib.auth.models import User
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.signin import limits
from config.signin.limits import ADDRESS, FROM_ANYWHERE, FROM_HERE, OWN_DEVICE, Try
from config.signin.models import Tally
from config.signin.origin import COOKIE, LASTS, SALT, Origin, mark_of
from games.errors import Refused
from tests.factories import published_round, tournament_of
from tests.signin.conftest import PASSWORD, is_in, sign_in
from tests.tournaments.test_at_once import at_once
from tournaments.models import JudgeCard

HASHED: list[str] = []


class CountingHasher(MD5PasswordHasher):
    def encode(self, password, salt):
        HASHED.append(password)
        return super().encode(password, salt)


def wait_is_over():
    Tally.objects.update(wait_until=timezone.now() - timedelta(seconds=1))


def known_device():
    """A browser in which ana was signed in, and is no more."""
    client = Client()
    sign_in(client)
    client.post(reverse("sign_out"))
    assert not is_in(client)
    return client


def guess(times, client=None, **more):
    client = client or Client()
    return [sign_in(client, password=f"guess {number}", **more).status_code for number in range(times)]


def test_five_mistakes_are_free_and_then_even_the_right_password_waits(ana):
    client = Client()
    assert guess(8, client) == [422] * 6 + [429] * 2
    refused = sign_in(client)
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 15
    assert "Too many wrong passwords" in refused.content.decode()
    assert not is_in(client)
    wait_is_over()
    assert sign_in(client).status_code == 302
    assert is_in(client)


def test_each_mistake_after_that_waits_twice_as_long_and_never_more_than_a_quarter_of_an_hour(ana):
    waited = []
    for _number in range(14):
        guess(1)
        waited.append(max(limits.waits(Try(FROM_HERE, "127.0.0.1 ana")), 0))
        wait_is_over()
    assert waited == [0] * 5 + [15, 30, 60, 120, 240, 480] + [900] * 3


def test_a_password_that_is_not_looked_at_is_not_hashed(ana, settings):
    guess(6)
    settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher"]
    HASHED.clear()
    guess(3)
    assert HASHED == []


@pytest.mark.parametrize("name", ["nobody", "gone", "linked", "ana"])
def test_each_wrong_try_is_told_the_same_and_costs_one_hash(name, db, settings):
    settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher"]
    User.objects.create_user("ana", password=PASSWORD)
    User.objects.create_user("gone", password=PASSWORD, is_active=False)
    User.objects.create_user("linked")
    HASHED.clear()
    answer = sign_in(Client(), name, "gone wrong")
    assert len(HASHED) == 1
    assert answer.status_code == 422
    assert "This name and this password do not belong together." in answer.content.decode()
    assert "linked" in answer.content.decode() or name != "linked"


def test_somebody_who_is_not_there_waits_like_everybody(db):
    client = Client()
    assert [sign_in(client, "nobody", "x").status_code for _ in range(8)] == [422] * 6 + [429] * 2


def test_guessing_elsewhere_does_not_make_the_organiser_wait(ana):
    mine = known_device()
    for number in range(60):
        guess(1, REMOTE_ADDR=f"198.51.100.{number}")
    assert sign_in(Client(), REMOTE_ADDR="203.0.113.9").status_code == 429
    assert sign_in(mine).status_code == 302


def test_nor_does_guessing_in_the_same_hall(ana):
    mine = known_device()
    assert guess(10)[-1] == 429
    assert sign_in(mine).status_code == 302


def test_a_new_browser_elsewhere_is_not_held_up_by_one_who_guesses_alone(ana):
    guess(10, REMOTE_ADDR="198.51.100.1")
    assert sign_in(Client(), REMOTE_ADDR="203.0.113.9").status_code == 302


def test_all_of_one_ipv6_network_are_one(ana):
    answers = [guess(1, REMOTE_ADDR=f"2001:db8::{number:x}")[0] for number in range(1, 9)]
    assert answers == [422] * 6 + [429] * 2
    assert guess(1, REMOTE_ADDR="2001:db8:0:1::1") == [422]


def test_a_known_browser_that_was_stolen_waits_too(ana):
    assert guess(13, known_device()) == [422] * 11 + [429] * 2


def test_signing_in_does_not_give_others_at_the_address_new_tries(ana):
    guess(5)
    assert sign_in(Client()).status_code == 302
    assert guess(2) == [422, 429]


@pytest.mark.parametrize("made", ["forged", "expired", "of somebody else", "nonsense"])
def test_a_cookie_that_is_not_ours_is_none(ana, made, monkeypatch):
    value = ["a-device", mark_of("ana" if made != "of somebody else" else "bob")]
    if made == "expired":
        with monkeypatch.context() as then:
            long_ago = time.time() - LASTS - 60
            then.setattr(time, "time", lambda: long_ago)
            cookie = signing.dumps(value, salt=SALT)
    else:
        cookie = signing.dumps(value, salt="another" if made == "forged" else SALT)
    client = Client()
    client.cookies[COOKIE] = "no cookie at all" if made == "nonsense" else cookie
    assert guess(8, client) == [422] * 6 + [429] * 2


def test_the_cookie_lets_nobody_in_and_no_script_reads_it(ana):
    client = known_device()
    cookie = client.cookies[COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert "ana" not in cookie.value


def test_seven_hundred_people_behind_one_address_sign_in(db):
    """Though everybody has erred three times before."""
    password = make_password(PASSWORD)
    names = [f"person{number}" for number in range(700)]
    User.objects.bulk_create(User(username=name, password=password) for name in names)
    Tally.objects.create(key=Try(ADDRESS, "127.0.0.1").key, count=2100, last_at=timezone.now())
    hall = Client()
    answers = set()
    for name in names:
        hall.cookies.clear()  # everybody has a phone of their own
        answers.add(sign_in(hall, name).status_code)
    assert answers == {302}
    assert Tally.objects.get(key=Try(ADDRESS, "127.0.0.1").key).count == 2100


def test_one_who_tries_one_password_on_everybody_is_stopped(db):
    Tally.objects.create(key=Try(ADDRESS, "127.0.0.1").key, count=3000, last_at=timezone.now())
    assert [sign_in(Client(), f"person{number}", "123456").status_code for number in range(3)] == [
        422,
        429,
        429,
    ]


def test_a_hundred_tries_at_once_are_a_hundred_tries(transactional_db):
    User.objects.create_user("ana", password=PASSWORD)
    raised = at_once(*[lambda: limits.count(Try(FROM_HERE, "x"), Try(FROM_ANYWHERE, "ana"))] * 24)
    assert sum(each is None for each in raised) == FROM_HERE.free + 1
    assert all(each is None or isinstance(each, Refused) for each in raised)


def test_what_is_long_past_is_forgotten_and_swept(ana):
    guess(6)
    Tally.objects.update(last_at=timezone.now() - timedelta(days=2), wait_until=None)
    assert guess(6) == [422] * 6
    Tally.objects.update(last_at=timezone.now() - timedelta(days=2))
    limits.sweep()
    assert not Tally.objects.exists()


def test_the_table_tells_no_names(ana):
    guess(1)
    assert "ana" not in str(Tally.objects.values_list())
    assert Origin("::ffff:198.51.100.7").network == "198.51.100.7"
    assert OWN_DEVICE.wait(10**6).total_seconds() == 900


# -- links and PINs ------------------------------------------------------------------------------


def scan(token, **more):
    return Client().get(reverse("scan_card", args=[token]), **more).status_code


def test_a_hall_scans_as_much_as_it_likes_and_guessing_beside_it_shuts_nobody_out(db):
    tournament = tournament_of(4)
    published_round(tournament)
    card = JudgeCard.objects.get(tournament=tournament, number=1)
    hall = Client()
    for _phone in range(700):
        hall.cookies.clear()
        assert hall.get(reverse("scan_card", args=[card.token])).status_code == 302
    assert not Tally.objects.exists()
    key = Try(limits.LINKS, "scan_card 127.0.0.1").key
    Tally.objects.create(key=key, count=299, last_at=timezone.now())
    assert [scan("a-card-nobody-ever-made") for _ in range(4)] == [410, 410, 429, 429]
    assert scan(card.token) == 302
    assert scan("a-card-nobody-ever-made", REMOTE_ADDR="198.51.100.1") == 410


@pytest.mark.parametrize("path", ["/j/{}/", "/s/{}/", "/h/{}/", "/e/{}/", "/i/{}/", "/m/{}/"])
def test_each_kind_of_link_is_counted(path, db):
    Client().get(path.format("never-made-by-anybody"))
    assert Tally.objects.get().count == 1


def test_so_is_the_operators_link_when_it_is_pressed(db):
    Client().post("/sign-in/never-made-by-anybody/")
    assert Tally.objects.get().count == 1
