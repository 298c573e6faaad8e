"""``manage.py live``: one process for those who watch, so that whoever scores does not wait for them."""

import socket
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from config import descriptors, leash, priority
from config.metrics import sockets
from config.passage import Passage
from config.server import serve_those_who_watch


class Command(BaseCommand):
    help = "Serves streams and fragments; “up” runs it and passes their connections on to it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--passage", type=int, required=True, help="where they come from (used by “up”)")
        parser.add_argument("--name", default="live", help="what its numbers go by (METRICS_PORT)")
        parser.add_argument("--leash", action="store_true", help="stop when standard input closes")

    def handle(self, *args: Any, **options: Any) -> None:
        priority.step_back()
        if options["leash"]:
            leash.follow_stdin()
        descriptors.allow_many()
        sockets.offer(options["name"])
        serve_those_who_watch(Passage(socket.socket(fileno=options["passage"]), watching=True))
