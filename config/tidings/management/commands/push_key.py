"""Make a key for web push, and say what to set."""

from typing import Any

from django.core.management.base import BaseCommand

from config.tidings.push.vapid import new_key


class Command(BaseCommand):
    help = "Makes a key for web push and prints what to set. Nothing is kept."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"WEB_PUSH_KEY={new_key()}")
        self.stdout.write("WEB_PUSH_CONTACT=mailto:you@example.org")
        self.stdout.write(
            "Set both for web and worker, with an address of yours at which push services can reach you. Keep the key: "
            "with another one, browsers that asked to be told have to ask again."
        )
