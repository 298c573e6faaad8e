"""Reading names that people typed or pasted: cleaning, comparing, refusing. No database."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import MOST_ENTRANTS, NAME_LENGTH

MOST_PROBLEMS = 8
"""More than these are counted, not listed: nobody mends a list from a wall of text."""

# Of the invisible characters these two shape what is seen: emoji families, Persian and Indic words.
JOINERS = {"\u200c", "\u200d"}
MOST_MARKS = 4
"""Above and below one letter. No language has more, and a heap of them covers the lines around it."""


@dataclass(frozen=True, slots=True)
class NameList:
    """The names of a pasted list in order, and what is wrong with it, line by line."""

    names: tuple[str, ...]
    problems: tuple[str, ...]


def clean_name(text: str) -> str:
    """A name without control characters, spare spaces, or marks that hide, reorder or tell alikes apart."""
    kept = "".join(
        " " if unicodedata.category(char) == "Cc" else char
        for char in text
        if char in JOINERS or unicodedata.category(char) != "Cf"
    )
    return _with_few_marks(unicodedata.normalize("NFC", " ".join(kept.split())))


def name_key(name: str) -> str:
    """Two names with the same key are the same name."""
    return unicodedata.normalize("NFKC", name).casefold()[: 2 * NAME_LENGTH]


def sort_key(name: str) -> str:
    """Where a name stands in a list: accents and capitals do not move it. People look for É among the E."""
    apart = unicodedata.normalize("NFKD", name)
    return "".join(char for char in apart if not unicodedata.combining(char)).casefold()


def read_names(text: str, taken: set[str]) -> NameList:
    """One name a line. ``taken`` holds the keys of those who are already in."""
    names: list[str] = []
    problems: list[str] = []
    first_line: dict[str, int] = {}
    for line_number, line in enumerate(text.splitlines(), start=1):
        name = clean_name(line)
        if not name:
            continue
        key = name_key(name)
        problem = _row_of_a_table(line) or _problem(name, key, first_line, taken)
        if problem:
            problems.append(_("Line %(line)s: %(problem)s") % {"line": line_number, "problem": problem})
        else:
            names.append(name)
        first_line.setdefault(key, line_number)
    return NameList(tuple(names), _whole_list_problems(names, problems, len(taken)))


def name_problem(name: str) -> str:
    """Why a cleaned name cannot be one, or nothing."""
    if len(name) > NAME_LENGTH:
        return _("“%(name)s…” is too long. A name has at most %(most)s characters.") % {
            "name": name[:20],
            "most": NAME_LENGTH,
        }
    if not any(unicodedata.category(char)[0] in "LNPS" for char in name):
        return _("There is nothing to read in this name.")
    return ""


def _with_few_marks(name: str) -> str:
    kept, marks = [], 0
    for char in name:
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            kept.append(char)
    return "".join(kept)


def _row_of_a_table(line: str) -> str:
    """Who pastes a whole table would else make addresses public; first and last name in two columns are a name."""
    if "@" not in line and line.strip().count("\t") < 2 and line.count(";") < 2:
        return ""
    return _(
        "This looks like a row of a table. Paste the names alone, or bring the table in by “%(file)s”."
    ) % {"file": _("From a file")}


def _problem(name: str, key: str, first_line: dict[str, int], taken: set[str]) -> str:
    if problem := name_problem(name):
        return problem
    if key in first_line:
        return _(
            "“%(name)s” stands in line %(first)s already. Remove it, or add what tells the two apart."
        ) % {
            "name": name,
            "first": first_line[key],
        }
    if key in taken:
        return _("“%(name)s” is already entered. Remove it, or add what tells the two apart.") % {
            "name": name
        }
    return ""


def _whole_list_problems(names: list[str], problems: list[str], entered: int) -> tuple[str, ...]:
    if not names and not problems:
        return (_("Type or paste at least one name, one a line."),)
    if len(names) + entered > MOST_ENTRANTS:
        return (
            _(
                "A tournament has room for %(most)s people. %(entered)s are entered and this list has %(count)s."
            )
            % {"most": MOST_ENTRANTS, "entered": entered, "count": len(names)},
        )
    if len(problems) > MOST_PROBLEMS:
        more = len(problems) - MOST_PROBLEMS
        return (*problems[:MOST_PROBLEMS], _("… and %(count)s more lines like these.") % {"count": more})
    return tuple(problems)
