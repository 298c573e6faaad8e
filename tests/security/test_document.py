"""docs/security.md names only what is there."""

import re

from tests.hall import ROOT

TEXT = (ROOT / "docs/security.md").read_text()
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)`", TEXT)))


def test_every_test_that_it_names_is_there() -> None:
    assert len(NAMED) > 30
    assert [name for name in NAMED if not (ROOT / name).exists()] == []


def test_every_test_of_this_room_is_named() -> None:
    room = {f"tests/security/{file.name}" for file in (ROOT / "tests/security").glob("test_*.py")}
    assert room - {"tests/security/test_document.py"} <= set(NAMED)


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([\w./-]+)(?:#[\w-]+)?\)", TEXT)
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []


def test_every_chapter_of_the_standard_is_there() -> None:
    chapters = {int(each) for each in re.findall(r"\bV(\d+) [A-Z]", TEXT)}
    assert chapters == set(range(1, 18))


def test_what_is_said_of_limits_is_what_holds() -> None:
    from config import settings
    from tournaments.importing import limits, workbook

    mega = 1024 * 1024
    assert f"beyond {settings.LARGEST_REQUEST // mega} MB" in TEXT
    assert (
        f"at most {settings.DATA_UPLOAD_MAX_MEMORY_SIZE // mega} MB and {settings.DATA_UPLOAD_MAX_NUMBER_FIELDS:,} fields"
        in TEXT
    )
    assert f"files {limits.MOST_BYTES // mega} MB, {workbook.MOST_UNPACKED // mega} MB unpacked" in TEXT
    assert f"{workbook.MOST_PARTS} parts, {limits.MOST_ROWS:,} rows" in TEXT
