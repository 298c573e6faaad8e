"""Every document on every paper, with few people and many, and names that try to be something else."""

import re
from dataclasses import replace
from threading import BoundedSemaphore

import pytest
from django.conf import settings
from django.utils import translation

from tests.tournaments.paper.matters import matter_of, texts
from tournaments.paper import press
from tournaments.paper.api import Document, NothingToPrint, Sheet, given
from tournaments.paper.matter import Matter, Occasion, Part
from tournaments.paper.press import PAPERS, Unprintable, printed, project
from tournaments.paper.registry import registry

DOCUMENTS = registry().documents
NAMING = sorted(DOCUMENTS.keys() - {"rules", "table-cards", "quick-start"})
HOSTILE = [
    '#import "house.typ"',
    "#sys.inputs #panic()",
    "*bold* _it_ $x^2$ `raw`",
    "\\ \\u{41} ~ -- // /* */",
    "<label> @ref [content]",
    "'single' \"double\"",
    '"); #read("/etc/passwd")',
    '", "injected": "yes',
    "{page} of {pages}",
    "عبد الرحمن محمد",
    "עברית Latin 12",
    "山田太郎 😀👩‍👩‍👧",
    "Łódź Příliš žluťoučký kůň Ångström",
    "W" * 200,
    "Anna Maria " * 18 + "Z",
]
MEDIA_BOX = {"a4": (595, 842), "letter": (612, 792)}


def pages_of(pdf: bytes) -> list[tuple[int, int]]:
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", pdf)
    return [(round(float(width)), round(float(height))) for width, height in boxes]


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("key", sorted(DOCUMENTS))
def test_every_document_is_set_on_every_paper(key, paper, language):
    of = matter_of([f"Player {number}" for number in range(1, 6)])
    with translation.override(language):
        sheet = DOCUMENTS[key].sheet(of)
        made = printed(project(sheet, of.occasion, paper, language))
    assert made.startswith(b"%PDF-")
    assert made.rstrip().endswith(b"%%EOF")
    wide, high = MEDIA_BOX[paper]
    assert set(pages_of(made)) == {(high, wide) if sheet.landscape else (wide, high)}


@pytest.mark.parametrize("key", NAMING)
def test_whatever_a_name_looks_like_it_is_printed_as_text(key):
    said = texts(DOCUMENTS[key], matter_of(HOSTILE))
    for name in HOSTILE:
        assert name in said, name


@pytest.mark.parametrize("key", sorted(DOCUMENTS))
def test_no_word_that_anybody_typed_becomes_part_of_a_template(key):
    of = matter_of(HOSTILE)
    files = project(DOCUMENTS[key].sheet(of), of.occasion, "a4", "en")
    plain = matter_of(["Ana"])
    same = project(DOCUMENTS[key].sheet(plain), plain.occasion, "a4", "en")
    assert {name for name in files if files[name] != same[name]} <= {"data.json"}


@pytest.mark.parametrize("key", sorted(DOCUMENTS))
def test_the_same_matter_gives_the_same_bytes(key):
    of = matter_of(["Ana", "Ben", "Cleo", "Dan"])
    files = project(DOCUMENTS[key].sheet(of), of.occasion, "a4", "en")
    assert printed(files) == printed(files)


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("pairings-by-name", ["Autumn Cup", "Round 1", "Ana", "By the window"]),
        ("pairings-by-table", ["Autumn Cup", "Round 1", "Ana", "By the window", "Out Sider"]),
        (
            "standings",
            ["Autumn Cup", "Final standings", "After round 5 of 5", "Ana", "3.5", "Placing points"],
        ),
        ("crosstable", ["Autumn Cup", "Ana", "412", "2 3 4", "Round 5"]),
        ("rules", ["Club rules", "Seven tiles each.", "Bridge", "+43 for a bridge.", "Each costs 6."]),
        ("score-sheets", ["Autumn Cup", "Ana", "Bridge", "+43 for a bridge.", "Signature"]),
        ("table-cards", ["Autumn Cup", "By the window", "1"]),
        ("place-cards", ["Ana", "Klub", "No. 1"]),
        (
            "quick-start",
            ["Autumn Cup", "Quick start", "Judge", "Paste the names under “People”, one a line."],
        ),
        ("certificates", ["CERTIFICATE", "Autumn Cup", "Ana", "Place 1 of 5", "Klub Łódź"]),
    ],
)
def test_each_says_what_it_is_for(key, words):
    said = texts(DOCUMENTS[key], matter_of(["Ana", "Ben", "Cleo", "Dan", "Eve"]))
    for word in words:
        assert word in said, word


def test_the_foot_says_where_when_and_which_page():
    said = texts(DOCUMENTS["pairings-by-name"], matter_of([f"Player {number}" for number in range(200)]))
    assert "Page 1 of 3" in said
    assert "Page 3 of 3" in said
    assert "Klub Łódź  ·  Main hall  ·  17 November 2026  ·  Published 14:05" in said


def test_a_score_sheet_has_a_back_only_where_turns_are_followed():
    of = matter_of(["Ana", "Ben", "Cleo", "Dan"])
    document = DOCUMENTS["score-sheets"]
    assert len(pages_of(printed(project(document.sheet(of), of.occasion, "a4", "en")))) == 2
    by_deals = Matter(of.occasion, seating=of.seating, rules=replace(given(of.rules), by_turns=False))
    assert len(pages_of(printed(project(document.sheet(by_deals), of.occasion, "a4", "en")))) == 1


def test_rules_stay_on_one_page_however_much_they_say():
    of = matter_of(["Ana"])
    point = replace(given(of.rules).points[1], text="One more thing about bridges. " * 6)
    many = replace(of, rules=replace(given(of.rules), points=(point,) * 30))
    made = printed(project(DOCUMENTS["rules"].sheet(many), many.occasion, "letter", "en"))
    assert len(pages_of(made)) == 1


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_the_quick_start_stays_on_one_page_in_every_language(paper):
    of = matter_of([])
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            made = printed(project(DOCUMENTS["quick-start"].sheet(of), of.occasion, paper, language))
        assert len(pages_of(made)) == 1, language


@pytest.mark.parametrize("key", ["pairings-by-name", "pairings-by-table", "score-sheets"])
def test_a_draft_says_so_and_a_rehearsal_too(key):
    assert any("Draft" in said for said in texts(DOCUMENTS[key], matter_of(["Ana"] * 4, draft=True)))
    assert not any("Draft" in said for said in texts(DOCUMENTS[key], matter_of(["Ana"] * 4)))
    assert any("Rehearsal" in said for said in texts(DOCUMENTS[key], matter_of(["Ana"] * 4, rehearsal=True)))


@pytest.mark.parametrize("key", sorted(DOCUMENTS.keys() - {"rules", "quick-start"}))
def test_nothing_is_printed_of_nothing(key):
    of = matter_of([])
    empty = replace(of, crosstable=replace(given(of.crosstable), rounds=()))
    with pytest.raises(NothingToPrint, match=r"\."):
        DOCUMENTS[key].sheet(empty)


class Broken(Document):
    key = "broken"
    name = about = "Broken"
    parts = (Part.PEOPLE,)

    def sheet(self, matter: Matter) -> Sheet:
        return Sheet('#import "house.typ": *\n#show: house\n#nothing-of-that-name', "Broken", {})


class Curious(Broken):
    def sheet(self, matter: Matter) -> Sheet:
        return Sheet('#read("/../../../manage.py")', "Curious", {})


@pytest.mark.parametrize(("document", "why"), [(Broken(), "unknown variable"), (Curious(), "escape")])
def test_a_template_that_cannot_be_set_is_a_bug_and_no_half_of_a_document(document, why):
    of = Matter(Occasion("Cup", "", "", "", ""))
    with pytest.raises(Unprintable, match=why):
        printed(project(document.sheet(of), of.occasion, "a4", "en"))


@pytest.mark.parametrize("taken", ["_turns", "_places"])
def test_whoever_finds_the_press_busy_is_told(taken, monkeypatch):
    monkeypatch.setattr(press, "MOST_WAIT", 0.01)
    monkeypatch.setattr(press, taken, BoundedSemaphore(1))
    with getattr(press, taken), pytest.raises(press.PressBusy):
        printed({"main.typ": "x"})
    assert printed({"main.typ": "x"}).startswith(b"%PDF-")
