"""Sheets as CSV and as workbooks: what a spreadsheet makes of them, in each language."""

import codecs
import time
import zipfile
from decimal import Decimal
from fractions import Fraction
from io import BytesIO

import pytest
from django.utils import translation

from tests.tournaments.exporting.reading import csv_rows, xlsx_page, xlsx_rows
from tournaments.cells import DANGEROUS, as_it_was, harmless
from tournaments.exporting.csv_file import as_csv
from tournaments.exporting.sheet import Percent, Sheet, rounded
from tournaments.exporting.xlsx_file import WIDEST, as_xlsx
from tournaments.importing.sheets import read_file

FORMULAS = ["=1+1", "+47 22 33", "-1", "@SUM(A1)", "＝1", "\t=1", "=cmd|' /C calc'!A0"]
OTHERWISE = ["0301234", "1/2", "2026-11-18", "1e5"]
"""Would become other numbers, or days."""
WORDS = ["Ana", "Ávila; Ana", "O’Neill, Bo", 'Zoë "Z"', "王秀英", "שרה", "two\nlines", *FORMULAS, *OTHERWISE]


def sheet(*rows):
    return Sheet("People", ["Name", "Points"], rows)


@pytest.mark.parametrize(
    ("language", "separator", "number", "share"),
    [("en", ",", "-1.5", "12.5%"), ("de", ";", "-1,5", "12,5%"), ("fi", ";", "-1,5", "12,5%")],
)
def test_csv_is_written_as_the_language_reads_it(language, separator, number, share):
    with translation.override(language):
        data = as_csv(sheet(["Ana", Decimal("-1.5")], ["Bo", Percent(Decimal("12.5"))], ["Cy", -7]))
    assert data.startswith(codecs.BOM_UTF8)
    rows = [["Name", "Points"], ["Ana", number], ["Bo", share], ["Cy", "-7"]]
    assert csv_rows(data, separator) == rows


@pytest.mark.parametrize("language", ["en", "de"])
def test_words_come_back_as_they_were_and_none_is_a_formula(language):
    rows = [[word, at] for at, word in enumerate(WORDS)]
    with translation.override(language):
        text, book = as_csv(sheet(*rows)), as_xlsx(sheet(*rows))
    written = csv_rows(text, "," if language == "en" else ";")[1:]
    assert [each for each, _ in written if each.startswith(DANGEROUS)] == []
    assert [as_it_was(each) for each, _ in written] == WORDS
    for data in (text, book):
        back = [as_it_was(row.cells[0]) for row in read_file(data)[1:]]
        assert back == WORDS
    cells = list(xlsx_page(book).iter_rows(min_row=2))
    assert [first.value for first, _ in cells] == WORDS
    assert {first.data_type for first, _ in cells} == {"s"}
    assert [first.value for first, _ in cells if first.quotePrefix] == FORMULAS + OTHERWISE


def test_numbers_in_a_workbook_are_numbers():
    book = as_xlsx(sheet(["a", 7], ["b", Decimal("2.25")], ["c", Percent(Decimal("12.5"))], ["d", None]))
    assert [row[1] for row in xlsx_rows(book)[1:]] == [7, 2.25, 0.125, None]
    page = xlsx_page(book)
    assert page["B4"].number_format == "0.0%"
    assert [page[f"B{row}"].data_type for row in (2, 3, 4)] == ["n"] * 3


def test_the_headings_are_bold_and_stay_and_columns_are_wide_enough():
    page = xlsx_page(as_xlsx(Sheet("A", ["No.", "Name"], [[1, "x" * 30], [2, "y" * 500]])))
    assert page.freeze_panes == "A2"
    assert all(cell.font.bold for cell in page[1])
    assert page.column_dimensions["B"].width == WIDEST
    assert 6 <= page.column_dimensions["A"].width <= 10


@pytest.mark.parametrize(
    ("title", "kept"),
    [
        ("Round 1: [a/b]*?\\", "Round 1   a b"),
        ("x" * 50, "x" * 31),
        ("", "1"),
        ("'", "1"),
        ("a\0b", "ab"),
    ],
)
def test_a_title_that_excel_would_not_open_is_mended(title, kept):
    assert xlsx_page(as_xlsx(Sheet(title, ["a"], []))).title == kept


def test_what_no_workbook_can_hold_is_left_out():
    book = as_xlsx(sheet(["a\x00b\x0bc\ud800", 1]))
    assert xlsx_rows(book)[1] == ["abc", 1]


def test_the_same_sheet_is_the_same_bytes_at_any_hour(monkeypatch):
    first = as_xlsx(sheet(["Ana", 1]))
    later = time.time() + 86_400
    monkeypatch.setattr(time, "time", lambda: later)
    assert as_xlsx(sheet(["Ana", 1])) == first
    with zipfile.ZipFile(BytesIO(first)) as packed:
        assert {part.date_time[0] for part in packed.infolist()} == {1980}
        assert b"2000-01-01" in packed.read("docProps/core.xml")


@pytest.mark.parametrize(
    ("value", "decimals", "expected"),
    [
        (Fraction(1, 3), 2, Decimal("0.33")),
        (Fraction(-1, 3), 2, Decimal("-0.33")),
        (Fraction(5, 2), 2, Decimal("2.5")),
        (Fraction(4, 2), 2, 2),
        (Fraction(-1, 1000), 2, 0),
        (100, 2, 100),
        (Fraction(2000, 3), 0, 667),
    ],
)
def test_numbers_are_rounded_as_pages_round_them(value, decimals, expected):
    assert rounded(value, decimals) == expected
    assert type(rounded(value, decimals)) is type(expected)


@pytest.mark.parametrize("text", ["'Ana", "''", "'", "", "Ana", *WORDS])
def test_only_our_own_apostrophe_is_taken_off(text):
    assert as_it_was(str(harmless(text))) == text
