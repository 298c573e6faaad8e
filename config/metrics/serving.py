"""The port that Prometheus asks: what the database says, and what each process on this machine has counted.

For this machine alone unless METRICS_HOST says otherwise. A database that hangs is told of, not waited for.
"""

from __future__ import annotations

import logging
import socket
import time
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from config.health import ask_all
from config.metrics import facts, sockets
from config.metrics.kinds import PREFIX, Family, Sample
from config.metrics.text import CONTENT_TYPE, exposition

logger = logging.getLogger(__name__)


def everything() -> str:
    began = time.perf_counter()
    counted = sockets.gather()
    said = ask_all({"metrics": lambda: exposition(facts.families())})["metrics"]
    known = said.startswith("#")
    seen = Family(
        f"{PREFIX}database_up",
        "gauge",
        "Whether the database told its numbers; those that are its facts are left out if not.",
        [Sample("", {}, float(known))],
    )
    took = Family(
        f"{PREFIX}scrape_seconds",
        "gauge",
        "How long gathering all this took.",
        [Sample("", {}, time.perf_counter() - began)],
    )
    return (said if known else "") + exposition([*counted, seen, took])


class Handler(BaseHTTPRequestHandler):
    timeout = 5
    server_version, sys_version = "Triomphe", ""

    def do_GET(self) -> None:
        if self.path.partition("?")[0] != "/metrics":
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        body = everything().encode()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", CONTENT_TYPE)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        logger.debug(format, *args)


class MetricsServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, host: str, port: int) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), Handler)
