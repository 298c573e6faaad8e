"""``manage.py worker``: does the jobs."""

import os
import signal
import socket
import sys
import warnings
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from billiard import current_process
from celery import signals
from celery.exceptions import SecurityWarning, WorkerShutdown
from django.conf import settings
from django.core.management.base import BaseCommand

from config import leash
from config.celery import app
from config.metrics import sockets
from config.relay import RelayStep


class Worker(app.Worker):  # type: ignore[name-defined, misc]
    def set_process_status(self, info: str) -> None:
        """Keeps the name by which it was started and by which it is looked for; Celery would give it another."""


class Command(BaseCommand):
    help = "Runs a Celery worker; embedded, it finds what is due in the database by itself."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--concurrency", type=int, default=2, metavar="N")
        parser.add_argument("--name", default="worker", help="what its numbers go by (METRICS_PORT)")
        parser.add_argument("--leash", action="store_true", help="stop when standard input closes")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["leash"]:
            leash.follow_stdin()
        if settings.EMBEDDED:
            app.steps["worker"].add(RelayStep)
            signals.worker_ready.connect(stop_at_once_on_sigterm)
            sockets.offer(options["name"])
        else:
            # Jobs are done, and counted, by processes that the worker forks.
            def offer(**_: Any) -> None:
                sockets.offer(f"{options['name']}-{getattr(current_process(), 'index', 0) + 1}")

            signals.worker_process_init.connect(offer, weak=False)
        # Only JSON is accepted, so a task cannot carry code: the warning to root says no more than that.
        warnings.simplefilter("ignore", SecurityWarning)
        worker = Worker(
            concurrency=options["concurrency"],
            hostname=f"{os.getpid()}@{socket.gethostname()}",  # several may run on one machine
            quiet=True,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=settings.EMBEDDED,
        )
        worker.start()
        sys.exit(worker.exitcode or 0)


def stop_at_once_on_sigterm(**kwargs: Any) -> None:
    """Celery would first finish a two-second look into its queue. Tasks that run are still waited for."""
    signal.signal(signal.SIGTERM, shut_down)


def shut_down(number: int, frame: FrameType | None) -> None:
    signal.signal(number, lambda *_: os._exit(128 + number))  # a second one does not wait
    raise WorkerShutdown(0)
