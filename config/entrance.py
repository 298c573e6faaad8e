"""The first to meet a request and the last to see its answer: numbers it, measures it, tells of one that took long.

Triomphe writes no line a request. One that failed is told by Django with its traceback, one that was slow is told here;
both carry the number, and so does the answer. What is measured is our own time: from the last byte of the request to
the first of the answer, so that a phone that sends or reads slowly is not called a slow server.
"""

from __future__ import annotations

import logging
import re
import secrets
import time

from config.live.inside import Application, Message, Receive, Scope, Send
from config.metrics.ours import REQUESTS
from games import bearings

HEADER = b"x-request-id"
GOOD = re.compile(rb"[A-Za-z0-9._-]{1,64}")
STREAM = "/live/stream"
"""Passed on as it is: what is between would cost something with every message to everybody."""

logger = logging.getLogger(__name__)


class Entrance:
    def __init__(self, application: Application, *, trusting: bool, slow: float) -> None:
        """``trusting``: a proxy of ours stands before us, and what it calls a request is its number."""
        self._application, self._trusting, self._slow = application, trusting, slow

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        number = self._number(scope)
        # Not taken back at the end: the server may yet have something to say about this request.
        bearings.begin(request=number)
        if scope["path"] == STREAM:
            await self._application(scope, receive, send)
            return
        began = time.perf_counter()

        async def receive_and_note() -> Message:
            nonlocal began
            message = await receive()
            if not message.get("more_body"):
                began = time.perf_counter()
            return message

        async def send_and_note(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._answered(scope, message["status"], time.perf_counter() - began)
                message = {**message, "headers": [*message["headers"], (HEADER, number.encode())]}
            await send(message)

        await self._application(scope, receive_and_note, send_and_note)

    def _number(self, scope: Scope) -> str:
        if self._trusting:
            for name, value in scope["headers"]:
                if name == HEADER and GOOD.fullmatch(value):
                    return str(value, "ascii")
        return secrets.token_hex(8)

    def _answered(self, scope: Scope, status: int, seconds: float) -> None:
        REQUESTS.observe(seconds, f"{status // 100}xx")
        if self._slow and seconds >= self._slow:
            about = {"method": scope["method"], "path": scope["path"], "status": status}
            logger.warning(
                "slow: %(method)s %(path)s was answered with %(status)d after %(seconds).1f s",
                about | {"seconds": seconds},
                extra=about | {"seconds": round(seconds, 3)},
            )
