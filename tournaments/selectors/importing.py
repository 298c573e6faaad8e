"""What an import would do, line by line, before anything is done."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from tournaments.importing.reading import Person
from tournaments.models import MOST_ENTRANTS, Entrant, Player, Tournament
from tournaments.names import name_key
from tournaments.selectors.roster import known_players, who_is_meant


class Fate(StrEnum):
    """What becomes of a line."""

    NEW = "new"
    KNOWN = "known"
    ENTERED = "entered"
    DOUBLE = "double"
    UNREADABLE = "unreadable"

    @property
    def comes_in(self) -> bool:
        return self in (Fate.NEW, Fate.KNOWN)


@dataclass(frozen=True, slots=True)
class Line:
    person: Person
    fate: Fate
    says: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """All lines, and why the whole of it cannot be done, if it cannot."""

    lines: list[Line]
    problem: str = ""

    @property
    def coming(self) -> list[Line]:
        return [line for line in self.lines if line.fate.comes_in]

    @property
    def left_out(self) -> list[Line]:
        return [line for line in self.lines if not line.fate.comes_in]

    @property
    def counts(self) -> dict[str, int]:
        return {fate.value: count for fate, count in Counter(line.fate for line in self.lines).items()}

    @property
    def token(self) -> str:
        """Changes when something else would happen than what was shown."""
        said = [(line.person.line, line.fate.value, line.person.name) for line in self.coming]
        return hashlib.sha256(repr(said).encode()).hexdigest()[:20]


def preview_of(tournament: Tournament, people: Sequence[Person]) -> Preview:
    entrants = Entrant.objects.filter(tournament=tournament)
    entered = dict(entrants.values_list("name_key", "number"))
    keys = {name_key(person.name) for person in people if not person.problem}
    known = known_players(tournament.club, keys)
    first: dict[str, int] = {}
    lines = [_line(person, entered, known, first) for person in people]
    coming = sum(line.fate.comes_in for line in lines)
    problem = ""
    if coming + len(entered) > MOST_ENTRANTS:
        problem = _(
            "A tournament has room for %(most)s people. %(entered)s are entered and this list has %(count)s."
        ) % {"most": MOST_ENTRANTS, "entered": len(entered), "count": coming}
    return Preview([_with_apart(line, entered, first) for line in lines], problem)


# -- in detail -----------------------------------------------------------------------------------


def _line(
    person: Person, entered: dict[str, int], known: dict[str, list[Player]], first: dict[str, int]
) -> Line:
    if person.problem:
        return Line(person, Fate.UNREADABLE, person.problem)
    key = name_key(person.name)
    if key in first:
        says = _("Stands in line %(first)s already; left out. Two people? Add what tells them apart.")
        return Line(person, Fate.DOUBLE, says % {"first": first[key]}, person.notes)
    first[key] = person.line
    if key in entered:
        says = _("Entered already, with number %(number)s; left as it is.") % {"number": entered[key]}
        return Line(person, Fate.ENTERED, says)
    player = who_is_meant(known.get(key, ()), person.club)
    if player is None:
        return Line(person, Fate.NEW, _("New, and put on the club’s list."), person.notes)
    return Line(person, Fate.KNOWN, _known(player), person.notes)


def _known(player: Player) -> str:
    if player.home:
        return _("Known: on the club’s list, from %(home)s.") % {"home": player.home}
    return _("Known: on the club’s list.")


def _with_apart(line: Line, entered: dict[str, int], first: dict[str, int]) -> Line:
    """Say of whom somebody cannot be kept apart, because nobody is called so."""
    if not line.fate.comes_in or not line.person.apart:
        return line
    missing = [
        each for each in line.person.apart if name_key(each) not in entered and name_key(each) not in first
    ]
    notes = [
        _("Nobody is called “%(name)s”, so they are not kept apart.") % {"name": each} for each in missing
    ]
    return Line(line.person, line.fate, line.says, (*line.notes, *notes))
