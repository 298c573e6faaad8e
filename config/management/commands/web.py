"""``manage.py web``: one web process."""

import socket
from argparse import ArgumentParser
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand

from config import descriptors, leash
from config.protocol import Protocol


class Command(BaseCommand):
    help = "Runs one web process (uvicorn)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--fd", type=int, help="an already listening socket (used by “up”)")
        parser.add_argument("--leash", action="store_true", help="stop when standard input closes")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["leash"]:
            leash.follow_stdin()
        descriptors.allow_many()
        server = uvicorn.Server(configuration(options["host"], options["port"]))
        server.run(sockets=None if options["fd"] is None else [socket.socket(fileno=options["fd"])])


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
        proxy_headers=getattr(settings, "SECURE_PROXY_SSL_HEADER", None) is not None,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=64 * 1024,
    )
