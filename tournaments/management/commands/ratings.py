"""Reckons the ratings of clubs out of their results and compares them with those that are kept."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Club, Ranking
from tournaments.services.ratings import (
    Difference,
    differences,
    keep_ratings,
    kept_ratings,
    reckoned_ratings,
)

SHOWN = 10


class Command(BaseCommand):
    help = "Reckons all ratings anew out of results and keeps them; says what was otherwise."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", help="only this one, as in its address")
        parser.add_argument(
            "--check", action="store_true", help="change nothing; exit with 1 if anything is otherwise"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        clubs = Club.objects.order_by("pk")
        if options["club"]:
            clubs = clubs.filter(slug=options["club"])
            if not clubs:
                raise CommandError(f"There is no club {options['club']}.")
        otherwise = sum(self._one(club, check=options["check"]) for club in clubs)
        if otherwise and options["check"]:
            raise CommandError(f"{otherwise} ratings are otherwise than results say.")

    def _one(self, club: Club, *, check: bool) -> int:
        ranking, _made = Ranking.objects.get_or_create(club=club)
        if check:
            reckoned = reckoned_ratings(club.pk)
            found = differences(kept_ratings(club.pk), reckoned)
        else:
            found = keep_ratings(club.pk, ranking.wanted)
        kept = len(kept_ratings(club.pk))
        self.stdout.write(f"{club.slug}: {kept} ratings kept, {len(found)} otherwise")
        for each in found[:SHOWN]:
            self.stdout.write(f"  {_words(each)}")
        return len(found)


def _words(found: Difference) -> str:
    kept, reckoned = found
    where = reckoned or kept
    about = f"player {where.player} after tournament {where.tournament}" if where else ""
    return f"{about}: kept {_number(kept)}, by results {_number(reckoned)}"


def _number(each: Any) -> str:
    return f"{each.mu:.4f} ± {each.sigma:.4f} in {each.matches}" if each else "nothing"
