"""``manage.py end_sessions NAME``: signs an account out everywhere."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.signin import links, stays


class Command(BaseCommand):
    help = "Sign an account out everywhere, and end the links it was mailed."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        user = User.objects.filter(username=username).first()
        if user is None:
            raise CommandError(_("There is no account “%s”.") % username)
        links.end_all(user)
        ended = stays.end_others(user, keep=None)
        self.stdout.write(ngettext("%s session ended.", "%s sessions ended.", ended) % ended)
