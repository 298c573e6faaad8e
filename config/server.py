"""uvicorn, and how it is stopped: nobody who was being answered is cut off, and nobody who only listens holds it up.

At the first signal /readyz says that we go (config.stopping), and for DRAIN_SECONDS everything is served as before.
Then nothing new is taken, streams are ended, and what was begun is finished. A second signal ends it at once.
"""

from __future__ import annotations

import asyncio
import os
import socket
import time
from functools import partial
from types import FrameType

import uvicorn
from django.conf import settings

from config import stopping
from config.passage import Passage
from config.protocol import Protocol

KEEP_ALIVE_SECONDS = 15
"""Longer than a proxy keeps a line that is not used (docs/deploy/nginx.conf), so that it is never the second to close it."""
FINISH_SECONDS = 9
"""For what was begun. Less than a supervisor waits (config.supervisor), or one who lost theirs (config.leash)."""


class Server(uvicorn.Server):
    _go_at = 0.0

    def __init__(self, config: uvicorn.Config, passage: Passage | None = None) -> None:
        super().__init__(config)
        self._passage, self._coming = passage, set[asyncio.Task[None]]()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if stopping.asked():
            os._exit(128 + sig)
        self._go_at = time.monotonic() + settings.DRAIN_SECONDS
        stopping.ask()

    async def on_tick(self, counter: int) -> bool:
        if stopping.asked() and time.monotonic() >= self._go_at:
            self.should_exit = True
        return await super().on_tick(counter)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._passage is not None:
            self._passage.open(self._take)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._passage is not None:
            self._passage.close()
        stopping.end()
        await super().shutdown(sockets)

    def _take(self, connection: socket.socket, read: bytes) -> None:
        """Somebody whom another process let in, and what it has read of what they ask."""
        task = asyncio.get_running_loop().create_task(self._connect(connection, read))
        self._coming.add(task)
        task.add_done_callback(self._coming.discard)

    async def _connect(self, connection: socket.socket, read: bytes) -> None:
        made = partial(
            Protocol,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
            passage=self._passage,
            read=read,
        )
        await asyncio.get_running_loop().connect_accepted_socket(made, connection)


def configuration(host: str, port: int, passage: Passage | None = None) -> uvicorn.Config:
    return uvicorn.Config(
        "config.asgi:application",
        host=host,
        port=port,
        http=partial(Protocol, passage=passage),  # type: ignore[arg-type]
        access_log=False,  # links carry secrets
        log_config=None,  # the settings say how
        server_header=False,
        lifespan="off",
        ws="none",
        # Only behind a proxy is a visitor's address what a header says it is.
        proxy_headers=settings.BEHIND_PROXY,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=FINISH_SECONDS,
        h11_max_incomplete_event_size=64 * 1024,
    )


def serve(host: str, port: int, listening: socket.socket | None, passage: Passage | None = None) -> None:
    sockets = None if listening is None else [listening]
    Server(configuration(host, port, passage), passage).run(sockets)
    _end()


def serve_those_who_watch(passage: Passage) -> None:
    """Has no door of its own: everybody comes through the passage."""
    Server(configuration("", 0, passage), passage).run(sockets=[])
    _end()


def _end() -> None:
    # Not by way of Python's own end, which would wait for a thread whose time was over long ago.
    os._exit(0)
