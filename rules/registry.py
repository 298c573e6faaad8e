"""Engines found by entry point; the built-in ones come the same way.

A plug-in that cannot be loaded is reported and left out, never fatal. Knows nothing of who
chose which engine.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from rules.api import API_VERSION, MAX_PLAYERS, Engine

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
    engines: dict[str, Engine[Any]] = {}
    problems: list[Problem] = []
    for entry in sorted(entries, key=lambda each: (_package(each) != BUILT_IN, each.name)):
        try:
            engine = _load(entry)
            if engine.key in engines:
                raise ValueError(f"the key “{engine.key}” is already taken")
        except Exception as error:  # a plug-in may fail in any way; none of them is ours to die of
            logger.warning("rule engine %s of %s left out: %s", entry.name, _package(entry), error)
            problems.append(Problem(entry.name, _package(entry), f"{type(error).__name__}: {error}"))
        else:
            engines[engine.key] = engine
    return Registry(engines, tuple(problems))


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
    return engine


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else "?"
