"""A line to a server that can be cut, and go dead without a word, and be mended."""

import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock, Thread
from types import TracebackType
from urllib.parse import urlsplit


class Line:
    """Passes on what comes to a port of its own, both ways."""

    def __init__(self, host: str, port: int) -> None:
        self._there = host, port
        self._lock, self._open = Lock(), list[socket.socket]()
        self._flows = Event()
        self._flows.set()
        self._threads: list[Thread] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._cut = False
        self._start(self._take)

    @classmethod
    def to(cls, url: str) -> "Line":
        place = urlsplit(url)
        return cls(place.hostname or "127.0.0.1", place.port or 0)

    def through(self, url: str) -> str:
        """The address of the same thing, over this line."""
        place = urlsplit(url)
        who, at, _where = place.netloc.rpartition("@")
        return place._replace(netloc=f"{who}{at}127.0.0.1:{self.port}").geturl()

    def cut(self) -> None:
        """What is connected breaks off, and who comes is sent off."""
        with self._lock:
            self._cut = True
            self._break()

    def mute(self) -> None:
        """Nothing comes through, and nobody is told so."""
        self._flows.clear()

    def mend(self) -> None:
        with self._lock:
            self._cut = False
        self._flows.set()

    def __enter__(self) -> "Line":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()
        self._flows.set()
        self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits there
        self._listener.close()
        for thread in self._threads:
            thread.join()

    # -- in threads ------------------------------------------------------------------------------

    def _start(self, work: Callable[..., None], *arguments: socket.socket) -> None:
        thread = Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _take(self) -> None:
        with suppress(OSError):  # closed: it is over
            while True:
                self._connect(self._listener.accept()[0])

    def _connect(self, one: socket.socket) -> None:
        with self._lock:
            if self._cut:
                one.close()
                return
            other = socket.create_connection(self._there)
            self._open += [one, other]
        self._start(self._pass_on, one, other)
        self._start(self._pass_on, other, one)

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):  # broken off, here or there
            while data := one.recv(65_536):
                self._flows.wait()
                other.sendall(data)
        with self._lock:
            for end in (one, other):
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def _break(self) -> None:
        for end in self._open:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._open = []
