"""``manage.py scheduler``: sends the periodic tasks where the queue is a server's. Run exactly one."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from config import leash
from config.celery import app


class Beat(app.Beat):  # type: ignore[name-defined, misc]
    def set_process_title(self) -> None:
        """Keeps the name by which it was started and by which it is looked for; Celery would give it another."""


class Command(BaseCommand):
    help = "Runs Celery's scheduler; embedded, the worker does its work."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--leash", action="store_true", help="stop when standard input closes")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.EMBEDDED:
            raise CommandError(
                _("Without BROKER_URL the worker is its own scheduler: there is nothing to run.")
            )
        if options["leash"]:
            leash.follow_stdin()
        Beat(quiet=True, remote_control=False).run()
