"""``manage.py export_tournament SLUG FILE``: a tournament as one JSON document."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.errors import Refused
from tournaments.management.telling import telling
from tournaments.models import Tournament
from tournaments.selectors.documents import write_document


class Command(BaseCommand):
    help = "Write everything of a tournament to one file, which another installation can bring in."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the tournament, as in its address")
        parser.add_argument("file", type=Path, help="a file that is not there yet")

    def handle(self, *args: Any, slug: str, file: Path, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"There is no tournament “{slug}” here.")
        if file.exists():
            raise CommandError(f"{file} is there already. Name a new file.")
        try:
            self._write(tournament, file)
        except Refused as refusal:
            raise CommandError(refusal.message) from refusal
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from error
        self.stdout.write(
            f"{file}: {file.stat().st_size:,} bytes. It holds people’s addresses: keep it as you keep those."
        )

    def _write(self, tournament: Tournament, file: Path) -> None:
        """Whole or not at all, and readable by its owner alone."""
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                write_document(tournament, stream, telling(self.stderr, "written"))
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(name, file)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
