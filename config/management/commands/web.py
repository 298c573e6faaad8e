"""``manage.py web``: one web process."""

import socket
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from config import descriptors, leash
from config.metrics import sockets
from config.passage import Passage
from config.server import serve


class Command(BaseCommand):
    help = "Runs one web process (uvicorn)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--fd", type=int, help="an already listening socket (used by “up”)")
        parser.add_argument("--passage", type=int, help="to who serves those who watch (used by “up”)")
        parser.add_argument("--name", default="", help="what its numbers go by (METRICS_PORT)")
        parser.add_argument("--leash", action="store_true", help="stop when standard input closes")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["leash"]:
            leash.follow_stdin()
        descriptors.allow_many()
        sockets.offer(options["name"] or f"web-{options['port']}")
        listening = None if options["fd"] is None else socket.socket(fileno=options["fd"])
        passage = options["passage"] and Passage(socket.socket(fileno=options["passage"]), watching=False)
        serve(options["host"], options["port"], listening, passage)
