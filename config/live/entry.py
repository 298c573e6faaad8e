"""The door before Django: streams and fragments are answered here, everything else is passed on.

``/live/stream?at=PATH`` sends a page's live part, as strangers see it, whenever it changes; with ``&nudge=1`` it only
tells that it did; ``/live/fragment?at=PATH`` gives it once, for whoever cannot hold a stream.
"""

from __future__ import annotations

import asyncio
import random
import time
from urllib.parse import parse_qs

from django.conf import settings
from django.utils.translation.trans_real import get_supported_language_variant, parse_accept_lang_header

from config.live.hub import GONE, HEARTBEAT_SECONDS, Hub, Subject
from config.live.inside import Application, Message, Receive, Scope, Send
from config.live.packing import GZIP_HEADER, HEARTBEAT, Event, retry

PLACE = "/live/"
LONGEST_PATH = 400
LONGEST_SEND = 20.0
"""Seconds a reader may take for one message before they are let go."""
RETRY = (1_000, 8_000)
"""Milliseconds after which a browser comes back: each is told another time, so that not all come at once."""


class LiveEntry:
    def __init__(self, application: Application) -> None:
        self._application = application
        self._hub = Hub(application)
        self._sending: dict[asyncio.Task[None], float] = {}
        self._watch: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(PLACE):
            await self._application(scope, receive, send)
            return
        asked = {
            name: values[0] for name, values in parse_qs(scope["query_string"].decode("latin-1")).items()
        }
        subject = await self._subject(scope, asked) if scope["method"] in ("GET", "HEAD") else None
        if subject is None:
            await _answer(send, 404)
        elif scope["path"] == f"{PLACE}stream":
            await self._stream(scope, receive, send, subject, asked.get("seen", ""))
        else:
            await _fragment(scope, send, subject)

    async def _subject(self, scope: Scope, asked: dict[str, str]) -> Subject | None:
        path = asked.get("at", "")
        known = scope["path"] in (f"{PLACE}stream", f"{PLACE}fragment")
        if not known or not path.startswith("/t/") or len(path) > LONGEST_PATH:
            return None
        if "nudge" in asked:
            return await self._hub.nudge(path, scope)
        return await self._hub.view(path, _language(scope), scope)

    async def _stream(self, scope: Scope, receive: Receive, send: Send, subject: Subject, seen: str) -> None:
        packed = "gzip" in _header(scope, b"accept-encoding")
        headers = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"cache-control", b"no-store"),
            (b"x-accel-buffering", b"no"),
            *([(b"content-encoding", b"gzip")] if packed else []),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        if scope["method"] == "HEAD":
            await send({"type": "http.response.body", "body": b""})
            return
        this = asyncio.current_task()
        assert this is not None  # noqa: S101 - an ASGI application runs in one
        gone = asyncio.ensure_future(_until_gone(receive))
        gone.add_done_callback(lambda _done: this.cancel())
        subject.watchers += 1
        self._let_go_of_the_slow()
        try:
            seen = _header(scope, b"last-event-id") or seen
            await self._write(this, send, subject, seen, packed=packed)
        except asyncio.CancelledError:
            if not gone.done() and not self._expired(this):
                raise  # the server stops
        finally:
            subject.watchers -= 1
            self._sending.pop(this, None)
            gone.cancel()

    async def _write(
        self, this: asyncio.Task[None], send: Send, subject: Subject, seen: str, *, packed: bool
    ) -> None:
        async def out(told: Event, before: bytes = b"") -> None:
            self._sending[this] = time.monotonic()
            body = before + told.bytes_for(packed=packed)
            await send({"type": "http.response.body", "body": body, "more_body": True})
            self._sending.pop(this, None)

        await out(retry(random.randint(*RETRY)), GZIP_HEADER if packed else b"")  # noqa: S311
        serial = subject.serial if seen == subject.version else -1
        while True:
            if serial != subject.serial and subject.event is not None:
                serial = subject.serial
                await out(subject.event)
            if subject.version == GONE:
                return
            waits = subject.wait()
            if serial == subject.serial:
                await waits
                if serial == subject.serial:
                    await out(HEARTBEAT)

    def _expired(self, task: asyncio.Task[None]) -> bool:
        began = self._sending.get(task)
        return began is not None and time.monotonic() - began > LONGEST_SEND

    def _let_go_of_the_slow(self) -> None:
        """One clock for all, instead of one for each."""
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._watch_the_slow())

    async def _watch_the_slow(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            for task in [task for task in self._sending if self._expired(task)]:
                task.cancel()


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _fragment(scope: Scope, send: Send, subject: Subject) -> None:
    etag = f'"{subject.version}"'.encode()
    headers = [(b"etag", etag), (b"cache-control", b"no-cache"), (b"vary", b"accept-language")]
    if etag in _header(scope, b"if-none-match").encode():
        await _answer(send, 304, headers)
    else:
        await _answer(send, 200, [*headers, (b"content-type", b"text/html; charset=utf-8")], subject.body)


async def _answer(
    send: Send, status: int, headers: list[tuple[bytes, bytes]] | None = None, body: bytes = b""
) -> None:
    start: Message = {"type": "http.response.start", "status": status, "headers": headers or []}
    await send(start)
    await send({"type": "http.response.body", "body": body})


def _header(scope: Scope, name: bytes) -> str:
    found: bytes = next((value for key, value in scope["headers"] if key == name), b"")
    return found.decode("latin-1")


def _language(scope: Scope) -> str:
    """The language that Django will choose for these headers, so that visitors who share it share a view."""
    for wanted, _weight in parse_accept_lang_header(_header(scope, b"accept-language").lower()):
        try:
            return get_supported_language_variant(wanted)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE
