"""A sheet as an Excel workbook: numbers as numbers, words as words whatever they begin with, the headings held in sight.

The same sheet gives the same bytes: neither the hour nor the machine is in them.
"""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from tournaments.cells import harmless
from tournaments.exporting.sheet import Percent, Sheet, Value

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
NARROWEST, WIDEST = 6, 48
MEASURED = 300
"""Rows that are looked at for how wide a column has to be."""
LONGEST_TITLE = 31
NOT_IN_A_TITLE = re.compile(r"[\[\]:*?/\\]")
NOT_IN_A_CELL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
MADE = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""As early as a zip can tell."""


def as_xlsx(sheet: Sheet) -> bytes:
    # Only here: a library that takes its time to load.
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    book.properties.creator = "Triomphe"
    page = book.create_sheet(_title(sheet.title))
    page.freeze_panes = "A2"
    for at, width in enumerate(_widths(sheet)):
        page.column_dimensions[_letter(at)].width = width
    for row in _cells(page, sheet):
        page.append(row)
    file = io.BytesIO()
    book.save(file)
    return _without_the_hour(file.getvalue())


# -- in detail -----------------------------------------------------------------------------------


def _cells(page: Any, sheet: Sheet) -> Iterator[list[Any]]:
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment, Font

    bold, wrapped = Font(bold=True), Alignment(vertical="top", wrap_text=True)

    def cell(value: Value) -> Any:
        if isinstance(value, Percent):
            made = WriteOnlyCell(page, float(value.hundredths) / 100)
            made.number_format = "0.0%"
            return made
        if not isinstance(value, str):
            return float(value) if isinstance(value, Decimal) else value
        if not value:
            return None
        made = WriteOnlyCell(page, NOT_IN_A_CELL.sub("", value))
        made.data_type = "s"
        # The workbook's own apostrophe: seen by nobody, and what follows stays words even when it is edited.
        made.quotePrefix = harmless(value) != value
        return made

    headings = [cell(each) for each in sheet.headings]
    for each in headings:
        each.font, each.alignment = bold, wrapped
    yield headings
    for row in sheet.rows:
        yield [cell(value) for value in row]


def _title(title: str) -> str:
    return NOT_IN_A_CELL.sub("", NOT_IN_A_TITLE.sub(" ", title)).strip("' ")[:LONGEST_TITLE] or "1"


def _widths(sheet: Sheet) -> list[int]:
    rows: list[Sequence[Value]] = [sheet.headings, *sheet.rows[:MEASURED]]
    return [
        min(max(NARROWEST, *(_width(row[at]) for row in rows if at < len(row))) + 2, WIDEST)
        for at in range(len(sheet.headings))
    ]


def _width(value: Value) -> int:
    text = "" if value is None else str(value.hundredths) if isinstance(value, Percent) else str(value)
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text[:WIDEST])


def _letter(at: int) -> str:
    from openpyxl.utils import get_column_letter

    return str(get_column_letter(at + 1))


def _without_the_hour(data: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            content = old.read(part)
            if part.filename == "docProps/core.xml":
                content = MADE.sub(rb"\g<1>2000-01-01T00:00:00Z", content)
            kept = zipfile.ZipInfo(part.filename, LONG_AGO)
            kept.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(kept, content)
    return file.getvalue()
