"""``manage.py verify_log``: whether the logs are those that were written. Changes nothing."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from games.models import Match
from games.progress import counted
from games.stopping import readers_may_leave
from games.verifying import Finding, broken_links, check_tables, match_ids


class Command(BaseCommand):
    help = "Recompute the hashes of every log; list what was tampered with, and exit with 1 if anything was."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--match", type=int, metavar="ID", help="look at this match alone")

    def handle(self, *args: Any, **options: Any) -> None:
        with readers_may_leave():
            found = 0
            for finding in self._findings(options["match"]):
                self.stdout.write(str(finding))
                found += 1
            if not found:
                self.stdout.write("Every log is as it was written.")
        if found:
            raise CommandError(f"{found} not as written.", returncode=1)

    def _findings(self, match_id: int | None) -> Iterator[Finding]:
        if match_id is not None:
            if not Match.objects.filter(pk=match_id).exists():
                raise CommandError(f"There is no match {match_id}.", returncode=2)
            yield from _of(match_id)
            return
        yield from check_tables()
        for each in counted(match_ids(), Match.objects.count(), self.stderr):
            yield from _of(each)


def _of(match_id: int) -> Iterator[Finding]:
    try:
        yield from broken_links(match_id)
    except DatabaseError as error:  # such as bytes on SQLite that are no text
        yield Finding(match_id, f"its log cannot be read: {error}")
