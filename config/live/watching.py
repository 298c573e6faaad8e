"""What is watched, and the connections of those who watch it. Knows no page, no database and no HTTP.

Whoever reads is written to on the spot, thousands in a row, without waking a task for each of them. Whoever does not
read holds nobody up: they are left to a task of their own, are given the newest version when they have read what is
under way, and are let go when that takes too long.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

from config.live.inside import Send
from config.live.manners import AT_ONCE, Manners
from config.live.packing import HEARTBEAT, Event
from config.metrics.ours import STREAM_BYTES, STREAM_MESSAGES

GONE = "gone"
"""The version of what is shown no more."""
LONGEST_SEND = 10.0
"""Seconds a reader may take for what does not fit into their connection any more."""
LOOK_SECONDS = 1.0
REMEMBERED = 30
"""Versions of a view that are known to be old: those of some ten seconds in a lively hall."""

logger = logging.getLogger(__name__)


@dataclass(eq=False)
class Subject:
    """Something that is watched, and everybody who watches it."""

    keys: frozenset[str]
    version: str = ""
    event: Event | None = None
    body: bytes = b""
    language: str = ""
    """In which it was made; whoever only tells that something changed has none."""
    fresh: int = 0
    """The number of the look that found it still true."""
    used_at: float = field(default_factory=time.monotonic)
    streams: set[Stream] = field(default_factory=set)
    past: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    """Versions that were shown here before this one: who saw one of them has seen nothing newer elsewhere."""

    def show(self, version: str, shown: Event, body: bytes = b"") -> None:
        if self.version not in ("", version):
            self.past.append(self.version)
        if version in self.past:  # the database itself went back: what is old is anybody's guess
            self.past.clear()
        self.version, self.event, self.body = version, shown, body

    async def tell(self, manners: Manners) -> None:
        """The version that is shown, to everybody who has not been told of it."""
        for number, stream in enumerate(tuple(self.streams), start=1):
            stream.catch_up()
            if number % AT_ONCE == 0:
                await manners.give_way()

    async def beat(self, manners: Manners) -> None:
        for number, stream in enumerate(tuple(self.streams), start=1):
            stream.beat()
            if number % AT_ONCE == 0:
                await manners.give_way()


class Written:
    """By this process, to all streams. Only ever counted in the one thread that writes to them."""

    messages = 0
    bytes = 0


STREAM_MESSAGES.read = lambda: Written.messages
STREAM_BYTES.read = lambda: Written.bytes


class Stream:
    """One who watches: which version they were told last, and whether they read."""

    __slots__ = (
        "_break_off",
        "_broken",
        "_end",
        "_packed",
        "_patience",
        "_rest",
        "_send",
        "_subject",
        "needs",
        "told",
    )

    def __init__(
        self,
        subject: Subject,
        send: Send,
        patience: Patience,
        *,
        told: str,
        packed: bool,
        end: Callable[[], object],
        break_off: Callable[[], object],
    ) -> None:
        self._subject, self._send, self._patience, self._packed = subject, send, patience, packed
        self._end, self._break_off, self._broken = end, break_off, False
        self._rest: asyncio.Task[None] | None = None
        self.told = told
        self.needs = 0
        """The number of the look that has to be made before they are told anything."""

    def catch_up(self) -> None:
        subject = self._subject
        if self.told == subject.version or self._rest is not None:
            return
        if subject.event is None or subject.fresh < self.needs:
            return
        self.told = subject.version
        self.write(subject.event)
        if subject.version == GONE:
            self._end()

    def beat(self) -> None:
        if self._rest is None:
            self.write(HEARTBEAT)

    def write(self, event: Event) -> None:
        if self._broken:
            return  # ended a moment ago, and not out of the list yet
        message = event.message(packed=self._packed)
        Written.messages += 1
        Written.bytes += len(message["body"])
        sending = self._send(message).__await__()
        try:
            waits_for = next(sending)
        except StopIteration:
            return
        except Exception:
            logger.exception("a stream could not be written to")
            self.let_go()
            return
        self._rest = asyncio.get_running_loop().create_task(self._write_rest(_Rest(sending, waits_for)))
        self._patience.watch(self, time.monotonic() + LONGEST_SEND)

    def close(self) -> None:
        self._patience.forget(self)
        if self._rest is not None:
            self._rest.cancel()

    @property
    def over(self) -> bool:
        """Whether there will never be anything to tell again."""
        return self.told == GONE or self._broken

    def leave(self) -> None:
        """Ended by us. Who reads is sent the end of it; who does not is not waited for."""
        if self._rest is not None:
            self.let_go()
        else:
            self._broken = True
            self._end()

    def let_go(self) -> None:
        """Without waiting until they have read what is on its way to them."""
        self._broken = True
        self._break_off()

    async def _write_rest(self, rest: _Rest) -> None:
        await rest
        self._rest = None
        self._patience.forget(self)
        self.catch_up()


class _Rest:
    """What is left of something that was begun outside a task: to be awaited in one."""

    def __init__(self, begun: Generator[Any, Any, None], waits_for: Any) -> None:
        self._begun, self._waits_for = begun, waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        try:
            yield self._waits_for
            yield from self._begun
        finally:
            self._begun.close()


class Patience:
    """One clock for all who are slow, and none while nobody is."""

    def __init__(self) -> None:
        self._until: dict[Stream, float] = {}
        self._clock: asyncio.Task[None] | None = None

    def watch(self, stream: Stream, until: float) -> None:
        self._until[stream] = until
        if self._clock is None or self._clock.done():
            self._clock = asyncio.get_running_loop().create_task(self._run())

    def forget(self, stream: Stream) -> None:
        self._until.pop(stream, None)

    async def _run(self) -> None:
        while self._until:
            await asyncio.sleep(LOOK_SECONDS)
            now = time.monotonic()
            for stream in [stream for stream, until in self._until.items() if until < now]:
                self.forget(stream)
                stream.let_go()
