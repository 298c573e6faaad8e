"""``manage.py welcome``: says where the hall is, as soon as it answers."""

from argparse import ArgumentParser
from typing import Any

from config import leash
from config.saying import SayingCommand
from config.welcome import welcome


class Command(SayingCommand):
    help = "Says where Triomphe is to be found, here and in the hall, when it answers there (used by “up”)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="where it listens; default: everywhere")  # noqa: S104 - compared with, not listened on
        parser.add_argument("--port", type=int, default=8000, help="default: 8000")
        parser.add_argument("--leash", action="store_true", help="stop when standard input closes")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["leash"]:
            leash.follow_stdin()
        welcome(options["host"], options["port"], self.say)
