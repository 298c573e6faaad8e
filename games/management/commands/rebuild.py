"""``manage.py rebuild``: whether what is kept of each match equals a replay of its log; repairs it if asked."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.errors import Refused
from games.models import Match
from games.progress import counted
from games.rebuilding import rebuild
from games.services import LogMismatch
from games.stopping import readers_may_leave
from games.verifying import match_ids


class Command(BaseCommand):
    help = "Replay every log and compare; list what differs, and exit with 1 if anything does."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--match", type=int, metavar="ID", help="look at this match alone")
        parser.add_argument("--write", action="store_true", help="repair what is kept (never the log)")

    def handle(self, *args: Any, **options: Any) -> None:
        with readers_may_leave():
            wrong = self._rebuild(options["match"], options["write"])
            if not wrong:
                self.stdout.write("Everything kept of the matches equals a replay of their logs.")
        if wrong:
            raise CommandError(f"{wrong} not equal to a replay.", returncode=1)

    def _rebuild(self, match_id: int | None, write: bool) -> int:
        """How many matches are not as they should be when this is over."""
        if match_id is not None and not Match.objects.filter(pk=match_id).exists():
            raise CommandError(f"There is no match {match_id}.", returncode=2)
        ids = match_ids() if match_id is None else [match_id]
        wrong = 0
        for each in counted(ids, Match.objects.count() if match_id is None else 1, self.stderr):
            said, well = _tried(each, write)
            wrong += not well
            if said:
                self.stdout.write(f"match {each}: {said}")
        return wrong


def _tried(match_id: int, write: bool) -> tuple[str, bool]:
    """What is to be said of a match, and whether all is well with it by now."""
    try:
        differs = ", ".join(rebuild(match_id, write=write))
    except LogMismatch as error:
        return str(error), False
    except Refused as refusal:
        return refusal.message, False
    if not differs:
        return "", True
    return (f"repaired: {differs}", True) if write else (f"differs from the replay: {differs}", False)
