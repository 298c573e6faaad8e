"""Web push: sealed as the standards say, to push services alone, and not to who has gone."""

import json
import re
from base64 import urlsafe_b64decode
from io import StringIO

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from config.push_key import push_settings
from config.signin.models import Letter
from config.tidings.following import is_push_service
from config.tidings.models import Message, Subscription
from config.tidings.push.sealing import CURVE, BadKeys, check_keys, sealed, unwrapped, wrapped
from config.tidings.push.vapid import public_key
from tests.factories import published_round
from tests.tidings.conftest import Phone, as_the_worker, later, page_of, told_by_push
from tests.tidings.test_telling import outcomes, running

__all__ = ["running"]

# RFC 8291, section 5 and appendix A.
PLAIN = b"When I grow up, I want to be a watermelon"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
THEIRS = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
OWN = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard():
    own = ec.derive_private_key(int.from_bytes(unwrapped(OWN), "big"), CURVE)
    assert wrapped(sealed(PLAIN, THEIRS, AUTH, own=own, salt=unwrapped(SALT))) == SEALED


def test_two_of_the_same_are_not_alike():
    assert sealed(PLAIN, THEIRS, AUTH) != sealed(PLAIN, THEIRS, AUTH)


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [("", ""), (THEIRS, "short"), (THEIRS[:-4], AUTH), ("B" + "A" * 86, AUTH), ("%", AUTH), (THEIRS, "é")],
)
def test_what_are_no_keys_are_refused(p256dh, auth):
    with pytest.raises(BadKeys):
        check_keys(p256dh, auth)


def test_the_command_makes_a_key_that_the_settings_take():
    out = StringIO()
    call_command("push_key", stdout=out)
    key = re.search(r"^WEB_PUSH_KEY=(\S+)$", out.getvalue(), re.MULTILINE)
    assert key
    assert push_settings(key[1], "mailto:a@example.org") == (key[1], "mailto:a@example.org")
    assert push_settings(key[1], "", "The hall <hall@example.org>")[1] == "mailto:hall@example.org"
    assert push_settings("", "") == ("", "")


@pytest.mark.parametrize(
    ("key", "contact"), [("abc", "mailto:a@b"), ("!" * 43, "mailto:a@b"), (OWN, ""), (OWN, "a@b")]
)
def test_settings_that_cannot_be_end_with_a_sentence(key, contact):
    with pytest.raises(SystemExit, match="WEB_PUSH"):
        push_settings(key, contact)


@pytest.mark.parametrize(
    ("url", "known"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/abc", True),
        ("https://wns2-par02p.notify.windows.com/w/?token=abc", True),
        ("https://web.push.apple.com/abc", True),
        ("http://fcm.googleapis.com/fcm/send/abc", False),
        ("https://fcm.googleapis.com.example.org/", False),
        ("https://evilpush.apple.com/", False),
        ("https://fcm.googleapis.com@10.0.0.1/", False),
        ("https://10.0.0.1/", False),
        ("https://example.org/", False),
        ("https://web.push.apple.com/" + "a" * 500, False),
    ],
)
def test_nothing_is_pushed_but_to_push_services(url, known):
    assert is_push_service(url) is known


def test_without_a_key_it_is_not_offered(running):
    assert "data-key" not in Client().get(page_of(running)).content.decode()
    assert Client().post(page_of(running) + "push/").status_code == 404


def test_a_browser_is_told_and_it_alone_can_read_it(running, push_service):
    phone = Phone(push_service)
    answer = told_by_push(running, phone)
    assert answer.status_code == 201
    assert Client().get(answer.json()["change"]).status_code == 200
    push_service.answers = [201]
    published_round(running)
    as_the_worker()
    ((headers, _text),) = push_service.heard
    told = json.loads(phone.read(push_service.octets[0]))
    assert told["title"] == "Round 2: table 1"
    assert told["body"] == "Player 1 in “Autumn Cup”."
    assert told["url"] == f"/t/{running.slug}/rounds/2/tables/1/"
    assert headers["content-encoding"] == "aes128gcm"
    assert 1700 < int(headers["ttl"]) <= 1800
    assert (headers["urgency"], headers["topic"]) == ("high", told["tag"])
    assert outcomes() == [("table", "sent")]


def test_who_sends_it_is_said_and_signed(running, push_service, settings):
    told_by_push(running, Phone(push_service))
    published_round(running)
    as_the_worker()
    found = re.fullmatch(r"vapid t=(\S+)\.(\S+)\.(\S+), k=(\S+)", push_service.heard[0][0]["authorization"])
    assert found
    head, claims, seal, key = found.groups()
    assert key == public_key()
    said = json.loads(urlsafe_b64decode(claims + "=="))
    assert said["aud"] == f"http://127.0.0.1:{push_service.server_address[1]}"
    assert said["sub"] == "mailto:hall@example.org"
    assert 0 < said["exp"] - timezone.now().timestamp() < 24 * 3600
    point = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unwrapped(key))
    raw = unwrapped(seal)
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    point.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    with pytest.raises(InvalidSignature):
        point.verify(encode_dss_signature(r, s), b"else", ec.ECDSA(SHA256()))


@pytest.mark.parametrize("status", [404, 410])
def test_who_has_gone_is_told_nothing_more(running, push_service, status):
    told_by_push(running, Phone(push_service))
    push_service.answers = [status]
    published_round(running)
    as_the_worker()
    assert not Subscription.objects.exists()
    assert outcomes() == [("table", "failed")]


def test_a_service_that_is_busy_is_tried_again_behind_the_others(running, push_service):
    for number in (1, 2):
        told_by_push(running, Phone(push_service, number), number=number)
    push_service.answers = [503, 201, None, 201]
    published_round(running)
    as_the_worker()
    assert sorted(outcomes()) == [("table", ""), ("table", "sent")]
    assert Letter.objects.get(done_at=None).problem == "push 503"
    for _try in range(2):
        later(seconds=30)
        as_the_worker()
    assert {outcome for _kind, outcome in outcomes()} == {"sent"}
    assert len(push_service.heard) == 4


def test_one_browser_is_one_and_may_be_told_of_several(running, push_service):
    phone = Phone(push_service)
    for number, kinds in ((1, ["table"]), (1, ["sign"]), (2, ["start"])):
        assert told_by_push(running, phone, kinds, number).status_code == 201
    assert sorted((each.entrant.number, *each.kinds) for each in Subscription.objects.all()) == [
        (1, "sign"),
        (2, "start"),
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://169.254.169.254/latest/meta-data"},
        {"endpoint": "https://example.org/"},
        {"endpoint": ""},
        {"p256dh": "AAAA"},
        {"auth": "x" * 41},
        {"kinds": []},
    ],
)
def test_what_a_stranger_makes_up_is_refused_in_a_sentence(running, push_service, wrong):
    answer = Client().post(
        page_of(running) + "push/", Phone(push_service).said | {"kinds": ["table"]} | wrong
    )
    assert answer.status_code == 422
    assert answer.json()["problem"]
    assert not Subscription.objects.exists()


def test_what_was_known_before_the_list_of_services_was_changed_is_not_written_to(
    running, push_service, settings
):
    told_by_push(running, Phone(push_service))
    settings.WEB_PUSH_HOSTS = ["push.apple.com"]
    published_round(running)
    as_the_worker()
    assert push_service.heard == []
    assert Message.objects.get().outcome == "nobody"
