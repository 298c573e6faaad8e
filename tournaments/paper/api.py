"""The contract a document fulfils: what it needs, and how that becomes a template and what the template reads.

What people typed never becomes part of a template. It is handed over beside it, as data that the template reads, so
that a name is always text, whatever it looks like.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from tournaments.paper.matter import PUBLIC_PARTS, Matter, Part

API_VERSION = 1
"""Rises when a document written for the old contract would no longer work."""

T = TypeVar("T")


class NothingToPrint(Exception):
    """A document has nothing to say yet. The sentence, marked for translation, says why: to who asks, in their language."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is printed."""

    template: str
    """Typst; imports ``house.typ``, which reads the data and draws the page around it."""
    title: str
    data: Mapping[str, Any]
    """Ready for JSON. The template finds it as ``doc``."""
    subtitle: str = ""
    link: str = ""
    """Where the same can be read, kept up to date; printed as a QR code in the head."""
    note: str = ""
    """At the foot of each page, such as when it was published."""
    draft: bool = False
    landscape: bool = False
    bare: bool = False
    """Without head and foot: cards, certificates."""


class Document(ABC):
    """One thing that can be printed. Stateless: the same matter always gives the same sheet."""

    api: ClassVar[int] = API_VERSION
    key: str
    name: str
    """Marked for translation, as ``about`` is: one sentence for who has to choose."""
    about: str
    parts: tuple[Part, ...]
    for_organiser: bool = False
    """Offered to nobody else, even if all its parts are public."""

    @abstractmethod
    def sheet(self, matter: Matter) -> Sheet:
        """In the language that is switched on. Has every part that it asked for. May raise ``NothingToPrint``."""

    @property
    def of_round(self) -> bool:
        """Whether it is about one round, which has to be chosen."""
        return Part.SEATING in self.parts

    @property
    def public(self) -> bool:
        """Whether everybody may have it."""
        return not self.for_organiser and PUBLIC_PARTS.issuperset(self.parts)


def given(part: T | None) -> T:
    """A part that was asked for."""
    if part is None:
        raise LookupError("a document reads a part that it did not ask for")
    return part
