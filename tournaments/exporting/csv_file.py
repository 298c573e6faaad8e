"""A sheet as CSV that a spreadsheet opens by a double click: its encoding told, its separator that of the language."""

from __future__ import annotations

import csv
import io
from decimal import Decimal

from django.utils.formats import get_format

from tournaments.cells import harmless
from tournaments.exporting.sheet import Percent, Sheet, Value

CONTENT_TYPE = "text/csv; charset=utf-8"
ENCODING = "utf-8-sig"
"""With the mark: without it spreadsheets take a file for an older encoding."""


def as_csv(sheet: Sheet) -> bytes:
    """In the language of whoever asks: a spreadsheet reads numbers and separators as that language writes them."""
    point = decimal_sign()
    text = io.StringIO(newline="")
    # Where the comma stands in numbers, it cannot stand between cells.
    writer = csv.writer(text, delimiter=";" if point == "," else ",")
    writer.writerow([harmless(each) for each in sheet.headings])
    writer.writerows([_written(each, point) for each in row] for row in sheet.rows)
    return text.getvalue().encode(ENCODING)


def decimal_sign() -> str:
    return str(get_format("DECIMAL_SEPARATOR"))


def _written(value: Value, point: str) -> object:
    if isinstance(value, Percent):
        return f"{_number(value.hundredths, point)}%"
    if isinstance(value, Decimal):
        return _number(value, point)
    return harmless(value)


def _number(value: int | Decimal, point: str) -> str:
    return format(value, "f" if isinstance(value, Decimal) else "d").replace(".", point)
