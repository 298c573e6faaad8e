"""The hub of a process: keeps what is watched fresh, and wakes whoever watches it.

Knows views by their path and things by their key; writes to nobody itself, so a slow reader can hold nothing up.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from asgiref.sync import sync_to_async

from config.live.inside import Application, Scope, ask, stranger, visitor
from config.live.news import News, news
from config.live.packing import Event, event
from config.live.pulse import versions

HEARTBEAT_SECONDS = 15.0
LEAST_PAUSE = 0.2
"""Between two looks: what changes faster is shown together."""
KEPT_SECONDS = 30.0
"""A view that nobody watches any more stays fresh for so long, for those who only ask now and then."""
MOST_SUBJECTS = 2_000
GONE = "gone"
"""The version of what is shown no more."""

logger = logging.getLogger(__name__)


@dataclass(eq=False)
class Subject:
    """Something that is watched, and everybody who waits for its next version."""

    keys: frozenset[str]
    version: str = ""
    event: Event | None = None
    body: bytes = b""
    serial: int = 0
    """Rises with each version; a watcher remembers the one they were told of."""
    watchers: int = 0
    used_at: float = field(default_factory=time.monotonic)
    _waiters: list[asyncio.Future[None]] = field(default_factory=list)

    def wait(self) -> asyncio.Future[None]:
        """Done at the next version or heartbeat, whichever comes first."""
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        return waiter

    def wake(self) -> None:
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    def show(self, version: str, shown: Event, body: bytes = b"") -> None:
        if version == self.version:
            return
        self.version, self.event, self.body = version, shown, body
        self.serial += 1
        self.wake()


class Hub:
    def __init__(self, application: Application) -> None:
        self._application = application
        self._views: dict[tuple[str, str], Subject] = {}
        self._outside: dict[tuple[str, str], Scope] = {}
        self._nudges: dict[frozenset[str], Subject] = {}
        self._versions: dict[str, str] = {}
        self._runs: asyncio.Task[None] | None = None
        self._making: dict[tuple[str, str], asyncio.Task[Subject | None]] = {}

    async def view(self, path: str, language: str, outside: Scope) -> Subject | None:
        """The page at this path as strangers see it, made if nobody has asked for it yet; None if there is none."""
        self._start()
        name = (path, language)
        if (subject := self._views.get(name)) is None:
            if name not in self._making:
                self._making[name] = asyncio.create_task(self._make(name, stranger(outside)))
            subject = await asyncio.shield(self._making[name])
        if subject is not None:
            subject.used_at = time.monotonic()
        return subject

    async def nudge(self, path: str, outside: Scope) -> Subject | None:
        """Only tells that the page has changed: for who sees more than a stranger, and asks for it themselves."""
        self._start()
        keys = (await ask(self._application, path, visitor(outside))).keys
        if not keys:
            return None
        if (subject := self._nudges.get(keys)) is None:
            subject = self._nudges[keys] = Subject(keys)
            # Not kept: what the hub has not looked at itself has not been shown to the others yet.
            _tell_changed(subject, await self._now(keys))
        subject.used_at = time.monotonic()
        return subject

    # -- in detail -------------------------------------------------------------------------------

    def _start(self) -> None:
        if self._runs is None or self._runs.done():
            self._runs = asyncio.create_task(self._run())

    async def _run(self) -> None:
        source, beat_at = news(), time.monotonic() + HEARTBEAT_SECONDS
        try:
            while True:
                await self._wait(source, beat_at)
                if time.monotonic() >= beat_at:
                    self._beat()
                    beat_at = time.monotonic() + HEARTBEAT_SECONDS
                try:
                    await self._refresh()
                except Exception:
                    # The database may be away for a minute: what is shown grows old, nobody is sent off.
                    logger.exception("looking for changes failed; trying again")
                await asyncio.sleep(LEAST_PAUSE)
        finally:
            await source.close()

    async def _wait(self, source: News, beat_at: float) -> None:
        try:
            async with asyncio.timeout(max(0.0, beat_at - time.monotonic())):
                await source.wait()
        except TimeoutError:
            pass

    def _beat(self) -> None:
        self._forget_unwatched()
        for subject in (*self._views.values(), *self._nudges.values()):
            subject.wake()

    def _forget_unwatched(self) -> None:
        old = time.monotonic() - KEPT_SECONDS
        self._views = {
            name: each for name, each in self._views.items() if each.watchers or each.used_at > old
        }
        self._nudges = {
            keys: each for keys, each in self._nudges.items() if each.watchers or each.used_at > old
        }
        self._outside = {name: scope for name, scope in self._outside.items() if name in self._views}

    async def _refresh(self) -> None:
        watched = {key for subject in (*self._views.values(), *self._nudges.values()) for key in subject.keys}
        changed = await self._look(watched)
        stale = [name for name, subject in self._views.items() if subject.keys & changed]
        for subject in list(self._nudges.values()):
            if subject.keys & changed:
                _tell_changed(subject, self._versions)
        for name in stale:
            if name in self._views:
                await self._refresh_view(name)

    async def _look(self, keys: Iterable[str]) -> set[str]:
        """Those of the keys whose version is another than it was."""
        keys = list(keys)
        if not keys:
            return set()
        now = await self._now(keys)
        changed = {key for key in keys if self._versions.get(key) != now.get(key)}
        self._versions |= now
        return changed

    async def _now(self, keys: Iterable[str]) -> dict[str, str]:
        return await sync_to_async(versions, thread_sensitive=False)(keys)

    async def _refresh_view(self, name: tuple[str, str]) -> None:
        subject = self._views[name]
        page = await ask(self._application, name[0], self._outside[name])
        if page.status != 200 or not page.keys:
            # Taken back, or hidden: nobody is shown it any longer.
            del self._views[name]
            subject.show(GONE, event("gone", GONE, ""))
            return
        subject.keys = page.keys
        subject.show(page.version, event("view", page.version, page.body), page.body.encode())

    async def _make(self, name: tuple[str, str], outside: Scope) -> Subject | None:
        try:
            if len(self._views) >= MOST_SUBJECTS:
                self._forget_unwatched()
            if len(self._views) >= MOST_SUBJECTS:
                return None
            page = await ask(self._application, name[0], outside)
            if page.status != 200 or not page.keys:
                return None
            subject = Subject(page.keys)
            subject.show(page.version, event("view", page.version, page.body), page.body.encode())
            self._views[name], self._outside[name] = subject, outside
            # What was written between the making and now is noticed at the next look.
            for key in page.keys:
                self._versions.pop(key, None)
            return subject
        finally:
            del self._making[name]


def _tell_changed(subject: Subject, versions: Mapping[str, str]) -> None:
    version = "-".join(versions.get(key, "") for key in sorted(subject.keys))
    subject.show(version, event("changed", version, ""))
