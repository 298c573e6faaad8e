"""Commands that speak to whoever started them, if anybody still listens."""

from contextlib import suppress

from django.core.management.base import BaseCommand


class SayingCommand(BaseCommand):
    requires_system_checks: list[str] = []

    def say(self, line: str) -> None:
        # Nobody reads any more, or there is no room for it: the hall is still served.
        with suppress(OSError, ValueError):
            self.stdout.write(line)
            self.stdout.flush()
