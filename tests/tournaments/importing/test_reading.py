"""Lists of people as programs really save them: encodings, separators, headings, workbooks, nonsense."""

import io
import zipfile

import pytest
from openpyxl import Workbook

from games.errors import Refused
from tournaments.importing.limits import MOST_BYTES, MOST_ROWS
from tournaments.importing.reading import read_people
from tournaments.importing.sheets import read_file, read_text
from tournaments.importing.workbook import MOST_UNPACKED

LIST = "Name;Verein\nAna Ávila;Köln\nZoë Čapek;Łódź\n"
WESTERN = "Name;Verein\nAna Ávila;Köln\nÖzil „Mö“;Gruß €\n"


def workbook(*rows):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def people(data):
    return read_people(read_file(data))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_every_unicode_encoding_is_read(encoding):
    assert [(each.name, each.club) for each in people(LIST.encode(encoding))] == [
        ("Ana Ávila", "Köln"),
        ("Zoë Čapek", "Łódź"),
    ]


def test_western_windows_files_are_read():
    assert [each.name for each in people(WESTERN.encode("cp1252"))] == ["Ana Ávila", "Özil „Mö“"]
    assert people("Name\nZoë\x81 Ávila\n".encode("latin-1"))[0].name == "Zoë Ávila"


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_each_separator_is_found(separator):
    rows = [["name", "club", "e-mail"], ["Ana", "Lyon, 3e", "ana@example.org"], ["Bo", "", ""]]
    text = "\n".join(separator.join(f'"{cell}"' for cell in row) for row in rows)
    ana, bo = people(text.encode())
    assert (ana.name, ana.club, ana.email, ana.line) == ("Ana", "Lyon, 3e", "ana@example.org", 2)
    assert (bo.name, bo.club, bo.line) == ("Bo", "", 3)


def test_lines_of_last_name_comma_first_name_are_names():
    assert [each.name for each in read_people(read_text("Ávila, Ana\nCapek, Bo\n"))] == [
        "Ávila, Ana",
        "Capek, Bo",
    ]


def test_a_pasted_column_is_a_list_of_names_and_keeps_its_line_numbers():
    found = read_people(read_text("Ana\n\n  Bo  \r\nÇelik"))
    assert [(each.line, each.name) for each in found] == [(1, "Ana"), (3, "Bo"), (4, "Çelik")]


def test_line_numbers_hold_after_a_cell_with_a_line_break():
    found = people(b'name,club\n"Ana","one\ntwo"\nBo,x\n')
    assert [(each.line, each.name) for each in found] == [(2, "Ana"), (4, "Bo")]


@pytest.mark.parametrize(
    "heading",
    [
        "Name;Club;E-Mail;Phone;Junior;Keep apart",
        "Spieler;Verein;E-Mail;Telefon;Minderjährig;Nicht mit",
        "Joueur;Équipe;Courriel;Tél.;Mineur;Pas avec",
        "Jugador;Equipo;Correo electrónico;Teléfono;Menor;No con",
        "Jméno;Oddíl;E-mail;Telefon;Mládež;Ne s",
        "Naam;Vereniging;E-mailadres;Telefoon;Jeugd;Niet met",
    ],
)
def test_headings_are_known_in_several_languages(heading):
    (ana,) = people(f"{heading}\nAna;Lyon;a@b.org;+33 6 12;x;Bo / Cy\n".encode())
    assert (ana.name, ana.club, ana.email, ana.phone) == ("Ana", "Lyon", "a@b.org", "+33 6 12")
    assert ana.minor
    assert ana.apart == ("Bo", "Cy")


def test_columns_stand_in_any_order_and_unknown_ones_are_left():
    (ana,) = people("Telefon;Nachname;Lieblingstier;Vorname\n123;Ávila;Hase;Ana\n".encode())
    assert (ana.name, ana.phone) == ("Ana Ávila", "123")


def test_nom_is_the_whole_name_alone_and_the_last_one_beside_prenom():
    assert people(b"Nom;Club\nAna Avila;Lyon\n")[0].name == "Ana Avila"
    assert people("Nom;Prénom\nAvila;Ana\n".encode())[0].name == "Ana Avila"


def test_without_a_heading_the_order_counts():
    (ana,) = people(b"Ana;Lyon;a@b.org;0123;no;\n")
    assert (ana.club, ana.email, ana.phone, ana.minor) == ("Lyon", "a@b.org", "0123", False)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"Verein;E-Mail\nLyon;a@b.org\n", "no-name-column"),
        (b"", "empty-list"),
        (b"\n\n  \n", "empty-list"),
        (b"Name;Club\n", "empty-list"),
        (b"\x00\x01\x02\x00\x03\x00\x00", "not-text"),
        (b"\xff\xfe\x00\xd8", "not-text"),
        (b"\xd0\xcf\x11\xe0 old excel", "old-excel"),
        (b"PK\x03\x04 not a zip", "bad-workbook"),
        (b"x" * (MOST_BYTES + 1), "file-too-large"),
        ("\n".join(f"P{n}" for n in range(20_000)).encode(), "too-many-rows"),
    ],
)
def test_what_is_no_list_is_refused_with_a_sentence(data, code):
    with pytest.raises(Refused) as refusal:
        people(data)
    assert refusal.value.code == code
    assert len(refusal.value.message) > 20


def test_a_missing_name_column_is_told_with_what_was_found():
    with pytest.raises(Refused) as refusal:
        people(b"Verein;E-Mail\nLyon;a@b.org\n")
    assert "Verein, E-Mail" in refusal.value.message


def test_what_cannot_be_read_beside_a_name_is_left_out_and_told():
    (ana,) = people(b"name;email;phone;junior\nAna;nowhere;call me;perhaps\n")
    assert (ana.email, ana.phone, ana.minor, ana.problem) == ("", "", True, "")
    assert [note.split("”")[0] for note in ana.notes] == ["“nowhere", "“call me", "“perhaps"]


@pytest.mark.parametrize(
    "name", ["=HYPERLINK(1)", "", "x" * 81, "\u202e", "Ana \N{REPLACEMENT CHARACTER}vila"]
)
def test_a_name_that_is_none_spoils_its_line_alone(name):
    bad, good = people(f"name;club\n{name};Lyon\nBo;Lyon\n".encode())
    assert bad.problem
    assert not good.problem


# -- workbooks -----------------------------------------------------------------------------------------


def test_a_workbook_is_read_as_it_is_typed():
    rows = [["Name", "Phone", "Minor"], ["Ana Ávila", 123456, True], [None, None, None], ["Bo", "+1 2", None]]
    ana, bo = people(workbook(*rows))
    assert (ana.line, ana.name, ana.phone, ana.minor) == (2, "Ana Ávila", "123456", True)
    assert (bo.line, bo.phone, bo.minor) == (4, "+1 2", False)


def test_a_formula_is_never_computed():
    first, second = people(workbook(["name", "club"], ["=A1", "Lyon"], ["Bo", '=WEBSERVICE("http://x")']))
    assert "formula" in first.problem
    assert "formula" in second.problem
    assert "club" in second.problem


def test_a_workbook_with_too_many_rows_is_refused():
    with pytest.raises(Refused, match="more than 5000 rows"):
        people(workbook(*[[f"P{n}"] for n in range(MOST_ROWS + 5)]))


def test_a_row_far_below_the_others_is_told_of_and_not_lost():
    book = Workbook()
    book.active["A1"], book.active["A2"], book.active["A900000"] = "name", "Ana", "Bo"
    file = io.BytesIO()
    book.save(file)
    with pytest.raises(Refused) as refusal:
        people(file.getvalue())
    assert refusal.value.code == "too-many-rows"


def test_a_workbook_that_unpacks_to_too_much_is_not_unpacked():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", b"0" * (MOST_UNPACKED + 1))
    assert len(file.getvalue()) < MOST_BYTES
    with pytest.raises(Refused) as refusal:
        people(file.getvalue())
    assert refusal.value.code == "workbook-too-large"


def test_a_workbook_with_entities_is_refused():
    original = workbook(["name"], ["Ana"])
    file = io.BytesIO()
    bomb = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData>&a;</sheetData></worksheet>'
    with zipfile.ZipFile(io.BytesIO(original)) as old, zipfile.ZipFile(file, "w") as new:
        for part in old.infolist():
            new.writestr(part, bomb if part.filename.endswith("sheet1.xml") else old.read(part))
    with pytest.raises(Refused) as refusal:
        people(file.getvalue())
    assert refusal.value.code in ("bad-workbook", "empty-list")


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/worksheets/sheet1.xml", "[Content_Types].xml"])
def test_a_spoilt_workbook_is_refused_not_a_crash(part):
    original = workbook(["name"], ["Ana"])
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(original)) as old, zipfile.ZipFile(file, "w") as new:
        for each in old.infolist():
            new.writestr(each, b"<broken" if each.filename == part else old.read(each))
    with pytest.raises(Refused) as refusal:
        people(file.getvalue())
    assert refusal.value.code == "bad-workbook"
