"""A passage between processes on this machine: an open connection goes through it, with what was read of it so far.

Whoever sits at one end serves one kind of request, whoever sits at the other the rest; several may share an end. The
supervisor keeps both ends, as it keeps the door: what is in the passage while the other side is started again waits
there. Who cannot be passed on is served where they are. Knows nothing of HTTP.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

LARGEST = 64 * 1024
"""Bytes already read that can go with a connection; more is nothing we know."""
AT_ONCE = 16
"""Taken before others have their turn, on this side and at the other places of this end."""
PATIENCE = 10.0
"""Seconds for the other side to take anything, when the passage is full; then those who wait are served here."""
CLOSE_ON_EXEC = getattr(socket, "MSG_CMSG_CLOEXEC", 0)

Take = Callable[[socket.socket, bytes], None]
logger = logging.getLogger(__name__)


def make() -> tuple[socket.socket, socket.socket]:
    """Both ends: for who serves everybody, and for who serves those that watch."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)


@dataclass(frozen=True, slots=True)
class Traveller:
    transport: asyncio.Transport
    read: bytes
    stay: Callable[[bytes], None]
    """Called with what was read, if they have to be served here after all."""


class Passage:
    def __init__(self, end: socket.socket, *, watching: bool) -> None:
        """``watching``: those who watch are served on this side, and not on the other."""
        self.watching = watching
        self._end, self._open = end, False
        self._waiting: deque[Traveller] = deque()
        self._patience: asyncio.TimerHandle | None = None
        end.setblocking(False)

    def open(self, take: Take) -> None:
        self._open, self._take = True, take
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._end, self._receive)

    def close(self) -> None:
        """Nobody comes or goes any more; what is in the passage is for those who take our place."""
        if self._open:
            self._open = False
            self._loop.remove_reader(self._end)
            self._keep_all()

    def send(self, traveller: Traveller) -> None:
        """In the order in which they came."""
        traveller.transport.pause_reading()
        self._waiting.append(traveller)
        if len(self._waiting) == 1:
            self._send_waiting()

    # -- in detail -------------------------------------------------------------------------------

    def _send_waiting(self) -> None:
        while self._waiting:
            try:
                crossed = self._open and self._send_one(self._waiting[0])
            except BlockingIOError:
                self._wait()
                return
            self._stop_waiting()
            traveller = self._waiting.popleft()
            if crossed:
                traveller.transport.abort()  # ours alone: the connection lives on over there
            else:
                _keep(traveller)

    def _send_one(self, traveller: Traveller) -> bool:
        if traveller.transport.is_closing() or len(traveller.read) > LARGEST:
            return False
        connection = traveller.transport.get_extra_info("socket")
        try:
            socket.send_fds(self._end, [traveller.read], [connection.fileno()])
        except BlockingIOError:
            raise
        except OSError as error:
            logger.warning("a connection could not be passed on, and is served here: %s", error)
            return False
        return True

    def _wait(self) -> None:
        if self._patience is None:
            self._loop.add_writer(self._end, self._send_waiting)
            self._patience = self._loop.call_later(PATIENCE, self._keep_all)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
            self._loop.remove_writer(self._end)

    def _keep_all(self) -> None:
        self._stop_waiting()
        if self._waiting and self._open:
            logger.warning("nobody takes those who watch: %d are served here", len(self._waiting))
        while self._waiting:
            _keep(self._waiting.popleft())

    def _receive(self) -> None:
        for _ in range(AT_ONCE):
            try:
                read, files, _flags, _from = socket.recv_fds(self._end, LARGEST, 1, CLOSE_ON_EXEC)
            except BlockingIOError:
                return
            if not files:
                logger.warning("a connection was lost in the passage: this process has too many files open")
            for file in files:
                self._take(socket.socket(fileno=file), read)


def _keep(traveller: Traveller) -> None:
    if not traveller.transport.is_closing():
        traveller.transport.resume_reading()
        traveller.stay(traveller.read)
