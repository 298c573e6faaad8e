"""HTTP as uvicorn speaks it, and two things more: a connection can be broken off, and who asks has to come out with it.

ASGI only knows how to end an answer, and an answer ends when its last byte was read. Who never reads would keep their
connection, and what waits for them in memory, for ever. So would who begins a request and never ends its first lines.
"""

import asyncio
import socket
import struct
import sys

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

BREAK_OFF = "triomphe.break_off"
"""The name of the extension in a request's scope: call its “now”, and the connection is gone."""
AT_ONCE = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
"""Closing does not linger: the system forgets what was not read, too."""


HEAD_SECONDS = 10.0
"""For the first lines of a request, from the connection's beginning or from the first of its bytes."""
LARGEST_HEAD = 64 * 1024


class Protocol(HttpToolsProtocol):
    _late: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._have_head()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head = 0
        self._wait_for_head()
        self.scope["extensions"] = {BREAK_OFF: {"now": self.break_off}}

    def on_url(self, url: bytes) -> None:
        self._count(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count(name, value)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._have_head()
        super().on_headers_complete()

    def break_off(self) -> None:
        if not self.transport.is_closing():
            connection = self.transport.get_extra_info("socket")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            self.transport.abort()

    def _wait_for_head(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(HEAD_SECONDS, self.break_off)

    def _have_head(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _count(self, *parts: bytes) -> None:
        self._head += sum(map(len, parts))
        if self._head > LARGEST_HEAD:
            self.break_off()
