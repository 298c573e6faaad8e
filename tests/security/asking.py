"""The whole program asked as a server asks it: what is answered before Django is answered here too."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connections

from config.headers import Sealed
from config.live.entry import LiveEntry
from config.threads import ThreadedHandler


@dataclass
class Answer:
    status: int = 0
    raw: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""

    async def take(self, message: Any) -> None:
        self.status = message.get("status", self.status)
        self.raw += message.get("headers", [])
        self.body += message.get("body", b"")

    @property
    def headers(self) -> dict[str, str]:
        return {name.decode().lower(): value.decode("latin-1") for name, value in self.raw}

    @property
    def cookies(self) -> dict[str, str]:
        told = [value.decode() for name, value in self.raw if name.lower() == b"set-cookie"]
        return {each.partition("=")[0]: each for each in told}


Ask = Callable[..., Awaitable[Answer]]


class Program:
    """Made anew, so that it reads the settings of its test."""

    def __init__(self) -> None:
        self._handler = ThreadedHandler(threads=1)
        self._application = Sealed(LiveEntry(self._handler))

    def run(self, work: Callable[[Ask], Awaitable[Any]]) -> Any:
        async def all_of_it() -> Any:
            try:
                return await work(self.ask)
            finally:
                await sync_to_async(connections.close_all)()

        return asyncio.run(all_of_it())

    async def ask(
        self,
        path: str,
        method: str = "GET",
        *,
        scheme: str = "http",
        host: str = "testserver",
        body: bytes | list[bytes] = b"",
        **headers: str,
    ) -> Answer:
        where, _mark, query = path.partition("?")
        named = [
            (name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()
        ]
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": scheme,
            "path": where,
            "raw_path": where.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(b"host", host.encode()), *named],
            "client": ("203.0.113.7", 4711),
            "server": ("testserver", 80),
        }
        parts = body if isinstance(body, list) else [body]
        messages: list[dict[str, Any]] = [
            {"type": "http.request", "body": part, "more_body": True} for part in parts
        ]
        messages[-1]["more_body"] = False
        coming = iter([*messages, {"type": "http.disconnect"}])

        async def receive() -> Any:
            return next(coming)

        answer = Answer()
        await self._application(scope, receive, answer.take)
        return answer

    def close(self) -> None:
        self._handler._pool.submit(connections.close_all).result()
        self._handler._pool.shutdown()


@contextmanager
def program() -> Iterator[Program]:
    made = Program()
    try:
        yield made
    finally:
        made.close()
