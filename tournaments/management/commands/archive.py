"""``manage.py archive SLUG FOLDER``: a tournament as a folder that opens without a server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.archive.making import files_of
from tournaments.models import Tournament
from tournaments.speaking import told_in


class Command(BaseCommand):
    help = "Write a tournament as a self-contained folder of pages, pictures, data and logs."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the tournament, as in its address")
        parser.add_argument("folder", type=Path, help="an empty or new folder")

    def handle(self, *args: Any, slug: str, folder: Path, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"There is no tournament “{slug}” here.")
        if folder.exists() and any(folder.iterdir()):
            raise CommandError(f"{folder} is not empty. Name a new folder.")
        with told_in(tournament):
            count = self._write(tournament, folder)
        self.stdout.write(f"{count} files in {folder}: open index.html there.")

    def _write(self, tournament: Tournament, folder: Path) -> int:
        count = 0
        for path, content in files_of(tournament):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            count += 1
            if self.stdout.isatty():
                self.stdout.write(f"\r{count} files", ending="")
        return count
