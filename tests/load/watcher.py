"""Somebody who watches: holds a stream and keeps what it brought. A raw socket, so that it can also be a bad reader."""

import select
import socket
import ssl
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import quote

TIMEOUT = 30.0


@dataclass(frozen=True)
class Told:
    """One event of a stream."""

    name: str
    version: str
    data: str


class Watcher:
    def __init__(
        self,
        port: int,
        path: str,
        *,
        seen: str = "",
        nudge: bool = False,
        packed: bool = True,
        cookie: str = "",
        buffer: int = 0,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """``buffer``: how many bytes the system keeps for them while they do not read; as many as it likes if 0."""
        self._socket = socket.socket()
        self._socket.settimeout(TIMEOUT)
        if buffer:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self._socket.connect(("127.0.0.1", port))
        if tls is not None:
            self._socket = tls.wrap_socket(self._socket)
        query = f"at={quote(path)}" + ("&nudge=1" if nudge else "")
        lines = [
            f"GET /live/stream?{query} HTTP/1.1",
            f"Host: 127.0.0.1:{port}" if tls else "Host: localhost",
        ]
        lines += ["Accept-Encoding: gzip"] if packed else []
        lines += [f"Last-Event-ID: {seen}"] if seen else []
        lines += [f"Cookie: {cookie}"] if cookie else []
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self._file = self._socket.makefile("rb")
        self.status = int(self._file.readline().split()[1])
        self.headers = dict(self._headers())
        self._unpack = zlib.decompressobj(31) if packed else None

    def told(self) -> Iterator[Told]:
        """Events as they come; heartbeats and how soon to come back are left out."""
        text = ""
        for chunk in self.chunks():
            text += (self._unpack.decompress(chunk) if self._unpack else chunk).decode()
            while "\n\n" in text:
                block, text = text.split("\n\n", 1)
                if event := _event(block):
                    yield event

    def chunks(self) -> Iterator[bytes]:
        """What is on the wire, as it was sent."""
        while size := int(self._file.readline() or b"0", 16):
            chunk = self._file.read(size)
            self._file.readline()
            yield chunk

    def ended(self) -> bool:
        """Reads to the end: whether it was a proper one, after which a browser comes back, and not a line cut off."""
        with suppress(ConnectionError):
            while line := self._file.readline():
                if not (size := int(line, 16)):
                    return True
                self._file.read(size + 2)
        return False

    def hung_up(self) -> bool:
        """Whether the server has broken it off, as far as one can tell without reading."""
        poll = select.poll()
        poll.register(self._socket, 0)
        return bool(poll.poll(0))

    def close(self) -> None:
        self._file.close()
        self._socket.close()

    def _headers(self) -> Iterator[tuple[str, str]]:
        while line := self._file.readline().decode().strip():
            name, _colon, value = line.partition(":")
            yield name.lower(), value.strip()


def _event(block: str) -> Told | None:
    fields: dict[str, list[str]] = {}
    for line in block.splitlines():
        name, _colon, value = line.partition(":")
        fields.setdefault(name, []).append(value.removeprefix(" "))
    if "event" not in fields:
        return None
    return Told(fields["event"][0], fields["id"][0], "\n".join(fields.get("data", [])))
