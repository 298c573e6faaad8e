"""``manage.py restore FILE``: a backup into an empty place, verified against its own manifest and every log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from config.backups.console import bar
from config.backups.problems import BackupProblem
from config.backups.restoring import findings, restore, upgrade


class Command(BaseCommand):
    help = "Bring a backup back where there is no data yet, and verify every log."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="as manage.py backup wrote it")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            manifest = restore(file, bar(self.stderr, _("Restoring")))
        except BackupProblem as problem:
            raise CommandError(str(problem)) from problem
        upgrade()
        found = findings(bar(self.stderr, _("Verifying")))
        for each in found:
            self.stdout.write(each)
        if found:
            raise CommandError(
                _("%s not as written. Restore an older backup elsewhere and compare.") % len(found)
            )
        facts = manifest["facts"]
        self.stdout.write(
            _(
                "Restored as of %(made)s: %(matches)s matches, %(events)s entries, every log as it was written."
            )
            % {"made": manifest["made"], "matches": facts["matches"], "events": facts["events"]}
        )
