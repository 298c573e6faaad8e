"""The hub of a process: keeps what is watched fresh, and has it told to whoever watches it.

Knows views by their path and things by their key, and nothing of connections. Nobody is ever shown an older version
than they have seen, unless the database itself went back: who comes with a version that we never showed is told ours
only after a look that began when they were here.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Mapping

from asgiref.sync import sync_to_async

from config.languages.choosing import Wish
from config.live.inside import Application, Page, Scope, ask, stranger, visitor
from config.live.manners import Manners
from config.live.news import News, news
from config.live.packing import event
from config.live.pulse import versions
from config.live.watching import GONE, Stream, Subject
from config.metrics.ours import FRAGMENTS, PUSHES, VIEWS
from games import bearings

HEARTBEAT_SECONDS = 15.0
LEAST_PAUSE, LONGEST_PAUSE = 0.2, 0.5
"""Between two looks: what changes faster is shown together. As long as the last one took, with all the telling: in front of
thousands half of a processor's time is left to others, and everybody still sees the truth within a second."""
KEPT_SECONDS = 30.0
"""A view that nobody watches any more stays fresh for so long, for those who only ask now and then."""
AWAY_PAUSE = 0.5
"""Between two looks while they fail."""
MOST_SUBJECTS = 2_000
LOOK_WITHIN = 2.0
"""Seconds that somebody who asks once waits for a look."""

logger = logging.getLogger(__name__)


class Unavailable(Exception):
    """A page that is there could not be made just now."""


class Hub:
    def __init__(self, application: Application, manners: Manners) -> None:
        self._application, self._manners = application, manners
        self._views: dict[tuple[str, str], Subject] = {}
        self._outside: dict[tuple[str, str], Scope] = {}
        self._nudges: dict[frozenset[str], Subject] = {}
        self._versions: dict[str, str] = {}
        self._stale: set[tuple[str, str]] = set()
        """Known to be old, and not made anew yet."""
        self._begun, self._done = 0, 0
        """Looks: the number of the last that was begun, and of the last that was brought to its end."""
        self._expected: dict[Subject, int] = {}
        """Subjects that somebody waits to be told of, and after which look."""
        self._hint, self._looked = asyncio.Event(), asyncio.Condition()
        self._runs: asyncio.Task[None] | None = None
        self._making: dict[tuple[str, str], asyncio.Task[Subject | None]] = {}
        self._written_at: float | None = None
        """When the oldest of what the next look will find was written, as far as anybody said."""
        VIEWS.read = lambda: len(self._views)

    async def view(self, path: str, wish: Wish, outside: Scope) -> Subject | None:
        """The page at this path as strangers see it, made if nobody has asked for it yet; None if there is none."""
        self._start()
        name = (path, wish.key)
        if (subject := self._views.get(name)) is None:
            if name not in self._making:
                self._making[name] = asyncio.create_task(self._make(name, stranger(outside, wish)))
            subject = await asyncio.shield(self._making[name])
        if subject is not None:
            subject.used_at = time.monotonic()
        return subject

    async def nudge(self, path: str, outside: Scope) -> Subject | None:
        """Only tells that the page has changed: for who sees more than a stranger, and asks for it themselves."""
        self._start()
        if (page := await self._ask(path, visitor(outside))) is None:
            return None
        if (subject := self._nudges.get(page.keys)) is None:
            subject = Subject(page.keys)
            # Not kept: what the hub has not looked at itself has not been shown to the others yet.
            _show_changed(subject, await self._now(page.keys))
            subject = self._nudges.setdefault(page.keys, subject)
            self._start()
        subject.used_at = time.monotonic()
        return subject

    def join(self, subject: Subject, stream: Stream) -> None:
        """They are told from now on; theirs may be newer than ours, so if we never showed it, not before a look."""
        subject.streams.add(stream)
        if stream.told not in ("", subject.version, *subject.past):
            stream.needs = self._expected[subject] = self._begun + 1
            self._hint.set()
        stream.catch_up()

    async def look_anew(self) -> None:
        """Returns after a look that began after this was called; TimeoutError if none comes to its end."""
        needed = self._begun + 1
        self._hint.set()
        async with asyncio.timeout(LOOK_WITHIN), self._looked:
            await self._looked.wait_for(lambda: self._done >= needed)

    # -- in detail -------------------------------------------------------------------------------

    def _start(self) -> None:
        if self._runs is None or self._runs.done():
            self._runs = asyncio.create_task(self._run())

    def _rest(self) -> None:
        """Nobody watches, so nobody looks; who comes next starts it again."""
        if self._runs is not None:
            self._runs.cancel()
            self._runs = None

    async def _run(self) -> None:
        bearings.begin()  # not for whoever happened to be the first to come
        source = news()
        try:
            async with asyncio.TaskGroup() as together:
                together.create_task(self._listen(source))
                together.create_task(self._keep_beating())
                together.create_task(self._keep_looking())
        finally:
            await source.close()

    async def _listen(self, source: News) -> None:
        while True:
            written_at = await source.wait()
            self._written_at = self._written_at or written_at
            self._hint.set()

    async def _keep_beating(self) -> None:
        """Apart from the looking, which may take as long as a database is away."""
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            self._forget_unwatched()
            if not self._subjects():
                self._rest()
            for subject in self._subjects():
                await subject.beat(self._manners)

    async def _keep_looking(self) -> None:
        away = False
        while True:
            await self._hint.wait()
            self._hint.clear()
            began = time.monotonic()
            try:
                await self._refresh()
            except Exception:
                # The database may be away for a minute: what is shown grows old, nobody is sent off.
                if not away:
                    logger.exception("looking for changes failed; trying again until it works")
                away = True
                self._hint.set()
                await asyncio.sleep(AWAY_PAUSE)
            else:
                if away:
                    logger.warning("looking for changes works again")
                away = False
                await asyncio.sleep(min(max(LEAST_PAUSE, time.monotonic() - began), LONGEST_PAUSE))

    def _subjects(self) -> list[Subject]:
        return [*self._views.values(), *self._nudges.values()]

    def _forget_unwatched(self) -> None:
        old = time.monotonic() - KEPT_SECONDS
        self._views = {name: each for name, each in self._views.items() if each.streams or each.used_at > old}
        self._nudges = {
            keys: each for keys, each in self._nudges.items() if each.streams or each.used_at > old
        }
        self._outside = {name: scope for name, scope in self._outside.items() if name in self._views}

    async def _refresh(self) -> None:
        self._begun += 1
        look = self._begun
        written_at, self._written_at = self._written_at, None
        changed = await self._look({key for subject in self._subjects() for key in subject.keys})
        self._stale |= {name for name, subject in self._views.items() if subject.keys & changed}
        for subject in list(self._nudges.values()):
            if subject.keys & changed:
                _show_changed(subject, self._versions)
                await subject.tell(self._manners)
        for name in list(self._stale):
            if name in self._views:
                await self._refresh_view(name, look)
            self._stale.discard(name)
        await self._confirm(look)
        if changed and written_at is not None:
            PUSHES.observe(max(0.0, time.time() - written_at))

    async def _confirm(self, look: int) -> None:
        """What was not made anew is still true: who waited to hear that is told."""
        for subject in (*self._subjects(), *self._expected):
            subject.fresh = look
        for subject, needed in list(self._expected.items()):
            await subject.tell(self._manners)
            if needed <= look:
                del self._expected[subject]
        async with self._looked:
            self._done = look
            self._looked.notify_all()

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

    async def _refresh_view(self, name: tuple[str, str], look: int) -> None:
        subject = self._views[name]
        page = await self._ask(name[0], self._outside[name])
        if page is None:
            # Taken back, or hidden: nobody is shown it any longer.
            del self._views[name]
            subject.show(GONE, event("gone", GONE, ""))
        else:
            subject.keys, subject.language = page.keys, page.language
            subject.show(page.version, event("view", page.version, page.body), page.body.encode())
        subject.fresh = look
        await subject.tell(self._manners)

    async def _ask(self, path: str, outside: Scope) -> Page | None:
        """None where there is nothing that could be watched."""
        began = time.perf_counter()
        page = await ask(self._application, path, outside)
        FRAGMENTS.observe(time.perf_counter() - began)
        if page.status >= 500:
            raise Unavailable(f"{path} was answered with {page.status}")
        return page if page.status == 200 and page.keys else None

    async def _make(self, name: tuple[str, str], outside: Scope) -> Subject | None:
        try:
            if len(self._views) >= MOST_SUBJECTS:
                self._forget_unwatched()
            if len(self._views) >= MOST_SUBJECTS:
                return None
            if (page := await self._ask(name[0], outside)) is None:
                return None
            subject = Subject(page.keys, language=page.language)
            subject.show(page.version, event("view", page.version, page.body), page.body.encode())
            self._views[name], self._outside[name] = subject, outside
            self._start()
            # What was written between the making and now is noticed at the next look.
            for key in page.keys:
                self._versions.pop(key, None)
            self._hint.set()
            return subject
        finally:
            del self._making[name]


def _show_changed(subject: Subject, versions: Mapping[str, str]) -> None:
    version = "-".join(versions.get(key, "") for key in sorted(subject.keys))
    subject.show(version, event("changed", version, ""))
