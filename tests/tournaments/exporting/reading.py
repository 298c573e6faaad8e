"""Files read back as other programs read them: csv and openpyxl, neither of which is ours."""

import csv
import io
from typing import Any

from openpyxl import load_workbook


def csv_rows(data: bytes, separator: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=separator))


def xlsx_page(data: bytes) -> Any:
    return load_workbook(io.BytesIO(data)).active


def xlsx_rows(data: bytes) -> list[list[Any]]:
    return [list(row) for row in xlsx_page(data).iter_rows(values_only=True)]
