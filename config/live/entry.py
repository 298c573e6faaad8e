"""The door before Django: streams and fragments are answered here, everything else is passed on.

``/live/stream?at=PATH`` sends a page's live part, as strangers see it, whenever it changes; with ``&nudge=1`` it only
tells that it did; ``/live/fragment?at=PATH`` gives it once, for whoever cannot hold a stream. With ``&language=fr``,
which is what our pages send, it comes in the language of the page that shows it, whatever was chosen since.
"""

from __future__ import annotations

import asyncio
import random
from urllib.parse import parse_qs

from django.conf import settings
from django.http.cookie import parse_cookie

from config import stopping
from config.languages.choosing import HEADER, PARAMETER, Wish, wish_of
from config.live.hub import Hub, Unavailable
from config.live.inside import Application, Message, Receive, Scope, Send
from config.live.manners import Manners
from config.live.packing import opening
from config.live.watching import Patience, Stream, Subject
from config.metrics.ours import STREAMS
from config.protocol import BREAK_OFF
from games import bearings

PLACE = "/live/"
LONGEST_PATH = 400
VARY = (b"vary", b"accept-language, cookie, page-language")
RETRY = (1_000, 8_000)
"""Milliseconds after which a browser comes back: each is told another time, so that not all come at once."""


class LiveEntry:
    def __init__(self, application: Application, manners: Manners | None = None) -> None:
        self._application = application
        self._hub = Hub(application, manners or Manners())
        self._patience = Patience()
        self._open: set[Stream] = set()
        stopping.at_the_end(self.end_streams)
        STREAMS.read = lambda: len(self._open)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(PLACE):
            await self._application(scope, receive, send)
            return
        asked = {
            name: values[0] for name, values in parse_qs(scope["query_string"].decode("latin-1")).items()
        }
        try:
            subject = await self._subject(scope, asked) if scope["method"] in ("GET", "HEAD") else None
            if subject is None:
                await _answer(send, 404)
            elif scope["path"] == f"{PLACE}stream":
                await self._stream(scope, receive, send, subject, asked.get("seen", ""))
            else:
                await self._fragment(scope, send, subject, _wish(scope, asked))
        except Unavailable:
            await _answer(send, 503)

    def end_streams(self) -> None:
        """They come back after the time that each was told when they came: to whoever takes our place."""
        for stream in tuple(self._open):
            stream.leave()

    async def _subject(self, scope: Scope, asked: dict[str, str]) -> Subject | None:
        path = asked.get("at", "")
        known = scope["path"] in (f"{PLACE}stream", f"{PLACE}fragment")
        if not known or not path.startswith("/t/") or len(path) > LONGEST_PATH:
            return None
        if "nudge" in asked:
            return await self._hub.nudge(path, scope)
        return await self._hub.view(path, _wish(scope, asked), scope)

    async def _stream(self, scope: Scope, receive: Receive, send: Send, subject: Subject, seen: str) -> None:
        packed = "gzip" in _header(scope, b"accept-encoding")
        headers = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"cache-control", b"no-store"),
            (b"x-accel-buffering", b"no"),
            (b"x-request-id", str(bearings.noted().get("request", "")).encode()),
            *([(b"content-encoding", b"gzip")] if packed else []),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        if scope["method"] == "HEAD":
            await send({"type": "http.response.body", "body": b""})
            return
        await send(opening(random.randint(*RETRY), packed=packed))  # noqa: S311 - only spreads those who come back
        this = asyncio.current_task()
        assert this is not None  # noqa: S101 - an ASGI application runs in one
        stream = Stream(
            subject,
            send,
            self._patience,
            told=_header(scope, b"last-event-id") or seen,
            packed=packed,
            end=this.cancel,
            break_off=scope.get("extensions", {}).get(BREAK_OFF, {}).get("now", this.cancel),
        )
        self._hub.join(subject, stream)
        self._open.add(stream)
        if stopping.over():
            stream.leave()
        try:
            await _until_gone(receive)
        except asyncio.CancelledError:
            if not stream.over:
                raise  # the server stops
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._open.discard(stream)
            subject.streams.discard(stream)
            stream.close()

    async def _fragment(self, scope: Scope, send: Send, subject: Subject, wish: Wish) -> None:
        seen = _header(scope, b"if-none-match")
        ours = (subject.version, *subject.past)
        if seen and not any(_etag(version, wish) in seen for version in ours):
            # Theirs may be newer than ours, which they got from another process.
            try:
                await self._hub.look_anew()
            except TimeoutError as away:
                raise Unavailable from away
        etag = _etag(subject.version, wish)
        language = (b"content-language", subject.language.encode())
        headers = [(b"etag", etag.encode()), (b"cache-control", b"no-cache"), VARY, language]
        if etag in seen:
            await _answer(send, 304, headers)
        else:
            await _answer(send, 200, [*headers, (b"content-type", b"text/html; charset=utf-8")], subject.body)


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _answer(
    send: Send, status: int, headers: list[tuple[bytes, bytes]] | None = None, body: bytes = b""
) -> None:
    start: Message = {"type": "http.response.start", "status": status, "headers": headers or []}
    await send(start)
    await send({"type": "http.response.body", "body": body})


def _header(scope: Scope, name: bytes) -> str:
    found: bytes = next((value for key, value in scope["headers"] if key == name), b"")
    return found.decode("latin-1")


def _etag(version: str, wish: Wish) -> str:
    """Two languages of one version are two answers."""
    return f'"{version}.{wish.key}"'


def _wish(scope: Scope, asked: dict[str, str]) -> Wish:
    """As Django would read it out of these headers (config.languages.middleware)."""
    return wish_of(
        asked.get(PARAMETER),
        _header(scope, HEADER.lower().encode()),
        parse_cookie(_header(scope, b"cookie")).get(settings.LANGUAGE_COOKIE_NAME),
        accepts=_header(scope, b"accept-language"),
    )
