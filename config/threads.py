"""Django, run by a fixed number of threads. Knows nothing of any page.

Django's own ASGI handler gives every request a thread of its own, and with it a database connection that is never
used again. Here a request that has come in whole is answered by one of a few threads, from its first middleware to
its last byte, and the thread keeps its connection for the next one (docs/decisions/0011).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from contextvars import copy_context
from typing import IO

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from config.intake import TooLarge, read_body, too_large, too_slow
from config.live.inside import Message, Receive, Scope, Send
from config.live.manners import Manners

Header = tuple[bytes, bytes]


class ThreadedHandler(ASGIHandler):
    def __init__(self, threads: int, manners: Manners | None = None) -> None:
        BaseHandler.__init__(self)
        self._manners = manners or Manners()
        self.load_middleware(is_async=False)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="django")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # type: ignore[override]
        if scope["type"] != "http":
            raise ValueError(f"{scope['type']} is not spoken here")
        # A phone that sends or reads slowly keeps no thread waiting.
        try:
            body = await read_body(receive)
        except RequestAborted:
            return
        except (TooLarge, TimeoutError) as trouble:
            refusal = too_large if isinstance(trouble, TooLarge) else too_slow
            for message in _messages(refusal(scope["path"])):
                await send(message)
            return
        # A context of its own, as Django's handler gives: one visitor's language is not the next one's.
        context = copy_context()
        with self._manners.answering():
            job = self._pool.submit(context.run, self._answer, scope, body)
            # Also of one that was called off before its turn came.
            job.add_done_callback(lambda _done: body.close())
            messages = await asyncio.wrap_future(job)
        for message in messages:
            await send(message)

    def _answer(self, scope: Scope, body: IO[bytes]) -> list[Message]:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        request, refusal = self.create_request(scope, body)
        response = refusal if request is None else self.get_response(request)
        assert response is not None  # noqa: S101 - Django gives a request or a refusal
        # Closing tells that the request is finished: here, where its connection is.
        with closing(response):
            return _messages(response)


def _messages(response: HttpResponseBase) -> list[Message]:
    return [
        {"type": "http.response.start", "status": response.status_code, "headers": list(_headers(response))},
        {"type": "http.response.body", "body": b"".join(response)},
    ]


def _headers(response: HttpResponseBase) -> Iterator[Header]:
    for name, value in response.items():
        yield name.encode("ascii"), value.encode("latin1")
    for cookie in response.cookies.values():
        yield b"Set-Cookie", cookie.output(header="").encode("ascii").strip()
