"""``manage.py import_tournament FILE``: a tournament brought in from a document of another installation."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.errors import Refused
from games.files import read
from tournaments.access import Actor, NotAllowed
from tournaments.management.telling import telling
from tournaments.models import Club
from tournaments.services.bringing import bring_in_document
from tournaments.services.clubs import club_to_plan_in


class Command(BaseCommand):
    help = "Bring in a tournament that was exported elsewhere: all of it, proved first, or nothing."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="as export_tournament or the page gave it")
        parser.add_argument("--user", help="whose it is here; not needed where there is one account")
        parser.add_argument("--club", help="the club, as in its address; else the one this account plans in")

    def handle(self, *args: Any, file: Path, user: str | None, club: str | None, **options: Any) -> None:
        content = read(file)
        actor = Actor(_account(user))
        try:
            where = _club(club) if club else club_to_plan_in(actor)
            brought = bring_in_document(actor, uuid.uuid4(), where, content, telling(self.stderr, "proved"))
        except Refused as refusal:
            raise CommandError(refusal.message) from refusal
        except NotAllowed as error:
            raise CommandError(f"{actor.user} may not plan tournaments in the club “{club}”.") from error
        self.stdout.write(
            f"“{brought.tournament}” is here, in “{where}”: {brought.tournament.get_absolute_url()}"
        )
        for each in brought.missing:
            self.stdout.write(f"The rules {each} are not installed here: its matches can only be read.")


def _account(name: str | None) -> User:
    users = User.objects.filter(username=name) if name else User.objects.all()
    found = list(users[:2])
    if len(found) == 1:
        return found[0]
    if name:
        raise CommandError(f"There is no account “{name}” here.")
    raise CommandError("Say with --user whose it is; manage.py sign_in_link NAME --create makes an account.")


def _club(slug: str) -> Club:
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise CommandError(f"There is no club “{slug}” here.")
    return club
