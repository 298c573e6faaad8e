"""``manage.py account off NAME`` shuts an account out at once; ``account on NAME`` lets it in again."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from config.signin.switching import clubs_left_alone, switch_off, switch_on


class Command(BaseCommand):
    help = "Switch an account off, ending its sessions, tokens and links at once; or on again."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=("off", "on"))
        parser.add_argument("username")

    def handle(self, *args: Any, what: str, username: str, **options: Any) -> None:
        user = User.objects.filter(username=username).first()
        if user is None:
            raise CommandError(_("There is no account “%s”.") % username)
        if what == "on":
            self._on(user)
        else:
            self._off(user)

    def _off(self, user: User) -> None:
        """Once more is no mistake: whatever came to be meanwhile is ended too."""
        ended = switch_off(user)
        self.stdout.write(
            _(
                "“%(name)s” is switched off and cannot come in any more. "
                "Ended: sessions %(sessions)s, tokens %(tokens)s, links %(links)s."
            )
            % {
                "name": user.get_username(),
                "sessions": ended.sessions,
                "tokens": ended.tokens,
                "links": ended.links,
            }
        )
        for club in clubs_left_alone(user):
            self.stdout.write(_("Nobody else is an owner of “%s”.") % club)

    def _on(self, user: User) -> None:
        if user.is_active:
            raise CommandError(_("“%s” is switched on as it is.") % user.get_username())
        switch_on(user)
        self.stdout.write(_("“%s” can sign in again. What was ended stays ended.") % user.get_username())
