"""``manage.py tangram``: list the figures, fill one or prove that it cannot be filled, check a filling."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.arguments import seconds
from games.files import read, refused, write_atomically
from games.stopping import readers_may_leave, stoppable
from rules.api import RuleError
from rules.triominos import tangram_record
from rules.triominos.answers import parse as parse_json
from rules.triominos.covering import EQUAL, CoveringError, check
from rules.triominos.figures import Figure, drawing, figures, parse
from rules.triominos.reading import RecordError
from rules.triominos.tangram_record import Filling
from rules.triominos.tangram_solver import Answer, fill

NOT_KNOWN = 3
"""The status of a search that was stopped before it knew."""

PROOFS = {
    "too-many-cells": "it has more cells than there are tiles",
    "twist": "its tiles would have more twist than its rim has sides",
    "search": "every way to number its points was tried",
}


class Command(BaseCommand):
    help = "Tangram figures: list them, fill one, check a filling."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
        actions.add_parser("list", help="the figures that come with the program")
        solve = actions.add_parser("solve", help="fill a figure, or prove that it cannot be filled")
        solve.add_argument("figure", metavar="FIGURE", help="a figure’s name, or a file with a drawing")
        solve.add_argument("--seconds", type=seconds, default=60.0, help="how long to try (60)")
        solve.add_argument("--seed", type=int, default=1, help="another seed tries in another order")
        solve.add_argument("--out", type=Path, metavar="FILE", help="where to keep the filling")
        checked = actions.add_parser("check", help="check a filling that somebody wrote down")
        checked.add_argument("file", type=Path, metavar="FILE")
        checked.add_argument("--figure", metavar="FIGURE", help="another figure than the file names")

    def handle(self, *args: Any, **options: Any) -> None:
        with readers_may_leave():
            self._handle(options)

    def _handle(self, options: dict[str, Any]) -> None:
        if options["action"] == "list":
            self._list()
        elif options["action"] == "check":
            self._check(options["file"], options["figure"])
        else:
            self._solve(options)

    # -- the three actions -------------------------------------------------------------------------

    def _list(self) -> None:
        for figure in figures().values():
            self.stdout.write(
                f"{figure.key}: {figure.title}, {len(figure.cells)} tiles. {figure.note}".rstrip()
            )
            self.stdout.write(drawing(figure.cells, {}))

    def _solve(self, options: dict[str, Any]) -> None:
        figure = _figure(options["figure"])
        began = time.monotonic()
        with stoppable() as stop:
            answer = fill(figure, options["seed"], stop=_until(began + options["seconds"], stop.__bool__))
        spent = f"{answer.nodes:,} nodes, {time.monotonic() - began:.1f} s"
        if answer.status == "filled":
            self._show(figure, answer, options["out"], spent)
        elif answer.status == "impossible":
            self.stdout.write(f"{figure.title} cannot be filled: {PROOFS[answer.proof]} ({spent}).")
        else:
            self.stdout.write(f"Not known: the search for {figure.title} was stopped ({spent}).")
            sys.exit(NOT_KNOWN)

    def _show(self, figure: Figure, answer: Answer, out: Path | None, spent: str) -> None:
        covering = check(figure, EQUAL, answer.tiles)
        self.stdout.write(drawing(figure.cells, covering.numbers()))
        self.stdout.write(f"{figure.title}: filled with {len(figure.cells)} tiles and checked ({spent}).")
        if out is not None:
            write_atomically(out, tangram_record.text_of(Filling(figure.key, EQUAL, answer.tiles)))

    def _check(self, file: Path, name: str | None) -> None:
        try:
            filling = tangram_record.read(parse_json(read(file)))
            figure = _figure(name or filling.figure)
            check(figure, filling.corners, filling.tiles)
        except (CoveringError, RecordError) as error:
            raise refused(f"{file}: {error} ({error.code})") from None
        self.stdout.write(f"{figure.title} is covered by {len(filling.tiles)} tiles.")


def _figure(name: str) -> Figure:
    """One of ours by its name, or one that is drawn in a file."""
    if name in figures():
        return figures()[name]
    path = Path(name)
    if path.suffix != ".txt":
        raise refused(f"There is no figure “{name}”; “manage.py tangram list” shows them.")
    try:
        return parse(path.stem, read(path).decode())
    except (RuleError, UnicodeDecodeError) as error:
        sentence = str(error) if isinstance(error, RuleError) else "This is not a text file."
        raise refused(f"{path}: {sentence}") from None


def _until(deadline: float, asked: Callable[[], bool]) -> Callable[[], bool]:
    return lambda: asked() or time.monotonic() >= deadline
