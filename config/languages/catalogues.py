"""The catalogues in locale/: one text file a language, which people edit, and beside it the same as the program reads it.

A catalogue holds what is extracted from the sources, no more and no less, in the same order, so that a change of it
shows what was changed. No translation is ever guessed from one that is alike.
"""

from __future__ import annotations

from pathlib import Path

import django
import polib

ENGLISH = "en"
WIDTH = 0
"""Lines are not broken: a changed word is one changed line."""


def folder_of(root: Path, language: str) -> Path:
    return root / "locale" / language / "LC_MESSAGES"


def catalogue(root: Path, language: str) -> polib.POFile:
    """As it stands; an empty one where there is none yet."""
    path = folder_of(root, language) / "django.po"
    made = polib.pofile(str(path), wrapwidth=WIDTH) if path.exists() else polib.POFile(wrapwidth=WIDTH)
    made.metadata = head_of(language)
    return made


def head_of(language: str) -> dict[str, str]:
    """Without any date: a catalogue changes when its words do."""
    return {
        "Project-Id-Version": "Triomphe",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": plural_forms(language),
    }


def plural_forms(language: str) -> str:
    """Those of Django's own source for this language. What it has compiled says another for some: 0 ponto, which nobody in
    Portugal says."""
    path = Path(django.__file__).parent / "conf" / "locale" / language / "LC_MESSAGES" / "django.po"
    return str(polib.pofile(str(path)).metadata["Plural-Forms"])


def how_many_forms(language: str) -> int:
    return int(plural_forms(language).split("nplurals=")[1].split(";")[0])


def updated(old: polib.POFile, found: polib.POFile, language: str) -> polib.POFile:
    """What was found, in the words that the old catalogue has for it."""
    known = {(entry.msgctxt, entry.msgid, entry.msgid_plural): entry for entry in old if not entry.obsolete}
    new = polib.POFile(wrapwidth=WIDTH)
    new.metadata = head_of(language)
    for each in found:
        before = known.get((each.msgctxt, each.msgid, each.msgid_plural))
        entry = polib.POEntry(
            msgctxt=each.msgctxt,
            msgid=each.msgid,
            msgid_plural=each.msgid_plural,
            occurrences=each.occurrences,
            flags=[flag for flag in each.flags if flag != "fuzzy"],
            comment=each.comment,
            tcomment=before.tcomment if before else "",
        )
        if each.msgid_plural:
            said = before.msgstr_plural if before else {}
            entry.msgstr_plural = {form: said.get(form, "") for form in range(how_many_forms(language))}
        else:
            entry.msgstr = before.msgstr if before else ""
        new.append(entry)
    return new


def save(root: Path, language: str, made: polib.POFile) -> None:
    """The text, and the same as the program reads it."""
    folder = folder_of(root, language)
    folder.mkdir(parents=True, exist_ok=True)
    made.save(str(folder / "django.po"), newline="\n")
    (folder / "django.mo").write_bytes(compiled(made))


def compiled(made: polib.POFile) -> bytes:
    return bytes(made.to_binary())


def left(made: polib.POFile) -> int:
    """How many are not translated."""
    return sum(not entry.translated() for entry in made if not entry.obsolete)
