"""The addresses about coming in, for the table of who is answered what (test_endpoints)."""

from typing import Any

from django.urls import reverse

from config.signin import links
from config.signin.models import MailedLink
from tests.factories import UserFactory
from tournaments.services.accounts import make_sign_in_link

EVERYBODY = (200, 200, 200, 200)
WITH_ACCOUNT = (200, "in", "in", 200)

SIGNIN_TABLE: dict[str, Any] = {
    "sign_in": ("get", EVERYBODY),
    "send_link": ("get", EVERYBODY),
    "link_sent": ("get", EVERYBODY),
    "sign_in_code": ("get", ("in", "in", "in", "in")),
    "sign_in_by_link": ("get", EVERYBODY),
    "mailed_link": ("get", EVERYBODY),
    "sign_out": ("post", (302, 302, 302, 302)),
    "language": ("get", EVERYBODY),
    "account": ("get", WITH_ACCOUNT),
    "password": ("get", WITH_ACCOUNT),
    "address": ("get", WITH_ACCOUNT),
    "two_step": ("get", (302, "in", "in", 302)),
    "two_step_set_up": ("get", WITH_ACCOUNT),
    "end_stay": ("post", (302, "in", "in", 302)),
    "end_other_stays": ("post", (302, "in", "in", 302)),
}


def signin_address(name: str) -> str:
    if name == "sign_in_by_link":
        return make_sign_in_link(UserFactory.create())
    if name == "mailed_link":
        return links.make(UserFactory.create(), MailedLink.Purpose.SIGN_IN, "ana@example.org")
    return reverse(name, args=[1] if name == "end_stay" else [])
