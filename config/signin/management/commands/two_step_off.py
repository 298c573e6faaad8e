"""``manage.py two_step_off NAME``: for somebody who has lost the phone and the recovery codes."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from config.signin import two_step


class Command(BaseCommand):
    help = "Ask an account for no code any more. Make sure first that it is really them."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        user = User.objects.filter(username=username).first()
        if user is None:
            raise CommandError(_("There is no account “%s”.") % username)
        if not two_step.switch_off(user, by_operator=True):
            raise CommandError(_("“%s” is asked for no code as it is.") % username)
        self.stdout.write(_("“%s” signs in without a code from now on.") % username)
