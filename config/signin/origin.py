"""Where a request comes from, as far as that can be known: its address, and whether its browser was here before.

The cookie says who has signed in with this browser, signed and for a year. It lets nobody in; but whoever has it is
counted by themselves, so that nobody elsewhere can make them wait (OWASP: device cookies).
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from tournaments.origin import address_of, as_network

COOKIE = ("__Host-" if settings.HTTPS else "") + "triomphe_device"
SALT = "signin.device"
LASTS = 365 * 24 * 60 * 60
MOST_ACCOUNTS = 8


@dataclass(frozen=True, slots=True)
class Origin:
    address: str = ""
    device: str = ""
    accounts: tuple[str, ...] = ()
    """Marks of those who have signed in with this browser."""

    def knows(self, username: str) -> bool:
        return mark_of(username) in self.accounts

    @property
    def network(self) -> str:
        return as_network(self.address)


def origin_of(request: HttpRequest) -> Origin:
    address = address_of(request)
    try:
        device, *accounts = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=LASTS)
    except (signing.BadSignature, ValueError, TypeError):
        return Origin(address)
    return Origin(address, str(device), tuple(map(str, accounts)))


def remember(response: HttpResponse, origin: Origin, username: str) -> None:
    """This browser has signed this account in."""
    mark = mark_of(username)
    others = [each for each in origin.accounts if each != mark]
    value = [origin.device or secrets.token_urlsafe(12), mark, *others][: MOST_ACCOUNTS + 1]
    response.set_cookie(
        COOKIE,
        signing.dumps(value, salt=SALT),
        max_age=LASTS,
        httponly=True,
        secure=settings.HTTPS,
        samesite="Lax",
    )


def mark_of(username: str) -> str:
    """Tells accounts apart and does not tell which they are."""
    return salted_hmac(SALT, username, algorithm="sha256").hexdigest()[:16]
