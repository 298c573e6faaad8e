"""``manage.py solitaire``: search for a high record of solitaire B, or score one that exists."""

from __future__ import annotations

import secrets
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.arguments import seconds
from games.files import read, refused, write_atomically
from games.stopping import Stop, readers_may_leave, stoppable
from rules.triominos.answers import parse
from rules.triominos.reading import RecordError
from rules.triominos.search import Progress, search
from rules.triominos.solitaire_record import SolitaireError, Verified, text_of, verify
from rules.triominos.tiles import BY_CORNERS

BAR = 30
EVERY = 0.2
"""Seconds between two drawings of the bar on a screen; into a file goes one line a new best."""


class Command(BaseCommand):
    help = "Search for a high record of solitaire B (all 56 tiles), or verify one."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seconds", type=seconds, default=10.0, help="how long to search (10)")
        parser.add_argument("--seed", type=int, help="begin where a search with this seed began")
        parser.add_argument("--out", type=Path, metavar="FILE", help="where the best record is kept")
        parser.add_argument(
            "--verify", type=Path, metavar="FILE", help="score this record and do nothing else"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with readers_may_leave():
            self._handle(options)

    def _handle(self, options: dict[str, Any]) -> None:
        if options["verify"] is not None:
            self._print(_verified(options["verify"]))
            return
        seed = secrets.randbelow(10**6) if options["seed"] is None else options["seed"]
        with stoppable() as stop:
            best = self._search(seed, options["seconds"], options["out"], stop)
        if options["out"] is None:
            self.stdout.write(text_of(best), ending="")
        else:
            kept = _verified(options["out"])
            self.stdout.write(f"{kept.total} points in {options['out']}, verified (seed {seed}).")

    def _search(self, seed: int, seconds: float, out: Path | None, stop: Stop) -> Verified:
        """The best record found in that time or until somebody stops it; kept at each improvement."""
        began = time.monotonic()
        shown, best = 0.0, None
        for progress in search(seed):
            elapsed = time.monotonic() - began
            better = best is None or progress.best.total > best.total
            best = progress.best
            if better and out is not None:
                write_atomically(out, text_of(best))
            over = bool(stop) or elapsed >= seconds
            if over or better or elapsed - shown >= EVERY:
                self._draw(progress, elapsed, seconds, better or over)
                shown = elapsed
            if over:
                break
        if self.stderr.isatty():
            self.stderr.write("", str)
        return progress.best

    def _draw(self, progress: Progress, elapsed: float, seconds: float, news: bool) -> None:
        done = round(BAR * min(1.0, elapsed / seconds))
        pace = round(progress.steps / elapsed) if elapsed else 0
        line = (
            f"[{'#' * done}{'.' * (BAR - done)}] {elapsed:5.1f} s"
            f"  best {progress.best.total}  {pace:,} steps/s"
        )
        if self.stderr.isatty():
            self.stderr.write(f"\r{line} ", str, ending="")
            self.stderr.flush()
        elif news:
            self.stderr.write(line, str)  # it is no error, so it is not red

    def _print(self, record: Verified) -> None:
        for number, ((cell, corners), points, why) in enumerate(
            zip(record.tiles, record.points, record.why, strict=True), start=1
        ):
            place = f"{cell[0]},{cell[1]}"
            self.stdout.write(f"{number:2}  {BY_CORNERS[corners]}  {place:>7}  {points:3}  {', '.join(why)}")
        self.stdout.write(f"{record.total} points, verified.")


def _verified(path: Path) -> Verified:
    try:
        return verify(parse(read(path)))
    except (SolitaireError, RecordError) as error:
        raise refused(f"{path}: {error} ({error.code})") from None
