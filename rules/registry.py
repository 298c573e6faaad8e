"""Engines found by entry point; the built-in ones come the same way.

A plug-in that cannot be loaded is reported and left out, never fatal. Knows nothing of who
chose which engine.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from rules.api import API_VERSION, MAX_PLAYERS, Engine, Option
from rules.plugins import Problem, load_all

GROUP = "triomphe.rules"


@dataclass(frozen=True, slots=True)
class Registry:
    """The engines that can be played, and the plug-ins that could not be loaded."""

    engines: dict[str, Engine[Any]]
    problems: tuple[Problem, ...]
    packages: dict[str, str] = field(default_factory=dict)
    """For each engine the package that it came with."""

    def get(self, key: str, version: str | None = None) -> Engine[Any]:
        """The engine of that key. Raises ``EngineMissing`` if it, or that version of it, is not here."""
        engine = self.engines.get(key)
        if engine is None or (version is not None and engine.version != version):
            raise EngineMissing(key, version)
        return engine


class EngineMissing(LookupError):
    """A tournament asks for an engine that is not installed in the version that it pins."""

    def __init__(self, key: str, version: str | None) -> None:
        super().__init__(f"no engine {key} {version or ''}".rstrip())
        self.key = key
        self.version = version


@cache
def registry() -> Registry:
    """The engines of this installation, looked up once a process."""
    return collect(entry_points(group=GROUP))


def collect(entries: Iterable[EntryPoint]) -> Registry:
    """Load the entries, our own first."""
    found = load_all(entries, _load, "rule engine")
    return Registry(found.plugins, tuple(found.problems), found.packages)


def _load(entry: EntryPoint) -> Engine[Any]:
    engine = entry.load()
    if not isinstance(engine, Engine):
        raise TypeError("it is not an instance of rules.api.Engine")
    if engine.api != API_VERSION:
        raise ValueError(f"it is written for contract {engine.api}; this program has {API_VERSION}")
    if engine.key != entry.name:
        raise ValueError(f"its key is “{engine.key}”, its entry point is “{entry.name}”")
    if not engine.seats or engine.seats[0] < 1 or engine.seats[-1] > MAX_PLAYERS:
        raise ValueError(f"it must seat between 1 and {MAX_PLAYERS} players")
    _check_described(engine)
    return engine


def _check_described(engine: Engine[Any]) -> None:
    """A page that lists the engines must not be the first to find out that one has no name."""
    for name in ("version", "name", "summary"):
        if not isinstance(getattr(engine, name, None), str):
            raise TypeError(f"its {name} is not a text")
    if not all(isinstance(option, Option) for option in engine.options):
        raise TypeError("its options are not instances of rules.api.Option")
