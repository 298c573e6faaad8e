"""Says over Redis that something was written, so that no hub has to look for it.

After every request that may write and every task; what was written is for the hubs to find out. Not being able to
say it is no error: they look by themselves a little later.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import redis
from celery.signals import task_postrun
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from redis.backoff import NoBackoff
from redis.retry import Retry

from config.live.news import CHANNEL

SAFE = ("GET", "HEAD", "OPTIONS")
SILENT_SECONDS = 5.0
"""After Redis did not take a word: so that not every judge waits for a server that does not answer."""
logger = logging.getLogger(__name__)


class TellingMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method not in SAFE:
            tell()
        return response


@task_postrun.connect
def tell_after_task(**_: Any) -> None:
    tell()


class _Silence:
    until = 0.0


def tell() -> None:
    """With the moment, so that it can be measured how long it takes until everybody sees it."""
    if not settings.REDIS_URL or time.monotonic() < _Silence.until:
        return
    try:
        _server().publish(CHANNEL, f"{time.time():.3f}")
    except redis.RedisError as error:
        _Silence.until = time.monotonic() + SILENT_SECONDS
        logger.warning("could not say over Redis that something was written: %s", error)


@cache
def _server() -> redis.Redis:
    once_more = Retry(NoBackoff(), 1)
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1, retry=once_more
    )
