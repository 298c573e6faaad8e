"""A tournament, a real mail server, a real push service."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.db.models import F
from django.test import Client
from django.urls import reverse

from config import due
from config.mail_url import mail_settings
from config.signin import letters
from config.signin.models import Letter
from config.tidings.models import Message
from config.tidings.push.sealing import CURVE, _derived, point_of, wrapped
from config.tidings.push.vapid import new_key
from tests.api.listener import Listener
from tests.factories import tournament_of
from tests.signin.post_office import PostOffice
from tournaments.models import Tournament

EVERYTHING = ["table", "start", "sign"]
ADDRESS = "ana@example.org"


@pytest.fixture
def post_office(settings) -> Iterator[PostOffice]:
    office = PostOffice()
    settings.MAILS = True
    for name, value in mail_settings(office.url, "hall@example.org").items():
        setattr(settings, name, value)
    yield office
    office.close()


@pytest.fixture
def push_service(settings) -> Iterator[Listener]:
    service = Listener()
    settings.WEB_PUSH_KEY, settings.WEB_PUSH_CONTACT = new_key(), "mailto:hall@example.org"
    settings.PUSHES, settings.WEB_PUSH_HOSTS, settings.WEBHOOKS_ANYWHERE = True, ["127.0.0.1"], True
    yield service
    service.close()


@pytest.fixture
def tournament(db) -> Tournament:
    return tournament_of(4, rounds_planned=2, time_zone="America/New_York")


class Phone:
    """A browser: gives its keys away, and reads what was sealed for it."""

    def __init__(self, service: Listener, number: int = 1) -> None:
        self._key = ec.generate_private_key(CURVE)
        self._secret = b"sixteen octets!!"
        self.endpoint = f"http://127.0.0.1:{service.server_address[1]}/push/{number}"

    @property
    def said(self) -> dict[str, str]:
        point = point_of(self._key.public_key())
        return {"endpoint": self.endpoint, "p256dh": wrapped(point), "auth": wrapped(self._secret)}

    def read(self, body: bytes) -> bytes:
        salt, size, point, record = body[:16], body[20], body[21:86], body[86:]
        assert size == len(point)
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
        info = b"WebPush: info\0" + point_of(self._key.public_key()) + point
        key = _derived(self._key.exchange(ec.ECDH(), theirs), self._secret, info, 32)
        nonce = _derived(key, salt, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(_derived(key, salt, b"Content-Encoding: aes128gcm\0", 16)).decrypt(nonce, record, None)
        assert text.endswith(b"\x02")
        return text[:-1]


def page_of(tournament: Tournament, number: int = 1) -> str:
    return reverse("follow", args=[tournament.slug, tournament.entrants.get(number=number).pk])


def ask(tournament, kinds=EVERYTHING, address=ADDRESS, number=1, client=None, **more):
    body = {"kinds": kinds, "address": address}
    return (client or Client()).post(page_of(tournament, number), body, **more)


def told_by_mail(tournament, office, kinds=EVERYTHING, number=1, address=ADDRESS, **more):
    """Somebody asked, got the letter, and pressed its button."""
    ask(tournament, kinds, address, number, **more)
    as_the_worker()
    Client().post(path_in(office))
    office.mails.clear()


def told_by_push(tournament, phone: Phone, kinds=EVERYTHING, number=1):
    return Client().post(page_of(tournament, number) + "push/", phone.said | {"kinds": kinds})


def path_in(office: PostOffice, number: int = -1) -> str:
    return office.link(number).removeprefix("http://testserver").removeprefix("https://testserver")


def as_the_worker() -> None:
    for job in due.jobs():
        if job.task == letters.SEND:
            letters.send(job.id)


def later(**span: int) -> None:
    """As if so much time had passed, for what waits."""
    for each in Letter.objects.filter(done_at__isnull=True):
        each.due_at -= timedelta(**span)
        if each.claimed_until:
            each.claimed_until -= timedelta(**span)
        each.save()
    Message.objects.filter(done_at__isnull=True).update(at=F("at") - timedelta(**span))
