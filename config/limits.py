"""How much one address, one link and one token may ask for, before Django is troubled with it. Knows no page.

Each has a bucket that fills by itself and is emptied by asking: a hall behind one address opens its pages at once and
is not noticed, somebody who asks without a pause is soon told to wait. Kept in the memory of a process: what several
processes allow adds up. Streams are counted while they are open.
"""

from __future__ import annotations

import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from hashlib import sha256

from django.utils.translation import gettext as _

from config.live.inside import Application, Receive, Scope, Send
from config.plainly import of_program, problem_body
from games.security_log import tell
from tournaments.origin import as_network

LIVE = "/live/"
STREAM = "/live/stream"
BURST_SECONDS = 10
"""A full bucket is worth so many seconds."""
MOST_KEPT = 10_000
RETRY_SECONDS = 5
TOLD_EVERY = 60.0
"""One who floods is written down once in so many seconds: the log is not to be flooded too."""
Clock = Callable[[], float]


class Buckets:
    """One for each name; those that were not asked for longest are forgotten, which fills them."""

    def __init__(self, per_second: float, clock: Clock = time.monotonic, most: float | None = None) -> None:
        """``most``: how much a full one holds."""
        self._per_second, self._clock = per_second, clock
        self._most = per_second * BURST_SECONDS if most is None else most
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str) -> bool:
        """Whether there is something left for this one; always, where nothing is limited."""
        if not self._per_second:
            return True
        now, most = self._clock(), self._most
        left, at = self._buckets.pop(name, (most, now))
        left = min(most, left + (now - at) * self._per_second)
        self._buckets[name] = (left - 1 if left >= 1 else left, now)
        if len(self._buckets) > MOST_KEPT:
            self._buckets.popitem(last=False)
        return left >= 1


class Limited:
    """An application that answers one address, and whoever holds one session, only so often."""

    def __init__(
        self,
        application: Application,
        *,
        per_address: float,
        per_link: float,
        streams: int,
        session: str,
        clock: Clock = time.monotonic,
    ) -> None:
        """``session``: the name of the cookie that a judge's link leaves on a phone."""
        self._application, self._most_streams = application, streams
        self._addresses, self._links = Buckets(per_address, clock), Buckets(per_link, clock)
        self._told = Buckets(1 / TOLD_EVERY, clock, most=1)
        self._streams: Counter[str] = Counter()
        self._cookie = f"{session}=".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
        elif scope["path"] == STREAM:
            await self._stream(scope, receive, send)
        elif scope["path"].startswith(LIVE) or self._may(scope):
            await self._application(scope, receive, send)
        else:
            await self._refuse(scope, send)

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        if self._most_streams and self._streams[address] >= self._most_streams:
            await self._refuse(scope, send)
            return
        self._streams[address] += 1
        try:
            await self._application(scope, receive, send)
        finally:
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]

    async def _refuse(self, scope: Scope, send: Send) -> None:
        """Which page is not told: a link may let somebody in."""
        address = address_of(scope)
        if self._told.take(address):
            kind = "streams" if scope["path"] == STREAM else "requests"
            tell("too-often", logging.WARNING, status=429, kind=kind, network=address)
        await refuse(send, scope["path"])

    def _may(self, scope: Scope) -> bool:
        link = self._link(scope)
        return self._addresses.take(address_of(scope)) and (not link or self._links.take(link))

    def _link(self, scope: Scope) -> str:
        """What whoever asks shows of themselves: the token of a program, or the session in which a card was scanned."""
        secret = (of_program(scope["path"]) and _token(scope)) or self._session(scope)
        return sha256(secret).hexdigest() if secret else ""  # what is kept is short, however much is sent

    def _session(self, scope: Scope) -> bytes:
        parts = (part.strip() for value in _values(scope, b"cookie") for part in value.split(b";"))
        return next((part for part in parts if part.startswith(self._cookie)), b"")


def _token(scope: Scope) -> bytes:
    """However it is spelled, without the word before it."""
    words = b" ".join(_values(scope, b"authorization")).split()
    return words[-1] if words else b""


def _values(scope: Scope, wanted: bytes) -> Iterator[bytes]:
    return (value for name, value in scope["headers"] if name == wanted)


def address_of(scope: Scope) -> str:
    """Who has one IPv6 address has its whole neighbourhood."""
    return as_network(str(scope["client"][0] if scope.get("client") else ""))


async def refuse(send: Send, path: str) -> None:
    sentence = _("This is asked for too often from where you are. Wait a few seconds, then try again.")
    kind, body = b"text/plain; charset=utf-8", sentence.encode()
    if of_program(path):
        kind, body = problem_body(429, "too-often", sentence)
    headers = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", str(RETRY_SECONDS).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": body})
