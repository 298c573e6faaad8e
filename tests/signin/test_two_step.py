"""Codes from the phone: by the RFC, once each, asked for after every way in."""

import logging
import re
import time
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.signin import links, totp, two_step
from config.signin.coming_in import WAITS
from config.signin.models import MailedLink, RecoveryCode, Tally, TwoStep
from config.signin.origin import Origin
from games.errors import Refused
from tests.signin.conftest import ADDRESS, PASSWORD, deliver, is_in, sign_in
from tests.signin.post_office import text_of
from tests.tournaments.test_at_once import at_once
from tournaments.services.accounts import make_sign_in_link

SEEDS = {"sha1": b"1234567890" * 2, "sha256": (b"1234567890" * 4)[:32], "sha512": (b"1234567890" * 7)[:64]}


@pytest.mark.parametrize(
    ("seconds", "sha1", "sha256", "sha512"),
    [
        (59, "94287082", "46119246", "90693936"),
        (1111111109, "07081804", "68084774", "25091201"),
        (1111111111, "14050471", "67062674", "99943326"),
        (1234567890, "89005924", "91819424", "93441116"),
        (2000000000, "69279037", "90698825", "38618901"),
        (20000000000, "65353130", "77737706", "47863826"),
    ],
)
def test_the_vectors_of_rfc_6238(seconds, sha1, sha256, sha512):
    made = [totp.hotp(SEEDS[name], totp.step_at(seconds), 8, name) for name in SEEDS]
    assert made == [sha1, sha256, sha512]


def test_one_step_before_and_after_are_taken_and_no_more():
    key, now = SEEDS["sha1"], 1_700_000_010
    near = {away: totp.step_of(key, totp.hotp(key, totp.step_at(now) + away), now) for away in range(-2, 3)}
    assert near == {
        -2: None,
        -1: totp.step_at(now) - 1,
        0: totp.step_at(now),
        1: totp.step_at(now) + 1,
        2: None,
    }
    assert totp.step_of(key, "", now) is None
    assert totp.step_of(key, "ключ", now) is None


def test_what_the_qr_code_says():
    said = totp.address(SEEDS["sha1"], "ana b", "Triomphe")
    assert said == (
        "otpauth://totp/Triomphe%3Aana%20b?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Triomphe"
    )


# -- with an account -----------------------------------------------------------------------------


def switched_on(user):
    """Gives the key that the phone holds."""
    salt = two_step.salt_of(user, two_step.begin(user))
    TwoStep.objects.create(user=user, salt=salt, confirmed_at=timezone.now())
    return two_step.key_of(salt)


@pytest.fixture
def phone(ana):
    """Switched on; gives the codes of this half minute and of others."""
    key = switched_on(ana)

    def code(away=0):
        return totp.hotp(key, totp.step_at(time.time()) + away)

    return code


def at_the_code(client=None):
    client = client or Client()
    assert sign_in(client)["Location"] == reverse("sign_in_code")
    assert not is_in(client)
    return client


def give(client, code):
    return client.post(reverse("sign_in_code"), {"code": code})


def wrong(phone):
    """Of no half minute near."""
    return next(
        each for each in ("000000", "111111", "222222", "333333") if each not in map(phone, (-1, 0, 1))
    )


def begun_on(page):
    return re.search(r'name="begun" value="([^"]+)"', page)[1]


def test_set_up_confirmed_and_then_asked_for(ana):
    client = Client()
    sign_in(client)
    page = client.get(reverse("two_step_set_up")).content.decode()
    assert not TwoStep.objects.exists(), "looking at the page has changed something"
    begun = begun_on(page)
    key = two_step.key_of(two_step.salt_of(ana, begun))
    assert totp.as_text(key) in page.replace(" ", "")
    assert "<svg" in page
    assert not two_step.is_on(ana)
    said = {"code": totp.hotp(key, totp.step_at(time.time())), "password": PASSWORD, "begun": begun}
    assert client.post(reverse("two_step_set_up"), said | {"password": "wrong"}).status_code == 422
    mistyped = client.post(reverse("two_step_set_up"), said | {"code": "12345"})
    assert (mistyped.status_code, begun_on(mistyped.content.decode())) == (422, begun)
    assert not two_step.is_on(ana)
    shown = client.post(reverse("two_step_set_up"), said).content.decode()
    assert two_step.is_on(ana)
    assert shown.count("<li><bdi>") == 10
    assert client.get(reverse("two_step_set_up")).status_code == 302
    assert totp.as_text(key) not in client.get(reverse("two_step")).content.decode().replace(" ", "")
    # The code that confirmed it is used up.
    assert give(at_the_code(), said["code"]).status_code == 422
    kept = str(list(TwoStep.objects.values())) + str(list(RecoveryCode.objects.values()))
    assert totp.as_text(key) not in kept
    assert key.hex() not in kept


def test_what_was_begun_by_somebody_else_too_long_ago_or_by_nobody_is_begun_anew(ana, monkeypatch):
    client = Client()
    sign_in(client)
    other = two_step.begin(User.objects.create_user("other"))
    with monkeypatch.context() as earlier:
        earlier.setattr("time.time", lambda now=time.time: now() - two_step.BEGUN_SECONDS - 60)
        old = two_step.begin(ana)
    for begun in (other, old, "nonsense", ""):
        said = {"code": "123456", "password": PASSWORD, "begun": begun}
        answer = client.post(reverse("two_step_set_up"), said)
        assert answer.status_code == 422
        assert "This page was open for too long" in answer.content.decode()
        two_step.salt_of(ana, begun_on(answer.content.decode()))
    assert not two_step.is_on(ana)


def test_asked_for_after_the_password_and_a_code_works_once(phone):
    client, code = at_the_code(), phone()
    assert give(client, wrong(phone)).status_code == 422
    assert give(client, f"{code[:3]} {code[3:]}").status_code == 302
    assert is_in(client)
    again = at_the_code()
    answer = give(again, code)
    assert answer.status_code == 422
    assert "used already" in answer.content.decode()
    assert not is_in(again)
    assert give(again, phone(-1)).status_code == 422
    assert give(again, phone(+1)).status_code == 302


@pytest.mark.parametrize("by", ["mail", "operator"])
def test_asked_for_after_a_link(ana, phone, by):
    path = make_sign_in_link(ana)
    if by == "mail":
        path = links.make(ana, MailedLink.Purpose.SIGN_IN, ADDRESS)
    client = Client()
    assert client.post(path)["Location"] == reverse("sign_in_code")
    assert not is_in(client)
    assert give(client, phone()).status_code == 302
    assert is_in(client)


def test_who_comes_as_far_as_the_code_has_ten_minutes_and_a_session_of_their_own(ana, phone):
    client = Client()
    before = client.session
    before.save()
    client.cookies["sessionid"] = before.session_key
    at_the_code(client)
    assert client.session.session_key != before.session_key
    session = client.session
    session[WAITS] |= {"until": time.time() - 1}
    session.save()
    assert give(client, phone())["Location"] == reverse("sign_in")
    assert not is_in(client)


def test_a_password_changed_meanwhile_ends_it(ana, phone):
    client = at_the_code()
    ana.set_password("eight purple hexagons")
    ana.save()
    assert give(client, phone())["Location"] == reverse("sign_in")


def test_codes_are_guessed_only_so_often(ana, phone):
    client = at_the_code()
    guesses = [give(client, wrong(phone)).status_code for _ in range(8)]
    assert guesses == [422] * 6 + [429] * 2
    assert give(client, phone()).status_code == 429
    Tally.objects.update(wait_until=None)
    assert give(client, phone()).status_code == 302


def test_nobody_who_knows_the_password_makes_a_known_browser_wait(ana, phone):
    mine = at_the_code()
    give(mine, phone(-1))
    mine.post(reverse("sign_out"))
    thief = at_the_code(Client(REMOTE_ADDR="198.51.100.1"))
    assert [give(thief, wrong(phone)).status_code for _ in range(7)][-1] == 429
    at_the_code(mine)
    assert give(mine, phone()).status_code == 302


def test_a_code_used_twice_at_once_lets_one_in(transactional_db):
    ana = User.objects.create_user("ana")
    key = switched_on(ana)
    code = totp.hotp(key, totp.step_at(time.time()))
    raised = at_once(*[lambda: two_step.check(ana, code, Origin())] * 4)
    assert sum(each is None for each in raised) == 1
    assert all(each is None or isinstance(each, Refused) for each in raised)


def test_a_recovery_code_works_once_however_it_is_typed(ana, phone):
    first, *others = two_step.renew_codes(ana)
    client = at_the_code()
    assert give(client, first.upper().replace("-", " ")).status_code == 302
    assert is_in(client)
    assert two_step.codes_left(ana) == 9
    assert give(at_the_code(), first).status_code == 422
    two_step.renew_codes(ana)
    assert give(at_the_code(), others[0]).status_code == 422
    assert first.replace("-", "") not in str(list(RecoveryCode.objects.values()))


@pytest.mark.parametrize("missing", ["password", "code", ""])
def test_switched_off_with_password_and_code_alone(ana, phone, missing):
    client = at_the_code()
    give(client, phone(-1))
    said = {"password": PASSWORD, "code": phone()}
    if missing:
        said[missing] = "000" if missing == "code" else "wrong"
    client.post(reverse("two_step"), said)
    assert two_step.is_on(ana) is bool(missing)
    assert RecoveryCode.objects.count() == 0


def test_the_operator_switches_it_off_and_that_is_logged_and_mailed(with_mailbox, phone, post_office, caplog):
    out = StringIO()
    with caplog.at_level(logging.WARNING):
        call_command("two_step_off", "ana", stdout=out)
    assert f"two-step-off account={with_mailbox.pk} by=operator" in caplog.text
    assert sign_in(Client()).status_code == 302
    deliver()
    assert "asks for no code" in text_of(post_office.mails[0])
    with pytest.raises(CommandError):
        call_command("two_step_off", "ana", stdout=out)
    with pytest.raises(CommandError):
        call_command("two_step_off", "nobody", stdout=out)


def test_another_secret_of_the_installation_is_another_key(ana, settings):
    salt = two_step.salt_of(ana, two_step.begin(ana))
    before = two_step.key_of(salt)
    settings.SECRET_KEY = "another"
    assert two_step.key_of(salt) != before
