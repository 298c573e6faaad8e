"""``manage.py rules``: the rule engines of this installation, and the plug-ins that were left out.

Knows nothing of which tournament plays by which.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from rules.api import Engine
from rules.plugins import Problem
from rules.registry import registry

Row = tuple[str, str, str, str, str]


class Command(BaseCommand):
    help = "List the rule engines, the packages they came with, and the plug-ins that were left out."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        found = registry()
        heads = (_("key"), _("version"), _("name"), _("players"), _("package"))
        rows = [_row(engine, found.packages[key]) for key, engine in sorted(found.engines.items())]
        for line in _columns([heads, *rows]):
            self.stdout.write(line)
        for problem in found.problems:
            self.stdout.write(_said(problem))


def _row(engine: Engine[Any], package: str) -> Row:
    seats = engine.seats
    players = str(seats[0]) if len(seats) == 1 else f"{seats[0]}-{seats[-1]}"
    return (engine.key, engine.version, _(engine.name), players, package)


def _columns(rows: list[Row]) -> Iterable[str]:
    """The rows as text, each column as wide as its widest cell."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _said(problem: Problem) -> str:
    return _("Left out: %(entry)s of %(package)s: %(reason)s") % {
        "entry": problem.entry,
        "package": problem.package,
        "reason": problem.reason,
    }
