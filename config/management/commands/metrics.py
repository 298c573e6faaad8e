"""``manage.py metrics``: the numbers of this machine's processes and of the database, for Prometheus."""

import signal
import sys
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from config import leash
from config.metrics.serving import MetricsServer, everything


class Command(BaseCommand):
    help = "Answers Prometheus on METRICS_PORT."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="print the numbers and end")
        parser.add_argument("--leash", action="store_true", help="stop when standard input closes")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["once"]:
            self.stdout.write(everything(), ending="")
            return
        if not settings.METRICS_PORT:
            raise CommandError(_("METRICS_PORT says on which port to answer, and it is not set."))
        if options["leash"]:
            leash.follow_stdin()
        signal.signal(signal.SIGTERM, leave)
        host, port = settings.METRICS_HOST, settings.METRICS_PORT
        try:
            server = MetricsServer(host, port)
        except OSError as error:
            raise CommandError(
                _("The numbers cannot be offered on %(host)s port %(port)d (%(error)s). See METRICS_PORT.")
                % {"host": host, "port": port, "error": error.strerror or error}
            ) from error
        with server:
            server.serve_forever()


def leave(number: int, frame: FrameType | None) -> None:
    sys.exit(0)
