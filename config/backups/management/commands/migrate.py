"""``manage.py migrate``: Django's own, with a backup before it changes a database that holds something."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from config.backups.console import bar
from config.backups.models import Backup
from config.backups.problems import BackupProblem
from config.backups.taking import take

SELDOM = 50_000
"""Objects made before some are looked through; Python's own number is 700."""


class Command(migrate.Command):
    # They look through our code, which the tests have done; whoever starts this would wait for it.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--no-backup",
            action="store_false",
            dest="backup",
            help="change the database without a copy of it",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        backup = self._backup() if options.get("backup", True) and self._changes(options) else None
        with garbage_seldom_looked_for():
            super().handle(*args, **options)
        if backup:
            backup.save()

    def _changes(self, options: dict[str, Any]) -> bool:
        """Whether there is something to lose, and something to be done."""
        if options["database"] != DEFAULT_DB_ALIAS:
            return False
        executor = MigrationExecutor(connection)
        if ("games", "0001_initial") not in executor.loader.applied_migrations:
            return False
        asked = executor.loader.graph.leaf_nodes()
        return bool(options["app_label"] or executor.migration_plan(asked))

    def _backup(self) -> Backup:
        try:
            return take(Backup.Why.MIGRATION, bar(self.stderr, _("Copying before the upgrade")))
        except BackupProblem as problem:
            raise CommandError(
                _(
                    "%(problem)s The database was not changed. To go on without a copy: manage.py migrate --no-backup"
                )
                % {"problem": problem}
            ) from problem


@contextmanager
def garbage_seldom_looked_for() -> Iterator[None]:
    """A migration makes all models again and again: to look through them each time takes a fifth of a first start."""
    before = gc.get_threshold()
    gc.set_threshold(SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
