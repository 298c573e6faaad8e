"""``manage.py explain_record``: a match record as a commented transcript, its last board as a drawing."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext

from rules.api import Message
from rules.registry import registry
from rules.triominos.answers import parse
from rules.triominos.board import EMPTY
from rules.triominos.reading import RecordError
from rules.triominos.svg import draw
from rules.triominos.transcript import transcript

BROKEN_RULE = 2


class Command(BaseCommand):
    help = "Print a triominos-match/1 record as a commented transcript."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the record; - reads standard input")
        parser.add_argument("--svg", metavar="FILE", help="also draw the last board")

    def handle(self, *args: Any, **options: Any) -> None:
        board = EMPTY
        broken: RecordError | None = None
        try:
            for line, seen in transcript(parse(_read(options["file"])), registry().engines, say):
                self.stdout.write(line)
                board = seen
        except RecordError as error:
            broken = error
        if options["svg"]:
            count = gettext("%(count)s tiles laid") % {"count": len(board.laid)}
            _write(options["svg"], draw(board, title=gettext("The board"), description=count))
        if broken:
            self.stdout.write(f"{broken.code}: {say(broken.message)} {_where(broken)}".rstrip())
            sys.exit(BROKEN_RULE)


def say(message: Message) -> str:
    text = gettext(message.text)
    return text % message.params if message.params else text


def _where(error: RecordError) -> str:
    if error.deal is None:
        return ""
    return f"(deals[{error.deal}]" + (")" if error.action is None else f".actions[{error.action}])")


def _read(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise CommandError(str(error), returncode=BROKEN_RULE) from None


def _write(file: str, drawing: str) -> None:
    try:
        Path(file).write_text(drawing, encoding="utf-8")
    except OSError as error:
        raise CommandError(str(error)) from None
