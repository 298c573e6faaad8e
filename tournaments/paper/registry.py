"""Documents found by entry point; the built-in ones come the same way.

A plug-in that cannot be loaded is reported and left out, never fatal. Knows nothing of who prints what.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from rules.plugins import Problem, load_all
from tournaments.paper.api import API_VERSION, Document
from tournaments.paper.matter import Part

GROUP = "triomphe.documents"

FIRST = (
    *("pairings-by-name", "pairings-by-table", "standings", "crosstable", "rules"),
    *("quick-start", "score-sheets", "table-cards", "place-cards", "certificates"),
)
"""The order in which they are offered; those that are not named here follow by their keys."""


@dataclass(frozen=True, slots=True)
class Registry:
    """The documents that can be printed, and the plug-ins that could not be loaded."""

    documents: dict[str, Document]
    problems: tuple[Problem, ...]
    packages: dict[str, str] = field(default_factory=dict)
    """For each document the package that it came with."""


@cache
def registry() -> Registry:
    """The documents of this installation, looked up once a process."""
    return collect(entry_points(group=GROUP))


def collect(entries: Iterable[EntryPoint]) -> Registry:
    """Load the entries, our own first."""
    found = load_all(entries, _load, "document")
    order = sorted(found.plugins, key=lambda key: (FIRST.index(key) if key in FIRST else len(FIRST), key))
    return Registry({key: found.plugins[key] for key in order}, tuple(found.problems), found.packages)


def _load(entry: EntryPoint) -> Document:
    document = entry.load()
    if not isinstance(document, Document):
        raise TypeError("it is not an instance of tournaments.paper.api.Document")
    if document.api != API_VERSION:
        raise ValueError(f"it is written for contract {document.api}; this program has {API_VERSION}")
    if document.key != entry.name:
        raise ValueError(f"its key is “{document.key}”, its entry point is “{entry.name}”")
    for name in ("name", "about"):
        if not isinstance(getattr(document, name, None), str):
            raise TypeError(f"its {name} is not a text")
    if not isinstance(document.parts, tuple) or not all(isinstance(each, Part) for each in document.parts):
        raise TypeError("its parts are not a tuple of tournaments.paper.matter.Part")
    return document
