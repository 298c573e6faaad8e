"""Engines found by entry point; the built-in ones come the same way.

A plug-in that cannot be loaded is reported and left out, never fatal. Knows nothing of who
chose which engine.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from rules.api import API_VERSION, MAX_PLAYERS, Engine, Option

GROUP = "triomphe.rules"
BUILT_IN = "triomphe"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Problem:
    """A plug-in that was left out, and why."""

    entry: str
    package: str
    reason: str


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
    """Load the entries, our own first, so that no plug-in can take a built-in key."""
    found = Registry({}, ())
    problems: list[Problem] = []
    for entry in sorted(entries, key=_order):
        package = _package(entry)
        try:
            engine = _load(entry)
            _check_free(engine.key, found.packages)
        except (Exception, SystemExit) as error:  # a plug-in may fail in any way; we die of none
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            logger.warning("rule engine %s of %s left out: %s", entry.name, package, reason)
            problems.append(Problem(entry.name, package, reason))
        else:
            found.engines[engine.key] = engine
            found.packages[engine.key] = package
    return replace(found, problems=tuple(problems))


def _order(entry: EntryPoint) -> tuple[bool, str, str]:
    """Two plug-ins with the same key are always met in the same order."""
    return (_package(entry) != BUILT_IN, entry.name, _package(entry))


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


def _check_free(key: str, packages: Mapping[str, str]) -> None:
    if key in packages:
        raise ValueError(f"the key “{key}” is already taken by {packages[key]}")


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else "?"
