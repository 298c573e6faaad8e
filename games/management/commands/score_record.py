"""``manage.py score_record``: score a match record, or say the first rule it breaks."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand

from rules.registry import registry
from rules.triominos.answers import answer, is_error, unreadable

BROKEN_RULE = 2


class Command(BaseCommand):
    help = "Score a triominos-match/1 record and print the answer as JSON."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the record; - reads standard input")
        parser.add_argument("--jsonl", action="store_true", help="one record a line, one answer a line")

    def handle(self, *args: Any, **options: Any) -> None:
        engines = registry().engines
        broken = False
        try:
            for raw in _records(options["file"], options["jsonl"]):
                printed = unreadable() if raw is None else answer(raw, engines)
                broken = broken or is_error(printed)
                self.stdout.write(json.dumps(printed, indent=None if options["jsonl"] else 2))
            self.stdout.flush()
        except BrokenPipeError:  # the reader has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if broken:
            sys.exit(BROKEN_RULE)


def _records(file: str, by_line: bool) -> Iterator[bytes | None]:
    """The bytes of each record; nothing where the file cannot be read."""
    try:
        with sys.stdin.buffer if file == "-" else open(file, "rb") as stream:
            if by_line:
                yield from stream
            else:
                yield stream.read()
    except OSError:
        yield None
