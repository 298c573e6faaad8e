"""uvicorn, and how it is stopped: nobody who was being answered is cut off, and nobody who only listens holds it up.

At the first signal /readyz says that we go (config.stopping), and for DRAIN_SECONDS everything is served as before.
Then nothing new is taken, streams are ended, and what was begun is finished. A second signal ends it at once.
"""

from __future__ import annotations

import os
import socket
import time
from types import FrameType

import uvicorn
from django.conf import settings

from config import stopping
from config.protocol import Protocol

KEEP_ALIVE_SECONDS = 15
"""Longer than a proxy keeps a line that is not used (docs/deploy/nginx.conf), so that it is never the second to close it."""
FINISH_SECONDS = 9
"""For what was begun. Less than a supervisor waits (config.supervisor), or one who lost theirs (config.leash)."""


class Server(uvicorn.Server):
    _go_at = 0.0

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if stopping.asked():
            os._exit(128 + sig)
        self._go_at = time.monotonic() + settings.DRAIN_SECONDS
        stopping.ask()

    async def on_tick(self, counter: int) -> bool:
        if stopping.asked() and time.monotonic() >= self._go_at:
            self.should_exit = True
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        stopping.end()
        await super().shutdown(sockets)


def configuration(host: str, port: int) -> uvicorn.Config:
    return uvicorn.Config(
        "config.asgi:application",
        host=host,
        port=port,
        http=Protocol,
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


def serve(host: str, port: int, listening: socket.socket | None) -> None:
    Server(configuration(host, port)).run(sockets=None if listening is None else [listening])
    # Not by way of Python's own end, which would wait for a thread whose time was over long ago.
    os._exit(0)
