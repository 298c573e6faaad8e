"""A page asked for from inside: as a stranger sees it, with no cookie and no account."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from dataclasses import dataclass
from typing import Any

from config.languages.choosing import HEADER, Wish
from games import bearings

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

KEYS = b"live-keys"
VERSION = b"live-version"
AT = b"live-at"


@dataclass(frozen=True, slots=True)
class Page:
    """What a view showed, of which version, and what it depends on."""

    status: int
    keys: frozenset[str]
    version: str
    body: str
    language: str = ""


NEEDED = (b"host", b"x-forwarded-proto")


def stranger(scope: Scope, wish: Wish) -> Scope:
    """What may be remembered of a request for later: how to reach us and in which language, not who it was."""
    inner = _inner(scope, NEEDED)
    # The very thing that was wished for, as whoever asked for the page itself: a tournament overrules only a hope.
    language = HEADER.lower().encode() if wish.firm else b"accept-language"
    inner["headers"].append((language, wish.code.encode()))
    return inner


async def ask(application: Application, path: str, asker: Scope) -> Page:
    """The fragment that the page at this path would ask for, as this asker sees it.

    A path may bring a query with it if the view owns up to that very address. With any other it depends on nothing we
    know: nobody can have one page kept for them a thousand times under a thousand names.
    """
    address, _mark, query = path.partition("?")
    scope = {**asker, "path": address, "raw_path": address.encode(), "query_string": query.encode()}
    answer = _Answer()
    with bearings.apart(**bearings.noted()):
        await application(scope, _request(), answer)
    told = dict(answer.headers)
    owned = told.get(AT, address.encode()).decode() == path
    return Page(
        answer.status,
        frozenset(told.get(KEYS, b"").decode().split() if owned else ()),
        told.get(VERSION, b"").decode(),
        bytes(answer.body).decode(),
        told.get(b"content-language", b"").decode(),
    )


def visitor(scope: Scope) -> Scope:
    """The one who asks, with their cookies: to find out what they may see, never to show it to others."""
    return _inner(scope, (*NEEDED, b"cookie"))


def _inner(outside: Scope, names: Collection[bytes]) -> Scope:
    headers = [(name, value) for name, value in outside["headers"] if name in names]
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": outside.get("scheme", "http"),
        "query_string": b"",
        "root_path": outside.get("root_path", ""),
        "headers": [*headers, (b"hx-request", b"true")],
        "client": None,
        "server": outside.get("server"),
    }


class _Answer:
    def __init__(self) -> None:
        self.status, self.body = 0, bytearray()
        self.headers: list[tuple[bytes, bytes]] = []

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = [(name.lower(), value) for name, value in message["headers"]]
        else:
            self.body += message.get("body", b"")


def _request() -> Receive:
    """A request without a body, from somebody who waits for the answer."""
    told = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> Message:
        return next(told, None) or await asyncio.get_running_loop().create_future()

    return receive
