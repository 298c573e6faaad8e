"""What the catalogues hold: all that is extracted, in every language that is offered, with nothing lost on the way."""

from pathlib import Path

import polib
import pytest
from django.conf import settings

from config.languages import catalogues, extracting, glossary
from config.languages.catalogues import ENGLISH, catalogue, compiled, folder_of, how_many_forms, plural_forms
from tests import needs
from tests.i18n.complaining import complaints

ROOT = Path(settings.ROOT)
OFFERED = [code for code, _name in settings.LANGUAGES if code != ENGLISH]
TERMS = glossary.read(ROOT / "locale" / "glossary.csv")
MOST_TOLD = 20

each_language = pytest.mark.parametrize("language", OFFERED)


@pytest.fixture(scope="module")
def found() -> polib.POFile:
    needs.need(extracting.there_is_gettext(), "GNU gettext (xgettext) is not installed")
    return extracting.extracted(ROOT)


def entries(language: str) -> polib.POFile:
    path = folder_of(ROOT, language) / "django.po"
    assert path.exists(), "“make messages” makes one"
    return polib.pofile(str(path))


def forms(entry: polib.POEntry) -> list[str]:
    return [text for text in (entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]) if text]


def test_no_catalogue_is_there_that_is_not_offered():
    assert {path.name for path in (ROOT / "locale").iterdir() if path.is_dir()} == set(OFFERED)


@each_language
def test_a_catalogue_holds_what_is_extracted_and_nothing_else(language, found):
    key = lambda entry: (entry.msgctxt, entry.msgid, entry.msgid_plural)  # noqa: E731 - said twice
    there, wanted = set(map(key, entries(language))), set(map(key, found))
    assert sorted(map(str, wanted - there))[:MOST_TOLD] == [], "not in the catalogue: “make messages”"
    assert sorted(map(str, there - wanted))[:MOST_TOLD] == [], "in no source any more: “make messages”"


@each_language
def test_everything_is_translated(language):
    made = entries(language)
    assert [entry.msgid for entry in made if not entry.translated() and not entry.obsolete][:MOST_TOLD] == []
    assert [entry.msgid for entry in made if entry.fuzzy or entry.obsolete] == []


@each_language
def test_it_counts_as_django_does(language):
    made = entries(language)
    assert made.metadata["Plural-Forms"] == plural_forms(language)
    assert made.metadata["Language"] == language
    wanted = set(range(how_many_forms(language)))
    assert [each.msgid for each in made if each.msgid_plural and set(each.msgstr_plural) != wanted] == []


@each_language
def test_nothing_is_lost_on_the_way(language):
    wrong = {}
    for entry in entries(language):
        texts = [text for text in (entry.msgid, entry.msgid_plural) if text]
        said = [complaint for form in forms(entry) for complaint in complaints(texts, form)]
        if said:
            wrong[entry.msgid] = said
    assert dict(list(wrong.items())[:MOST_TOLD]) == {}


@each_language
def test_what_the_program_reads_is_what_stands_in_the_text(language):
    path = folder_of(ROOT, language) / "django.mo"
    assert path.read_bytes() == compiled(catalogue(ROOT, language)), "“make messages” compiles it"


@each_language
def test_the_game_is_told_in_the_words_of_its_rules(language):
    made = {entry.msgid: forms(entry) for entry in entries(language)}
    wrong = {
        (term.key, text): made[text]
        for term in TERMS
        for text in term.where
        if made[text] and not all(term.is_in(form, language) for form in made[text])
    }
    assert wrong == {}


def test_the_glossary_is_about_what_is_said(known):
    assert [text for term in TERMS for text in term.where if text not in known] == []
    for term in TERMS:
        assert set(term.words) == set(OFFERED)
        assert all(stem for code in OFFERED for stem in term.stems(code)), term.key


# -- the tools themselves --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "made", "wrong"),
    [
        (["Table %(number)s"], "Tisch %(number)s", 0),
        (["Table %(number)s"], "Tisch", 1),
        (["Table %(number)s"], "Tisch %(nummer)s", 2),
        (["Table %s"], "Tisch %s %s", 1),
        (["<b>Table</b>"], "<b>Tisch</b>", 0),
        (["<b>Table</b>"], "<i>Tisch</i>", 1),
        (["%(n)s tile", "%(n)s tiles"], "%(n)s Steine", 0),
        (["one tile", "%(n)s tiles"], "ein Stein", 0),
        (["%(n)s tile", "%(n)s tiles"], "Steine", 1),
        (["%(n)s %%"], "%(n)s %", 2),
        (["%(n)s %%"], "%(n)s %%", 0),
        (["Save {name}"], "Sichern", 1),
        (["End"], "Ende ", 1),
    ],
)
def test_what_was_lost_is_found(texts, made, wrong):
    assert len(complaints(texts, made)) == wrong


def test_an_update_keeps_what_is_said_and_drops_what_nobody_says():
    def entry(text: str, **said: object) -> polib.POEntry:
        return polib.POEntry(msgid=text, **said)

    old, found = polib.POFile(), polib.POFile()
    old.extend([entry("Table", msgstr="Stůl", tcomment="checked"), entry("Gone", msgstr="Pryč")])
    found.extend([entry("Table"), entry("Tables"), entry("%s tile", msgid_plural="%s tiles")])
    new = catalogues.updated(old, found, "cs")
    assert [(each.msgid, each.msgstr) for each in new] == [("Table", "Stůl"), ("Tables", ""), ("%s tile", "")]
    assert new[0].tcomment == "checked"
    assert new[2].msgstr_plural == {0: "", 1: "", 2: "", 3: ""}
    assert catalogues.left(new) == 2
    assert catalogues.updated(new, found, "cs").__unicode__() == new.__unicode__()
