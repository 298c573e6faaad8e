"""Print a one-time sign-in link."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.services.accounts import FIRST_ORGANISER, make_account, make_sign_in_link


class Command(BaseCommand):
    help = "Print a one-time sign-in link for an organiser; with --create, make the account first."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", nargs="?", default=FIRST_ORGANISER)
        parser.add_argument("--create", action="store_true", help="make the account if there is none")
        parser.add_argument("--at", default="http://localhost:8000", help="the address of the site")

    def handle(self, *args: Any, username: str, create: bool, at: str, **options: Any) -> None:
        user = User.objects.filter(username=username).first()
        if user is None and create:
            user = self._create(username)
        if user is None:
            raise CommandError(_("There is no account “%s”. Add --create to make it.") % username)
        if not user.is_active:
            raise CommandError(
                _("“%s” is switched off. Switch it on first: manage.py account on NAME") % username
            )
        self.stdout.write(at.rstrip("/") + make_sign_in_link(user))

    def _create(self, username: str) -> User:
        try:
            return make_account(username)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
