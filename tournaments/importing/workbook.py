"""The first sheet of an Excel workbook as rows of text. Nothing in it is computed, followed or run."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.importing.limits import MOST_ROWS, too_many_rows

MOST_UNPACKED = 40 * 1024 * 1024
"""A workbook of two megabytes may unpack to thousands; Python unpacks no more than a part says it has."""
MOST_PARTS = 500
MOST_COLUMNS = 40
FORMULA = "="
"""How a cell begins that holds a formula instead of a value."""


def read_workbook(data: bytes) -> list[tuple[str, ...]]:
    # Only here: a library that takes its time to load, for something done once in a tournament.
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    _check(data)
    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=False, keep_links=False)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()
        rows = [
            tuple(_as_text(cell) for cell in cells)
            for cells in sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS)
        ]
    except (
        zipfile.BadZipFile,
        InvalidFileException,
        KeyError,
        IndexError,
        ValueError,
        OSError,
        SyntaxError,
    ) as error:
        raise _unreadable() from error
    # Before empty rows are dropped: what stands far below them is told of, not lost.
    if len(rows) > MOST_ROWS:
        raise too_many_rows()
    return rows


def _check(data: bytes) -> None:
    try:
        parts = zipfile.ZipFile(io.BytesIO(data)).infolist()
    except zipfile.BadZipFile as error:
        raise _unreadable() from error
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise Refused(
            "workbook-too-large",
            _("This workbook holds more than a list of people. Save the sheet with the people as CSV."),
            field="file",
        )
    if not any(part.filename == "xl/workbook.xml" for part in parts):
        raise _unreadable()


def _unreadable() -> Refused:
    return Refused(
        "bad-workbook",
        _("This workbook cannot be read. Save it again as .xlsx, or as CSV (UTF-8)."),
        field="file",
    )


def _as_text(cell: Any) -> str:
    """Numbers as they are typed; a formula as the text it is, which no name begins with."""
    value = cell.value
    if value is None:
        return ""
    if cell.data_type == "f":
        text = str(getattr(value, "text", value) or "")
        return text if text.startswith(FORMULA) else FORMULA + text
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date):
        return value.isoformat()
    # Words that look like a formula, and are none in a workbook: as a file of text would keep them.
    return f"'{value}" if str(value).startswith(FORMULA) else str(value)
