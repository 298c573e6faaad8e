"""The press: a sheet and what it is about become the bytes of a PDF. Knows Typst, and no document.

A template is ours or a plug-in's; what people typed is data, and only ever read by it (``data.json``). Beyond what it is
given here it finds this folder, and nothing else of the machine.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from django.utils.translation import gettext as _

from tournaments.paper.api import Sheet
from tournaments.paper.matter import Occasion
from tournaments.qr import on_paper

HERE = Path(__file__).parent
HOUSE, PRESSING = HERE / "house.typ", HERE / "pressing.py"
PAPERS = {"a4": "a4", "letter": "us-letter"}
"""For what is asked for, what Typst calls it."""
AT_ONCE = 2
"""Documents that are set at the same time by this process: each takes a processor for a second or two."""
WAITING = 2
"""More do not wait: threads that wait here answer nobody else."""
MOST_WAIT, MOST_TIME = 20, 60
"""Seconds until a turn at the press, and at it. The largest tournament there can be needs four at it."""

Files = Mapping[str, str]

_turns, _places = BoundedSemaphore(AT_ONCE), BoundedSemaphore(AT_ONCE + WAITING)


class Unprintable(Exception):
    """A template that cannot be set: a bug of the document. There is no half of a PDF."""


class PressBusy(Exception):
    """Others are printing, and as many wait as may, or have waited for as long as anybody should."""


def template(name: str) -> str:
    """Of one of our own documents: the file beside it."""
    return (HERE / f"{name}.typ").read_text(encoding="utf-8")


def project(sheet: Sheet, occasion: Occasion, paper: str, language: str) -> Files:
    """The files that Typst is given."""
    told = {"house": _house(sheet, occasion, paper, language), "doc": sheet.data}
    return {
        "main.typ": sheet.template,
        "house.typ": HOUSE.read_text(encoding="utf-8"),
        "data.json": json.dumps(told, ensure_ascii=False),
    }


def printed(files: Files) -> bytes:
    """The PDF: the same bytes for the same files."""
    with _turn():
        done = subprocess.run(  # noqa: S603 - our own program, and nothing that anybody sent among its arguments
            [sys.executable, "-I", str(PRESSING), str(HERE)],
            input=json.dumps(files).encode(),
            capture_output=True,
            timeout=MOST_TIME,
            check=False,
        )
    if done.returncode or not done.stdout:
        raise Unprintable(done.stderr.decode(errors="replace")[-2000:])
    return done.stdout


@contextmanager
def _turn() -> Iterator[None]:
    if not _places.acquire(blocking=False):
        raise PressBusy
    try:
        if not _turns.acquire(timeout=MOST_WAIT):
            raise PressBusy
        try:
            yield
        finally:
            _turns.release()
    finally:
        _places.release()


def _house(sheet: Sheet, occasion: Occasion, paper: str, language: str) -> Mapping[str, Any]:
    foot = [occasion.club, occasion.place, occasion.days, sheet.note]
    return {
        "paper": PAPERS[paper],
        "language": language.split("-")[0],
        "landscape": sheet.landscape,
        "bare": sheet.bare,
        "tournament": occasion.name,
        "title": sheet.title,
        "subtitle": sheet.subtitle,
        "foot": [each for each in foot if each],
        "stamp": _stamp(sheet, occasion),
        "qr": on_paper(sheet.link) if sheet.link else "",
        "page": _("Page %(page)s of %(pages)s") % {"page": "{page}", "pages": "{pages}"},
    }


def _stamp(sheet: Sheet, occasion: Occasion) -> str:
    """What must not be taken for the real thing says so."""
    if occasion.rehearsal:
        return _("Rehearsal")
    return _("Draft") if sheet.draft else ""
