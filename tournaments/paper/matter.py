"""What documents are made of, in plain data. A document says which parts it needs, and is given those alone.

Knows neither where they were read nor who asks: whoever gathers them (``tournaments.selectors.paper``) has put in
only what that person may see.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Part(StrEnum):
    """What can be asked for."""

    SEATING = "seating"
    STANDINGS = "standings"
    CROSSTABLE = "crosstable"
    RULES = "rules"
    CARDS = "cards"
    PEOPLE = "people"
    CERTIFICATES = "certificates"


PUBLIC_PARTS = frozenset({Part.SEATING, Part.STANDINGS, Part.CROSSTABLE, Part.RULES})
"""What everybody may read, each as far as it is public. The others are for who runs the tournament."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """The tournament, in words."""

    name: str
    club: str
    place: str
    days: str
    link: str
    """Where it can be followed."""
    rehearsal: bool = False
    """Played by bots: nothing of it counts."""


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    club: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class Seat:
    """Without a table they sit out."""

    name: str
    table: int | None
    label: str = ""


@dataclass(frozen=True, slots=True)
class TableOf:
    number: int
    label: str
    names: tuple[str, ...]
    link: str
    """Its page: where its result is typed in by whoever may."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A round: by name, and by table in seat order."""

    round: int
    draft: bool
    published: str
    """When, in words."""
    by_name: tuple[Seat, ...]
    tables: tuple[TableOf, ...]
    out: tuple[str, ...]
    link: str


@dataclass(frozen=True, slots=True)
class Ranked:
    rank: int
    name: str
    club: str
    cells: tuple[str, ...]
    out: bool = False
    """Disqualified."""


@dataclass(frozen=True, slots=True)
class Standings:
    when: str
    """After which round, in words."""
    final: bool
    columns: tuple[str, ...]
    rows: tuple[Ranked, ...]
    hidden: int = 0
    """Places above the first row that have not been revealed yet."""


@dataclass(frozen=True, slots=True)
class Played:
    """One person in one round. Without points it is said in a word why there are none."""

    place: int | None = None
    points: str = ""
    against: tuple[int, ...] = ()
    """Where those whom they met stand in this list."""
    word: str = ""


@dataclass(frozen=True, slots=True)
class Crossed:
    rank: int
    name: str
    worth: str
    """What the standings go by."""
    rounds: tuple[Played, ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    when: str
    goes_by: str
    rounds: tuple[int, ...]
    rows: tuple[Crossed, ...]


@dataclass(frozen=True, slots=True)
class RulePoint:
    key: str
    title: str
    text: str
    reading: bool
    picture: str
    """A drawing (SVG), or nothing."""


@dataclass(frozen=True, slots=True)
class Rules:
    name: str
    summary: str
    points: tuple[RulePoint, ...]
    options: tuple[tuple[str, str], ...]
    by_turns: bool
    """Whether a judge may follow it turn by turn."""


@dataclass(frozen=True, slots=True)
class Card:
    """A judge card: its link is a key."""

    number: int
    label: str
    link: str


@dataclass(frozen=True, slots=True)
class Certificate:
    name: str
    club: str
    rank: int
    shared: bool
    categories: str
    placing: str
    points: str
    prizes: str
    people: int
    day: str


@dataclass(frozen=True, slots=True)
class Matter:
    """One tournament and the parts that were asked for; of the others there is nothing."""

    occasion: Occasion
    seating: Seating | None = None
    standings: Standings | None = None
    crosstable: Crosstable | None = None
    rules: Rules | None = None
    cards: tuple[Card, ...] | None = None
    people: tuple[Person, ...] | None = None
    certificates: tuple[Certificate, ...] | None = None
