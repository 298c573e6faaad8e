"""Rows of a list as people, each with what is wrong with it. Whether they are known is for the selectors."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.cells import as_it_was
from tournaments.importing.columns import BY_PLACE, IN_WORDS, Field, columns_of, yes_or_no
from tournaments.importing.sheets import SheetRow
from tournaments.importing.workbook import FORMULA
from tournaments.models import NAME_LENGTH
from tournaments.names import clean_name, name_problem

MOST_PHONE = 40
MOST_APART = 20
PHONE = re.compile(r"[0-9+()/. -]{3,40}")


@dataclass(frozen=True, slots=True)
class Person:
    """One line of a list: who, or why it cannot be told who."""

    line: int
    name: str
    club: str = ""
    email: str = ""
    phone: str = ""
    minor: bool = False
    apart: tuple[str, ...] = ()
    problem: str = ""
    notes: tuple[str, ...] = field(default=())
    """What was left out of this line, though the line itself is taken."""


def read_people(rows: Sequence[SheetRow]) -> list[Person]:
    """Everybody in a list, in its order."""
    if not rows:
        raise Refused("empty-list", _("There is nobody in this list."), field="file")
    columns, headed = columns_of(rows[0].cells)
    people = [_person(row, columns) for row in rows[headed:]]
    if not people:
        raise Refused("empty-list", _("There is a heading, but nobody below it."), field="file")
    return people


def read_by_place(row: SheetRow) -> Person:
    """One row whose cells stand in our own order."""
    return _person(row, {each: place for place, each in enumerate(BY_PLACE)})


def _person(row: SheetRow, columns: Mapping[Field, int]) -> Person:
    cells = {each: row.cells[place].strip() for each, place in columns.items() if place < len(row.cells)}
    for each, text in cells.items():
        if text.startswith(FORMULA):
            problem = _(
                "The cell for “%(column)s” holds a formula. Formulas are not computed here: put in its value."
            )
            return Person(row.number, text[:40], problem=problem % {"column": IN_WORDS[each]})
    cells = {each: as_it_was(text) for each, text in cells.items()}
    name = clean_name(cells.get(Field.NAME) or f"{cells.get(Field.FIRST, '')} {cells.get(Field.LAST, '')}")
    if not name:
        return Person(row.number, "", problem=_("There is no name in this line."))
    if "\N{REPLACEMENT CHARACTER}" in name:
        return Person(
            row.number,
            name[:40],
            problem=_("This name was spoilt when the file was saved. Save it as UTF-8."),
        )
    if problem := name_problem(name):
        return Person(row.number, name[:40], problem=problem)
    return _with_the_rest(row.number, name, cells)


def _with_the_rest(line: int, name: str, cells: Mapping[Field, str]) -> Person:
    """What cannot be read beside the name is left out and told; the name itself still counts."""
    notes: list[str] = []
    club, email, phone = (
        clean_name(cells.get(Field.CLUB, "")),
        cells.get(Field.EMAIL, ""),
        cells.get(Field.PHONE, ""),
    )
    if len(club) > NAME_LENGTH:
        notes.append(_("The club’s name is too long and is left out."))
        club = ""
    if email and not _is_email(email):
        notes.append(_("“%(text)s” is no e-mail address and is left out.") % {"text": email[:40]})
        email = ""
    if phone and not PHONE.fullmatch(phone):
        notes.append(_("“%(text)s” is no telephone number and is left out.") % {"text": phone[:40]})
        phone = ""
    minor = yes_or_no(cells.get(Field.MINOR, ""))
    if minor is None:
        notes.append(
            _("“%(text)s” is neither yes nor no; taken as a minor, to be on the safe side.")
            % {"text": cells[Field.MINOR][:40]}
        )
    apart = [clean_name(each) for each in re.split(r"[;/|]", cells.get(Field.APART, ""))]
    return Person(
        line,
        name,
        club,
        email,
        phone,
        minor is not False,
        tuple(each for each in apart if each)[:MOST_APART],
        notes=tuple(notes),
    )


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= 254
