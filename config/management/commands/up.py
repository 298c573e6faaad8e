"""``manage.py up``: everything together, on this machine."""

import errno
import logging
import socket
import subprocess
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from django.utils.translation import gettext as _

from config import datafolder, heartbeat, leash, loaded, passage
from config.collecting import collect_if_needed
from config.family import children
from config.saying import SayingCommand
from config.supervisor import Supervisor, listen

logger = logging.getLogger(__name__)

LAST_PORT = 65535
LEAST = {"web": 1, "live": 0, "workers": 1}
MOST = 64
"""Of any of them: a machine with more than that to give runs the processes by themselves (docs/operating.md)."""


class Command(SayingCommand):
    help = "Prepares the database and runs web, live, worker and scheduler until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="where to listen; default: everywhere")  # noqa: S104 - phones in the hall are meant to reach it
        parser.add_argument("--port", default="8000", help="default: 8000; 0 picks a free one")
        parser.add_argument("--web", default="1", metavar="N", help="web processes; default: 1")
        parser.add_argument(
            "--live",
            default="1",
            metavar="N",
            help="processes for those who watch; default: 1; 0: web serves them",
        )
        parser.add_argument("--workers", default="2", metavar="N", help="jobs done at once; default: 2")
        parser.add_argument("--demo", action="store_true", help="with a tournament that bots play")
        parser.add_argument("--leash", action="store_true", help="stop when standard input closes")

    def handle(self, *args: Any, **options: Any) -> None:
        if sentence := datafolder.complaint(settings.DATA_DIR):
            raise CommandError(sentence)
        port = port_number(str(options["port"]))
        numbers = {kind: number_of(kind, str(options[kind]), least) for kind, least in LEAST.items()}
        if options["leash"]:
            leash.follow_stdin()
        try:
            with open_port(options["host"], port) as listener:
                self.prepare()
                if options["demo"]:
                    self.show()
                self.supervise(listener, numbers)
        except KeyboardInterrupt:
            pass
        self.say(_("Stopped."))

    def prepare(self) -> None:
        self.say(_("Preparing the database …"))
        heartbeat.remove()
        try:
            with datafolder.alone(settings.DATA_DIR):  # somebody may have started it twice
                call_command("migrate", interactive=False, verbosity=0)
        except DatabaseError as error:
            reason = str(error).strip().splitlines()[0]
            raise CommandError(
                _("The database cannot be used (%(reason)s). DATABASE_URL says where it is.")
                % {"reason": reason}
            ) from error
        collect_if_needed()

    def show(self) -> None:
        """In a process of its own: a line to the broker that was opened here would be copied into every child."""
        if code := subprocess.call([sys.executable, str(settings.ROOT / "manage.py"), "demo"]):  # noqa: S603 - our own command
            raise SystemExit(code)

    def supervise(self, listener: socket.socket, numbers: dict[str, int]) -> None:
        loaded.load_everything()
        # Whoever reads the log by machine finds there what else is said to people.
        say = logger.warning if settings.LOG_FORMAT == "json" else self.say
        # Kept here like the door: who is in the passage while one side is started again waits.
        ends = passage.make()
        with ends[0], ends[1]:
            Supervisor(children(listener, ends, **numbers), say).run()


def port_number(text: str) -> int:
    """Not left to the parser, which would tell all that may be said to it before it comes to the point."""
    if (port := _whole(text)) is not None and port <= LAST_PORT:
        return port
    wrong = _("A port is a number from 0 to %(last)d, which “%(text)s” is not.")
    raise CommandError(f"{wrong % {'last': LAST_PORT, 'text': text[:20]}} {_another_port()}")


def number_of(kind: str, text: str, least: int) -> int:
    """How many processes of a kind, or jobs at once; not left to the parser either."""
    if (number := _whole(text)) is not None and least <= number <= MOST:
        return number
    raise CommandError(
        _("--%(kind)s takes a number from %(least)d to %(most)d, which “%(text)s” is not.")
        % {"kind": kind, "least": least, "most": MOST, "text": text[:20]}
    )


def _whole(text: str) -> int | None:
    """A number of a few digits, else nothing."""
    digits = text.lstrip("0") or text[:1]
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 5 else None


def open_port(host: str, port: int) -> socket.socket:
    try:
        return listen(host, port)
    except (OSError, TypeError, ValueError) as error:  # the last two: no name of any machine
        raise CommandError(_port_sentence(host, port, error)) from error


def _port_sentence(host: str, port: int, error: Exception) -> str:
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EADDRINUSE:
        reason = _("Port %(port)d is taken by another program, perhaps by Triomphe itself.")
    elif number == errno.EACCES:
        reason = _("Port %(port)d may only be opened by an administrator.")
    else:
        reason = _("Cannot listen on %(host)s port %(port)d (%(error)s).")
    return f"{reason} {_another_port()}" % {
        "host": host,
        "port": port,
        "error": getattr(error, "strerror", "") or error,
    }


def _another_port() -> str:
    return _("Choose another port, for example: make run PORT=8123")
