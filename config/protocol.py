"""HTTP as uvicorn speaks it, and three things more: a connection can be broken off, who asks has to come out with it,
and who asks for what another process serves is passed on to it (config.passage).

ASGI only knows how to end an answer, and an answer ends when its last byte was read. Who never reads would keep their
connection, and what waits for them in memory, for ever. So would who begins a request and never ends its first lines.
"""

import asyncio
import socket
import struct
import sys
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from config.passage import Passage, Traveller

BREAK_OFF = "triomphe.break_off"
"""The name of the extension in a request's scope: call its “now”, and the connection is gone."""
AT_ONCE = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
"""Closing does not linger: the system forgets what was not read, too."""


HEAD_SECONDS = 10.0
"""For the first lines of a request, from the connection's beginning or from the first of its bytes."""
LARGEST_HEAD = 64 * 1024
WATCHING = b"GET /live/"
"""How a request begins that is served where those who watch are. Written otherwise it is answered as well, anywhere."""


class Protocol(HttpToolsProtocol):
    _late: asyncio.TimerHandle | None = None
    _head = 0
    _begun = False
    """Whether something of a request was read, and not yet its end."""
    _unread = b""
    """Of a request's first word, too little to tell whose it is."""

    def __init__(
        self, *arguments: Any, passage: Passage | None = None, read: bytes = b"", **named: Any
    ) -> None:
        """``read``: by another process, which passed the connection on to us."""
        super().__init__(*arguments, **named)
        self._passage, self._read = passage, read

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_head()
        if self._read:
            super().data_received(self._read)
            self._read = b""

    def data_received(self, data: bytes) -> None:
        if self._passage is not None and self._between_requests():
            data, self._unread = self._unread + data, b""
            if (watching := asks_to_watch(data)) is None:
                self._unread = data
                return
            if watching != self._passage.watching:
                self._have_head()
                self._unset_keepalive_if_required()
                self._passage.send(Traveller(self.transport, data, super().data_received))
                return
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._have_head()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head, self._begun = 0, True
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

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._begun = False

    def break_off(self) -> None:
        if not self.transport.is_closing():
            connection = self.transport.get_extra_info("socket")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            self.transport.abort()

    def _between_requests(self) -> bool:
        """Whether all that was asked has been answered, to the last byte: then anybody may go on from here."""
        answered = self.cycle is None or self.cycle.response_complete
        return answered and not self._begun and not self.transport.get_write_buffer_size()

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


def asks_to_watch(data: bytes) -> bool | None:
    """None while it cannot be told yet."""
    if data.startswith(WATCHING):
        return True
    return None if WATCHING.startswith(data) else False
