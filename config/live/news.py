"""When to look: a hint that something in the database may have changed. Never says what, at most since when.

Embedded, SQLite itself tells that another connection has written. Grown, whoever wrote says so over Redis. Where
there is neither, and in case a hint was lost, one looks from time to time.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from contextlib import suppress
from typing import Any

from django.conf import settings

CHANNEL = "triomphe:live"
LOOK_SECONDS = 0.05
"""How often SQLite is asked whether anybody has written."""
BLIND_SECONDS = 0.5
"""How often one looks where nothing gives a hint."""
LOST_SECONDS = 3.0
"""How often one looks although there would be hints: the longest that a lost one can cost."""

logger = logging.getLogger(__name__)


class SqliteNews:
    """Asks the file; reading its counter takes no lock and a few microseconds."""

    def __init__(self, path: str) -> None:
        self._path, self._seen, self._away = path, 0, False
        self._database: sqlite3.Connection | None = None

    async def wait(self) -> float | None:
        for _ in range(int(LOST_SECONDS / LOOK_SECONDS)):
            await asyncio.sleep(LOOK_SECONDS)
            if self._moved():
                return time.time()
        return None

    async def close(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None

    def _moved(self) -> bool:
        try:
            if self._database is None:
                self._database = sqlite3.connect(self._path, check_same_thread=False)
            (now,) = self._database.execute("PRAGMA data_version").fetchone()
        except sqlite3.Error:
            if not self._away:
                logger.warning("SQLite cannot tell whether it was written to", exc_info=True)
            self._away = True
            return True
        self._away = False
        moved, self._seen = now != self._seen, now
        return bool(moved)


class RedisNews:
    """Listens to a channel; without it, looks as if blind, and tries again."""

    def __init__(self, url: str) -> None:
        import redis.asyncio as redis

        # Asked now and then whether it is there: a line that went dead without a word is found out.
        self._redis = redis.from_url(url, health_check_interval=LOST_SECONDS, socket_connect_timeout=1)
        self._errors = redis.RedisError
        self._channel = self._redis.pubsub()
        self._subscribed, self._away = False, False

    async def wait(self) -> float | None:
        try:
            if not self._subscribed:
                await self._channel.subscribe(CHANNEL)
                self._subscribed = True
                if self._away:
                    logger.warning("Redis is back: hints of changes come again")
                self._away = False
            return _moment(
                await self._channel.get_message(ignore_subscribe_messages=True, timeout=LOST_SECONDS)
            )
        except (self._errors, OSError) as error:
            if not self._away:
                logger.warning("Redis gives no hints of changes, looking without them: %s", error)
            self._away, self._subscribed = True, False
            await asyncio.sleep(BLIND_SECONDS)
            return None

    async def close(self) -> None:
        with suppress(self._errors, OSError):
            await self._channel.aclose()  # type: ignore[no-untyped-call]
            await self._redis.aclose()


def _moment(heard: dict[str, Any] | None) -> float | None:
    """When it was written, by the clock of whoever did; an older version of the program does not say."""
    try:
        return float(heard["data"]) if heard else None
    except ValueError:
        return None


class BlindNews:
    async def wait(self) -> float | None:
        await asyncio.sleep(BLIND_SECONDS)
        return None

    async def close(self) -> None:
        pass


News = SqliteNews | RedisNews | BlindNews


def news() -> News:
    """As these settings allow."""
    if settings.REDIS_URL:
        return RedisNews(settings.REDIS_URL)
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite"):
        return SqliteNews(str(database["NAME"]))
    return BlindNews()
