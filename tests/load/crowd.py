"""Very many people who watch as a browser does: who loses the stream comes back after the time they were told,
and says what they saw last.

In a thread of its own, so that a test or a measurement can hurt the server meanwhile. What they were told is kept as
the names of the versions, none of which ever comes back, and at a table as the numbers of the match's versions
(``data-version`` of its page), which only ever rise. They may watch several pages, and come to several servers.
"""

import asyncio
import re
import time
import zlib
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from threading import Thread
from types import TracebackType
from urllib.parse import quote

from config.descriptors import allow_many
from config.live.packing import GZIP_HEADER
from tests.hall import eventually

AT_ONCE = 1_500
"""Connections a second, where nothing else is asked for."""
SLOT = 0.25
"""Seconds; how full such a slot is tells whether they all came at once."""


@dataclass(frozen=True)
class Block:
    """What one piece of a stream says."""

    version: str = ""
    number: int | None = None
    retry: float | None = None


@lru_cache(maxsize=64)
def read(piece: bytes) -> Block:
    """Everybody is sent the very same bytes, so that they have to be read only once."""
    text = zlib.decompressobj(-zlib.MAX_WBITS).decompress(piece).decode()
    version = re.search(r"^id: (.*)$", text, re.M)
    number = re.search(r'data-version="(\d+)"', text)
    retry = re.search(r"^retry: (\d+)$", text, re.M)
    return Block(
        version.group(1) if version else "",
        int(number.group(1)) if number else None,
        int(retry.group(1)) / 1000 if retry else None,
    )


class Person(asyncio.Protocol):
    """One browser, through all its connections."""

    def __init__(self, crowd: "Crowd", path: str) -> None:
        self.crowd, self.path = crowd, path
        self.request = (
            f"GET /live/stream?at={quote(path)} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n"
        )
        self.versions: list[str] = []
        self.numbers: list[int] = []
        self.heard_at: list[float] = []
        """For each of the numbers when it came."""
        self.seen, self.retry = "", 3.0
        self.asked_at: list[float] = []
        self.here, self.answered = False, 0
        self.refused = 0
        self.transport: asyncio.Transport | None = None
        self._rest = b""

    async def come(self) -> None:
        self.asked_at.append(time.monotonic())
        port = self.crowd.ports[len(self.asked_at) % len(self.crowd.ports)]
        try:
            await self.crowd.loop.create_connection(lambda: self, "127.0.0.1", port)
        except OSError:
            self.refused += 1
            self.come_again()

    def come_again(self) -> None:
        self.crowd.loop.call_later(self.retry, self._come_if_not_over)

    def _come_if_not_over(self) -> None:
        if not self.crowd.closing:
            self.crowd.keep(self.come())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._rest, self.here, self.transport = b"", False, transport
        seen = f"Last-Event-ID: {self.seen}\r\n" if self.seen else ""
        transport.write(f"{self.request}{seen}\r\n".encode())

    def data_received(self, data: bytes) -> None:
        self._rest += data
        if not self.here:
            head, found, self._rest = self._rest.partition(b"\r\n\r\n")
            if not found:
                self._rest = head
                return
            if not head.startswith(b"HTTP/1.1 200"):
                assert self.transport is not None
                self.transport.abort()
                return
            self.here = True
        for piece in self._pieces():
            self._hear(read(piece.removeprefix(GZIP_HEADER)))

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.here:
            self.refused += 1
        self.here = False
        if not self.crowd.closing:
            self.come_again()

    def _pieces(self) -> Iterator[bytes]:
        while True:
            size, found, rest = self._rest.partition(b"\r\n")
            length = int(size, 16) if found else 0
            if not length or len(rest) < length + 2:
                return
            self._rest = rest[length + 2 :]
            yield rest[:length]

    def _hear(self, block: Block) -> None:
        if block.retry is not None:
            self.retry = block.retry
            self.answered += 1
        if block.version:
            self.seen = block.version
            self.versions.append(block.version)
        if block.number is not None:
            self.numbers.append(block.number)
            self.heard_at.append(time.monotonic())


class Crowd:
    def __init__(
        self,
        ports: int | Sequence[int],
        paths: str | Sequence[str],
        count: int,
        per_second: float = AT_ONCE,
    ) -> None:
        allow_many()
        self.ports = [ports] if isinstance(ports, int) else ports
        self.per_second = per_second
        paths = [paths] if isinstance(paths, str) else paths
        self.loop = asyncio.new_event_loop()
        self.people = [Person(self, paths[number % len(paths)]) for number in range(count)]
        self.closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = Thread(target=self._run, daemon=True)

    def __enter__(self) -> "Crowd":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closing = True
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()

    def wait_until(self, true: Callable[[Person], bool], timeout: float = 60.0) -> None:
        """Until it is true of everybody."""
        eventually(lambda: all(map(true, self.people)), timeout)

    def wait_until_back(self, times: int, number: int, timeout: float = 60.0) -> None:
        """Until everybody was answered so many times and has seen this version."""
        self.wait_until(lambda person: person.answered >= times and person.numbers[-1:] == [number], timeout)

    @property
    def refused(self) -> int:
        return sum(person.refused for person in self.people)

    @property
    def backwards(self) -> int:
        """How often somebody was told what they had been told already, or something older."""
        return len(self.gone_back())

    def gone_back(self) -> list[tuple[str, list[int], list[str]]]:
        """Of each time: the page, and what they had been told there until then."""
        found = []
        for each in self.people:
            lower = [at for at, (one, two) in enumerate(pairwise(each.numbers), start=2) if two < one]
            found += [(each.path, each.numbers[:at], each.versions) for at in lower]
            again = [at for at, one in enumerate(each.versions) if one in each.versions[:at]]
            found += [(each.path, each.numbers, each.versions[: at + 1]) for at in again]
        return found

    def waits(self, number: int, since: float) -> list[float]:
        """How long after this moment each of them had this version or a later one."""
        return [
            max(
                0.0,
                next(at for seen, at in zip(each.numbers, each.heard_at, strict=True) if seen >= number)
                - since,
            )
            for each in self.people
        ]

    def fullest_slot(self, times: int) -> float:
        """Of all who came for the so many-th time, the share that came in the fullest quarter of a second."""
        moments = [person.asked_at[times - 1] for person in self.people]
        return max(Counter(int(moment / SLOT) for moment in moments).values()) / len(moments)

    # -- in the thread ---------------------------------------------------------------------------

    def keep(self, coming: Coroutine[None, None, None]) -> None:
        task = self.loop.create_task(coming)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.keep(self._gather())
        self.loop.run_forever()
        self.loop.run_until_complete(self._leave())
        self.loop.close()

    async def _gather(self) -> None:
        began = time.monotonic()
        for number, person in enumerate(self.people):
            self.keep(person.come())
            await asyncio.sleep(max(0.0, began + (number + 1) / self.per_second - time.monotonic()))

    async def _leave(self) -> None:
        for task in self._tasks - {asyncio.current_task()}:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for person in self.people:
            if person.transport is not None:
                person.transport.abort()
        await asyncio.sleep(0)  # so that the last of them is told that it is over
