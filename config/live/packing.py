"""An event as it goes over the wire, plain or packed. Made once, sent to thousands."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from functools import cached_property

from config.live.inside import Message

GZIP_HEADER = struct.pack("<2sBBLBB", b"\x1f\x8b", 8, 0, 0, 0, 255)
"""Sent once a connection; what follows are blocks that refer to nothing before them, so all can share them."""


@dataclass(frozen=True)
class Event:
    """One message of a stream."""

    plain: bytes

    @cached_property
    def packed(self) -> bytes:
        packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
        return packer.compress(self.plain) + packer.flush(zlib.Z_FULL_FLUSH)

    @cached_property
    def _messages(self) -> tuple[Message, Message]:
        return _body(self.plain), _body(self.packed)

    def message(self, *, packed: bool) -> Message:
        """What is handed to the server: the very same for everybody."""
        return self._messages[packed]


def _body(content: bytes) -> Message:
    return {"type": "http.response.body", "body": content, "more_body": True}


def event(name: str, version: str, data: str) -> Event:
    """A named event; its id is what a browser tells us when it comes back."""
    lines = "".join(f"data: {line}\n" for line in data.splitlines() or [""])
    return Event(f"id: {version}\nevent: {name}\n{lines}\n".encode())


def opening(milliseconds: int, *, packed: bool) -> Message:
    """The first message of a stream: after how long a browser that lost us should come back."""
    told = Event(f"retry: {milliseconds}\n\n".encode())
    return _body(GZIP_HEADER + told.packed if packed else told.plain)


HEARTBEAT = Event(b": \n\n")
