"""What every answer tells the browser, whoever made it: a page, a stream, a file, or a refusal before Django.

Knows no page. What a page says for itself stays: the one that may be framed, the link that must not be passed on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config import cors
from config.live.inside import Application, Message, Receive, Scope, Send

Header = tuple[bytes, bytes]

POLICY = b"content-security-policy"
NOTHING = (
    b"default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""For what is no page: whoever opens it by itself gets what it says, and nothing in it is loaded or run."""
ALWAYS: dict[bytes, bytes] = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"permissions-policy": (
        b"accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), "
        b"microphone=(), midi=(), payment=(), usb=()"
    ),
}
NO_PAGE: dict[bytes, bytes] = {POLICY: NOTHING, b"x-frame-options": b"DENY"}
"""Only where an answer has no policy of its own: a page's own says who may frame it."""


class Sealed:
    """An application whose every answer carries these headers."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *missing(message["headers"], scope)]}
            await send(message)

        await self._application(scope, receive, sealed)


def missing(headers: Iterable[Header], scope: Scope) -> list[Header]:
    there = {name.lower() for name, _value in headers}
    wanted = (ALWAYS if POLICY in there else ALWAYS | NO_PAGE) | cors.of_answer(scope.get("path", ""))
    if settings.SECURE_HSTS_SECONDS and scope.get("scheme") == "https":
        kept = f"max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains; preload"
        wanted = wanted | {b"strict-transport-security": kept.encode()}
    return [(name, value) for name, value in wanted.items() if name not in there]


class PrivateMiddleware:
    """What is shown to somebody we know is kept by no browser and no proxy."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if (
            settings.SESSION_COOKIE_NAME in request.COOKIES
            or settings.SESSION_COOKIE_NAME in response.cookies
        ):
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response
