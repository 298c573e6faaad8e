"""``manage.py demo``: a tournament of 48 people that bots play, to be looked at."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from tournaments.services.demo import make_demo


class Command(BaseCommand):
    help = "Makes a tournament of 48 people that bots play as soon as a worker runs; once."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = make_demo()
        self.stdout.write(_("Bots play here: %(address)s") % {"address": tournament.get_absolute_url()})
