"""Files that are sent to us and files that we hand out: bombs, riddles, formulas, and names that lead elsewhere."""

import csv
import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook, load_workbook

from games.services import finalize
from tests.factories import enter, published_round, tournament_of
from tests.security import counts
from tests.security.snapshot import changed, everything
from tournaments.cells import DANGEROUS, harmless
from tournaments.importing.workbook import MOST_UNPACKED

pytestmark = [pytest.mark.django_db, pytest.mark.only_the_page]

BILLION = (
    b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(
        b'<!ENTITY %c "%s">' % (letter, b"&%c;" % (letter - 1) * 10) for letter in range(ord("b"), ord("k"))
    )
    + b"]><worksheet><sheetData><row><c><v>&j;</v></c></row></sheetData></worksheet>"
)
OUTSIDE = (
    b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
    b"<worksheet><sheetData><row><c><v>&a;</v></c></row></sheetData></worksheet>"
)


def workbook(sheets=1, columns=1, rows=2):
    book = Workbook(write_only=True)
    for number in range(sheets):
        sheet = book.create_sheet(f"Sheet {number}")
        for row in range(rows):
            sheet.append([f"Name {row}.{column}" for column in range(columns)])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def with_part(data, name, content):
    """The same workbook with one part exchanged, or one more."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            if part.filename != name:
                new.writestr(part.filename, old.read(part))
        new.writestr(name, content)
    return file.getvalue()


def lying(data):
    """A bomb that says of itself, in the list at its end, that it is small."""
    size = (MOST_UNPACKED + 1).to_bytes(4, "little")
    return with_part(data, "xl/worksheets/sheet1.xml", b" " * (MOST_UNPACKED + 1)).replace(
        size, b"\x10\0\0\0"
    )


# Made when they are needed: some take a second.
FILES = {
    "a zip bomb": lambda: with_part(workbook(), "xl/worksheets/sheet1.xml", b" " * (MOST_UNPACKED + 1)),
    "a zip bomb that lies": lambda: lying(workbook()),
    "a zip bomb beside the sheet": lambda: with_part(
        workbook(), "xl/media/a.png", b"\0" * (MOST_UNPACKED + 1)
    ),
    "a zip in a zip": lambda: with_part(workbook(), "xl/worksheets/sheet1.xml", workbook()),
    "a billion laughs": lambda: with_part(workbook(), "xl/worksheets/sheet1.xml", BILLION),
    "a billion laughs in its strings": lambda: with_part(workbook(), "xl/sharedStrings.xml", BILLION),
    "an entity from outside": lambda: with_part(workbook(), "xl/worksheets/sheet1.xml", OUTSIDE),
    "an entity in its list of parts": lambda: with_part(workbook(), "[Content_Types].xml", OUTSIDE),
    "a thousand parts": lambda: workbook(sheets=510),
    "too many rows": lambda: workbook(rows=5_002),
    "nothing": lambda: b"",
    "only zeros": lambda: b"\0" * 1_000,
    "a zip of nothing": lambda: b"PK\x05\x06" + b"\0" * 18,
    "a cut zip": lambda: workbook()[: len(workbook()) // 2],
    "an old workbook": lambda: b"\xd0\xcf\x11\xe0" + b"\0" * 1_000,
    "a picture": lambda: b"\x89PNG\r\n\x1a\n" + b"\0" * 100,
    "one endless line": lambda: b"a" * (1024 * 1024),
    "one endless cell": lambda: b'name,club\n"' + b"a" * (1024 * 1024) + b'",x\n',
    "an open quotation mark": lambda: b'name,club\n"Ana,Bo\n' * 50,
    "too many lines": lambda: b"a\n" * 6_000,
    "too large": lambda: b"a" * (3 * 1024 * 1024),
}
TAKEN = {
    "many columns": lambda: workbook(columns=2_000, rows=5),
    "many sheets": lambda: workbook(sheets=60),
}


@pytest.fixture
def tournament():
    return tournament_of(4)


@pytest.fixture
def organiser(tournament):
    client = Client()
    client.force_login(tournament.organiser)
    return client


def send(client, tournament, data, name="import_people"):
    file = SimpleUploadedFile("people.xlsx", data)
    more = [1] if name == "import_results" else []
    return client.post(reverse(name, args=[tournament.slug, *more]), {"file": file, "names": ""})


@pytest.mark.parametrize("name", ["import_people", "import_pairings", "import_results"])
@pytest.mark.parametrize("kind", FILES)
def test_a_file_that_is_no_list_is_refused_in_words(kind, name, tournament, organiser):
    if name == "import_results":
        published_round(tournament)
    before = everything()
    answer = send(organiser, tournament, FILES[kind](), name)
    page = answer.content.decode()
    # A list of which each line says what is wrong with it is an answer in words too.
    assert answer.status_code == 422 or (answer.status_code == 200 and "import" in page), kind
    assert len(page) < 100_000
    assert "root:" not in page
    assert changed(before) == []
    counts.tried("hostile files refused", 1)


@pytest.mark.parametrize("kind", TAKEN)
def test_more_than_is_wanted_of_a_file_is_left_unread(kind, tournament, organiser):
    answer = send(organiser, tournament, TAKEN[kind]())
    assert answer.status_code == 200
    assert len(answer.content) < 200_000


@pytest.mark.parametrize(
    "name", ["../../evil.xlsx", "..\\evil", "/etc/passwd", "a\x00.xlsx", "x" * 400, "<b>.csv", "con"]
)
def test_what_a_file_is_called_is_not_asked(name, tournament, organiser):
    url = reverse("import_people", args=[tournament.slug])
    answer = organiser.post(url, {"file": SimpleUploadedFile(name, b"name\nAna\n"), "names": ""})
    assert answer.status_code in (200, 422)
    assert b"evil" not in answer.content


def test_many_files_at_once_are_too_many(tournament, organiser):
    files = {f"file{number}": SimpleUploadedFile("a.csv", b"a") for number in range(6)}
    assert organiser.post(reverse("import_people", args=[tournament.slug]), files).status_code == 413


# -- what we hand out ------------------------------------------------------------------------------


FORMULAS = [
    "=1+1",
    "+1",
    "-1+2",
    "@SUM(A1)",
    "＝1",
    "=cmd|' /C calc'!A0",
    "-2+3+cmd|' /C calc'!A0",
    '=HYPERLINK("//x")',
]


def test_no_name_is_a_formula_in_what_a_spreadsheet_opens(organiser, tournament):
    for number, text in enumerate(FORMULAS[:4], start=1):
        tournament.entrants.filter(number=number).update(name=text, club=FORMULAS[number + 3])
    tournament.name, tournament.place = FORMULAS[0], FORMULAS[6]
    tournament.save()
    table = published_round(tournament).tables.get()
    enter(table, [400, 3, 2, 1])
    finalize(table.match_id)
    answer = organiser.get(reverse("certificates_csv", args=[tournament.slug]))
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert len(rows) == 5
    cells = [cell for row in rows for cell in row]
    assert [cell for cell in cells if cell.startswith(DANGEROUS)] == []
    assert {f"'{each}" for each in FORMULAS[:4]} <= set(cells)
    # And as a spreadsheet keeps it.
    book = Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    kept = load_workbook(io.BytesIO(file.getvalue())).active
    assert not any(cell.data_type == "f" for row in kept.iter_rows() for cell in row)
    assert answer["Content-Disposition"].startswith("attachment")
    counts.tried("cells looked at for formulas", len(cells))


@pytest.mark.parametrize("text", ["\t=1", "\r=1", "\n=1", "\0=1", "＝1", "＋1", "－1", "＠x"])
def test_nor_by_what_comes_before_it(text):
    assert harmless(text) == f"'{text}"


def test_an_archive_leads_nowhere_but_into_its_own_folder(organiser, tournament):
    published_round(tournament)
    tournament.name = "../../../etc/cron.d/x"
    tournament.save()
    answer = organiser.get(reverse("archive", args=[tournament.slug]))
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as packed:
        for name in packed.namelist():
            assert name.startswith(f"{tournament.slug}/")
            assert ".." not in name
    assert answer["Content-Disposition"] == f'attachment; filename="{tournament.slug}.zip"'


@pytest.mark.parametrize(
    "path",
    [
        "/static/../config/settings.py",
        "/static/..%2fconfig%2fsettings.py",
        "/static/%2e%2e/%2e%2e/etc/passwd",
        "/static//etc/passwd",
        "/static/js/..\\..\\manage.py",
        "/static/staticfiles.json/../../secret.key",
        "/static/\x00",
        "/t/../healthz/",
        "/backups/",
        "/var/",
        "/.git/config",
        "/media/x",
    ],
)
def test_no_address_leads_out_of_its_folder(path):
    answer = Client().get(path)
    assert answer.status_code in (400, 404)
    assert b"SECRET_KEY" not in answer.content
    counts.tried("ways out of a folder refused", 1)
