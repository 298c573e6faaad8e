"""Pairing systems found by entry point; the built-in ones come the same way.

A plug-in that cannot be loaded is reported and left out, never fatal. Knows nothing of who chose which.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from rules.plugins import Problem, load_all
from tournaments.pairing.api import System

GROUP = "triomphe.pairing"


@dataclass(frozen=True, slots=True)
class Registry:
    """The systems that can be chosen, and the plug-ins that could not be loaded."""

    systems: dict[str, System]
    problems: tuple[Problem, ...]
    packages: dict[str, str] = field(default_factory=dict)
    """For each system the package that it came with."""

    def get(self, key: str) -> System:
        """The system of that key. Raises ``SystemMissing``."""
        try:
            return self.systems[key]
        except KeyError:
            raise SystemMissing(key) from None


class SystemMissing(LookupError):
    """A stage asks for a system that is not installed."""

    def __init__(self, key: str) -> None:
        super().__init__(f"no pairing system {key}")
        self.key = key


@cache
def registry() -> Registry:
    """The systems of this installation, looked up once a process."""
    return collect(entry_points(group=GROUP))


def collect(entries: Iterable[EntryPoint]) -> Registry:
    """Load the entries, our own first."""
    found = load_all(entries, _load, "pairing system")
    return Registry(found.plugins, tuple(found.problems), found.packages)


def _load(entry: EntryPoint) -> System:
    system = entry.load()
    for name in ("key", "name", "about"):
        if not isinstance(getattr(system, name, None), str):
            raise TypeError(f"its {name} is not a text")
    for name in ("rounds", "pair"):
        if not callable(getattr(system, name, None)):
            raise TypeError(f"it has no {name}()")
    if system.key != entry.name:
        raise ValueError(f"its key is “{system.key}”, its entry point is “{entry.name}”")
    loaded: System = system
    return loaded
