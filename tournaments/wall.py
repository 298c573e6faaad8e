"""What a projector can show, and in which order. Plain data; knows no database and no page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PAGES: Mapping[str, str | Promise] = {
    "standings": _("Standings"),
    "names": _("Who sits where, by name"),
    "tables": _("Tables, with their points"),
    "clock": _("Round clock"),
    "message": _("Your message"),
}
LEAST_SECONDS, MOST_SECONDS = 5, 120
LONGEST_MESSAGE = 200

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Wall:
    """What the organiser has chosen."""

    pages: tuple[str, ...] = ("standings", "names", "tables", "clock")
    seconds: int = 12
    message: str = ""

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Wall:
        """As it was kept; what is not known any more is left out."""
        default = cls()
        return cls(
            pages=tuple(each for each in stored.get("pages", default.pages) if each in PAGES),
            seconds=stored.get("seconds", default.seconds),
            message=stored.get("message", default.message),
        )

    def dump(self) -> dict[str, Any]:
        return {"pages": list(self.pages), "seconds": self.seconds, "message": self.message}


@dataclass(frozen=True, slots=True)
class Slide:
    """One screenful."""

    kind: str
    key: str
    """Stays the same from one version to the next, so that the wall goes on where it was."""
    rows: Sequence[Any] = field(default_factory=tuple)
    number: int = 1
    of: int = 1


def slides(kind: str, rows: Iterable[T], most: int) -> list[Slide]:
    """As many screenfuls as the rows need, filled evenly: no last page with a single line."""
    rows = list(rows)
    if not rows:
        return []
    count = -(-len(rows) // most)
    each, more = divmod(len(rows), count)
    made, at = [], 0
    for number in range(1, count + 1):
        size = each + (number <= more)
        made.append(Slide(kind, f"{kind}-{number}", rows[at : at + size], number, count))
        at += size
    return made
