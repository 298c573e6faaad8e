"""People with accounts, and a real mail server."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.mail_url import mail_settings
from config.signin import letters, stays
from config.signin.models import Mailbox
from tests.signin.post_office import PostOffice

PASSWORD = "seven green triangles"
ADDRESS = "ana@example.org"


@pytest.fixture(autouse=True)
def nothing_looked_at() -> None:
    stays.looked.forget()


@pytest.fixture
def ana(db: None) -> User:
    return User.objects.create_user("ana", password=PASSWORD)


@pytest.fixture
def with_mailbox(ana: User) -> User:
    Mailbox.objects.create(user=ana, address=ADDRESS, key=ADDRESS, confirmed_at=timezone.now())
    return ana


@pytest.fixture
def post_office(settings) -> Iterator[PostOffice]:
    office = PostOffice()
    settings.MAILS = True
    for name, value in mail_settings(office.url, "hall@example.org").items():
        setattr(settings, name, value)
    yield office
    office.close()


def sign_in(client, username="ana", password=PASSWORD, **more):
    """What the page answers; ``REMOTE_ADDR`` says from where."""
    return client.post(reverse("sign_in"), {"username": username, "password": password}, **more)


def is_in(client: Client) -> bool:
    return client.get(reverse("account")).status_code == 200


def deliver() -> None:
    """What the worker does with what is due."""
    for pk in list(letters.due()):
        letters.send(pk)
