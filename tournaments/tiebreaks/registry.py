"""Tie-breaks found by entry point; the built-in ones come the same way.

One that cannot be loaded is reported and left out, never fatal. Knows nothing of who chose which.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from rules.plugins import Problem, load_all
from tournaments.tiebreaks.api import TieBreak

GROUP = "triomphe.tiebreaks"


@dataclass(frozen=True, slots=True)
class Registry:
    """The tie-breaks of this installation, and the plug-ins that could not be loaded."""

    tiebreaks: dict[str, TieBreak]
    problems: tuple[Problem, ...] = ()

    def chosen(self, keys: Sequence[str]) -> list[TieBreak]:
        """Those of the keys that are installed, in that order."""
        return [self.tiebreaks[key] for key in keys if key in self.tiebreaks]


@cache
def registry() -> Registry:
    """Looked up once a process."""
    return collect(entry_points(group=GROUP))


def collect(entries: Iterable[EntryPoint]) -> Registry:
    """Load the entries, our own first."""
    found = load_all(entries, _load, "tie-break")
    return Registry(found.plugins, tuple(found.problems))


def _load(entry: EntryPoint) -> TieBreak:
    kind = entry.load()
    tiebreak = kind()
    if not isinstance(tiebreak, TieBreak):
        raise TypeError("it is not a class of tournaments.tiebreaks.api.TieBreak")
    if getattr(tiebreak, "key", None) != entry.name:
        raise ValueError(f"its key is “{getattr(tiebreak, 'key', None)}”, its entry point is “{entry.name}”")
    for name in ("name", "about"):
        if not isinstance(getattr(tiebreak, name, None), str):
            raise TypeError(f"its {name} is not a text")
    return tiebreak
