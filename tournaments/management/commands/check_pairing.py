"""``manage.py check_pairing``: whether a pairing is whole and tells the truth; or many random tournaments.

Knows of pairing only the command ``pair``, to which it gives records and from which it takes them.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from argparse import ArgumentParser
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import django
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games.stopping import readers_may_leave, stoppable
from tournaments.checking.chance import Checked, Record
from tournaments.checking.checker import check
from tournaments.checking.many import Plan, cores, outcomes
from tournaments.checking.reading import canonical

FAULTY, UNREADABLE = 1, 2
EVERY = 0.2
EFFORT = 0.02
"""What is checked are rules and figures, not how good a seating is: a little searching is enough."""


class Command(BaseCommand):
    help = "Recompute everything about a pairing and exit with 0 only if it is whole, fair and true."
    requires_system_checks = []
    shown = 0.0

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "request", nargs="?", metavar="REQUEST", help="the request; - reads standard input"
        )
        parser.add_argument(
            "pairing", nargs="?", metavar="PAIRING", help="the pairing; - reads standard input"
        )
        parser.add_argument(
            "--random", type=int, metavar="N", help="make N whole random tournaments and check each round"
        )
        parser.add_argument("--seed", type=int, default=0, metavar="S", help="of the random tournaments")
        parser.add_argument(
            "--first", type=int, default=1, metavar="K", help="the number of the first of them (1)"
        )
        parser.add_argument(
            "--system", default="swiss", metavar="KEY", help="the pairing system of the random tournaments"
        )
        parser.add_argument(
            "--effort", type=float, default=EFFORT, help=f"share of the whole search a round gets ({EFFORT})"
        )
        parser.add_argument("--seconds", type=float, help="for each round, instead: then not repeatable")
        parser.add_argument(
            "--processes", type=int, default=cores(), metavar="P", help="side by side (as many as cores)"
        )
        parser.add_argument("--keep", metavar="FOLDER", help="where the records of a faulty round go")

    def handle(self, *args: Any, **options: Any) -> None:
        with readers_may_leave():
            if options["random"] is not None:
                faulty = self._random(options)
            elif options["request"] and options["pairing"]:
                faulty = self._one(options["request"], options["pairing"])
            else:
                raise CommandError("Give REQUEST and PAIRING, or --random N.", returncode=UNREADABLE)
        if faulty:
            sys.exit(FAULTY)

    def _one(self, request: str, pairing: str) -> bool:
        raw = _bytes(request)
        faults = check(_json(raw, request), _json(_bytes(pairing), pairing), raw)
        for fault in faults:
            self.stdout.write(str(fault))
        if not faults:
            self.stdout.write("The pairing is whole, keeps the rules and states its costs truly.")
        return bool(faults)

    def _random(self, options: Any) -> bool:
        plan = Plan(paired, options["seed"], options["system"], options["seconds"], options["effort"])
        first, count = options["first"], options["random"]
        rounds = refused = done = 0
        began = time.monotonic()
        with (
            stoppable() as stop,
            closing(
                outcomes(plan, range(first, first + count), min(options["processes"], count), django.setup)
            ) as found,
        ):
            for outcome in found:
                done, rounds, refused = done + 1, rounds + outcome.rounds, refused + outcome.refused
                if outcome.faulty:
                    self._show(outcome.number, outcome.faulty, options)
                    return True
                self._progress(done, count, rounds)
                if stop:
                    break
        self.stdout.write(
            f"{done} tournaments, {rounds} rounds ({refused} rightly refused) in {time.monotonic() - began:.0f} s: "
            "every pairing is whole, keeps the rules and states its costs truly."
        )
        return False

    def _progress(self, done: int, count: int, rounds: int) -> None:
        """A bar where somebody looks on, else a line for each tenth."""
        line = f"{_bar(done / count)} {done} tournaments, {rounds} rounds "
        if not self.stderr.isatty():
            if done * 10 // count > (done - 1) * 10 // count:
                self.stderr.write(line)
        elif time.monotonic() - self.shown >= EVERY or done == count:
            self.shown = time.monotonic()
            self.stderr.write(f"\r{line}", ending="\n" if done == count else "")
            self.stderr.flush()

    def _show(self, number: int, checked: Checked, options: Any) -> None:
        folder = Path(options["keep"] or tempfile.mkdtemp(prefix="check-pairing-"))
        folder.mkdir(parents=True, exist_ok=True)
        for name, record in (("request", checked.request), ("pairing", checked.pairing)):
            (folder / f"{name}.json").write_bytes(canonical(record))
        self.stdout.write(f"Tournament {number} of seed {options['seed']}, round {checked.round}:")
        for fault in checked.faults:
            self.stdout.write(f"  {fault}")
        self.stdout.write(f"  The records are in {folder}. To see it again:")
        self.stdout.write(f"  python manage.py pair {folder / 'request.json'}")
        self.stdout.write(
            f"  python manage.py check_pairing --random 1 --first {number} --seed {options['seed']}"
            f" --system {options['system']} --effort {options['effort']}"
        )


def paired(request: Record) -> Record:
    """What the command ``pair`` answers."""
    out = StringIO()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "request.json"
        file.write_bytes(canonical(request))
        try:
            call_command("pair", str(file), stdout=out)
        except SystemExit as end:
            if end.code not in (0, UNREADABLE):
                raise
    answer: Record = json.loads(out.getvalue())
    return answer


def _bar(part: float, width: int = 24) -> str:
    full = round(part * width)
    return "[" + "#" * full + "." * (width - full) + "]"


def _bytes(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error}", returncode=UNREADABLE) from error


def _json(raw: bytes, file: str) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{file} is not JSON: {error}", returncode=UNREADABLE) from error
