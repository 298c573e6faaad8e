"""Commands that speak to whoever started them, if anybody still listens."""

from contextlib import suppress

from django.core.management.base import BaseCommand


class SayingCommand(BaseCommand):
    requires_system_checks: list[str] = []

    def say(self, line: str) -> None:
        with suppress(BrokenPipeError):  # nobody reads any more; the hall is still served
            self.stdout.write(line)
            self.stdout.flush()
