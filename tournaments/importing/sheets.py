"""A file or pasted text as rows of cells. What the cells mean is for ``importing.columns``."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.importing.columns import is_heading
from tournaments.importing.decoding import as_text
from tournaments.importing.limits import MOST_BYTES, MOST_CELL, MOST_ROWS, too_many_rows
from tournaments.importing.workbook import read_workbook

SEPARATORS = "\t;,"
ZIP = b"PK\x03\x04"
OLD_EXCEL = b"\xd0\xcf\x11\xe0"

Known = Callable[[str], bool]
"""Whether a cell is one of the headings that a list of this kind has."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line that is not empty, with the number it has in the file."""

    number: int
    cells: tuple[str, ...]


def read_file(data: bytes, known: Known = is_heading) -> list[SheetRow]:
    """What a file says of itself by its first bytes counts, not what it is called. ``known`` knows its headings."""
    if len(data) > MOST_BYTES:
        raise Refused(
            "file-too-large",
            _("This file is larger than %(most)s MB. Take only the rows with people, and save it as CSV.")
            % {"most": MOST_BYTES // 1024 // 1024},
            field="file",
        )
    if data.startswith(ZIP):
        return _kept(read_workbook(data))
    if data.startswith(OLD_EXCEL):
        raise Refused(
            "old-excel",
            _("This is an old Excel file. Save it as .xlsx or as CSV, then try again."),
            field="file",
        )
    return read_text(as_text(data), known)


def read_text(text: str, known: Known = is_heading) -> list[SheetRow]:
    """Lines with tabs, semicolons or commas between the cells, or with one cell each."""
    text = text.removeprefix("\ufeff")
    lines = text.splitlines()
    if len(lines) > MOST_ROWS:
        raise too_many_rows()
    separator = _separator(lines, known)
    if not separator:
        return _kept([(line,) for line in lines])
    return _kept(_cells(text, separator))


# -- in detail -----------------------------------------------------------------------------------


def _cells(text: str, separator: str) -> list[tuple[str, ...]]:
    """Quoted cells may hold separators and line breaks; the row is then counted where it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    rows: list[tuple[str, ...]] = []
    try:
        for cells in reader:
            rows.append(tuple(cells))
            # Line breaks inside quotes: keep the numbers of the lines that follow.
            rows += [()] * (reader.line_num - len(rows))
    except csv.Error as error:
        raise Refused(
            "bad-csv",
            _(
                "Line %(line)s cannot be read: a quotation mark is opened and not closed, or a cell is too long."
            )
            % {"line": reader.line_num},
            field="file",
        ) from error
    return rows


def _separator(lines: list[str], known: Known) -> str:
    """The one between headings, else the one that most lines have; a comma alone may as well stand in a name, as in
    “Ávila, Ana”."""
    filled = [line for line in lines if line.strip()]
    for mark in SEPARATORS:
        if filled and sum(known(cell.strip(' "')) for cell in filled[0].split(mark)) > 1:
            return mark
    having = Counter(mark for line in filled for mark in SEPARATORS if mark in line)
    for mark in "\t;":
        if having[mark] * 2 > len(filled):
            return mark
    if having[","] * 2 > len(filled) and not _only_names(filled, known):
        return ","
    return ""


def _only_names(lines: list[str], known: Known) -> bool:
    """“Ávila, Ana” line after line: a space after each only comma, and no heading that we know."""
    heading = any(known(cell) for cell in lines[0].split(","))
    return not heading and all(line.count(",") <= 1 and ("," not in line or ", " in line) for line in lines)


def _kept(rows: list[tuple[str, ...]]) -> list[SheetRow]:
    return [
        SheetRow(number, tuple(cell[:MOST_CELL] for cell in cells))
        for number, cells in enumerate(rows, start=1)
        if any(cell.strip() for cell in cells)
    ]
