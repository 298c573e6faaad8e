"""A program of thirty lines that is told what happens: keeps what it hears, and can be in a bad mood."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Thread
from typing import Any


class Listener(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Ear)
        self.heard: list[tuple[dict[str, str], str]] = []
        self.octets: list[bytes] = []
        """The same as they came, for what is no text."""
        self.answers: list[int | None] = []
        """What the next ones are answered with; nothing: hung up on. Beyond them, 204."""
        self.news = Condition()
        Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/told?by=triomphe"

    @property
    def told(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _headers, body in self.heard]

    def wait_for(self, count: int, timeout: float = 60.0) -> list[dict[str, Any]]:
        with self.news:
            assert self.news.wait_for(lambda: len(self.heard) >= count, timeout), (
                f"only {len(self.heard)} were heard"
            )
        return self.told

    def close(self) -> None:
        self.shutdown()
        self.server_close()


class _Ear(BaseHTTPRequestHandler):
    server: Listener

    def do_POST(self) -> None:
        octets = self.rfile.read(int(self.headers["Content-Length"]))
        body = octets.decode(errors="replace")
        answer = self.server.answers.pop(0) if self.server.answers else 204
        with self.server.news:
            self.server.octets.append(octets)
            self.server.heard.append(({name.lower(): value for name, value in self.headers.items()}, body))
            self.server.news.notify_all()
        if answer is None:
            self.close_connection = True
            return
        self.send_response(answer)
        if answer == 302:
            self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass
