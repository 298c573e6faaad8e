"""``manage.py backup``: everything in one file, taken while people play."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from config.backups.console import bar
from config.backups.models import Backup
from config.backups.problems import BackupProblem
from config.backups.taking import take_and_note


class Command(BaseCommand):
    help = "Copy the database and the secret key to one file in the folder for backups."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            backup = take_and_note(Backup.Why.ASKED, bar(self.stderr, _("Copying")))
        except BackupProblem as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(str(settings.BACKUP_DIR / backup.name))
