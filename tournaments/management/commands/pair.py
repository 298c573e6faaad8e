"""``manage.py pair``: seat a round described by a record, or say why it cannot be seated."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.pairing.api import CannotPair
from tournaments.pairing.record import answer, refused
from tournaments.pairing.registry import registry

IMPOSSIBLE = 2


class Command(BaseCommand):
    help = "Pair the round of a pairing-request/1 record and print the pairing as JSON."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("request", metavar="REQUEST", help="the request; - reads standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        raw = _bytes(options["request"])
        unreadable = refused(CannotPair("unreadable"))
        printed = unreadable if raw is None else answer(raw, registry().systems)
        self.stdout.write(json.dumps(printed, indent=2, ensure_ascii=False))
        if "error" in printed:
            sys.exit(IMPOSSIBLE)


def _bytes(file: str) -> bytes | None:
    try:
        with sys.stdin.buffer if file == "-" else open(file, "rb") as stream:
            return stream.read()
    except OSError:
        return None
